import { queryOptions } from "@tanstack/react-query";
import type { components } from "../../packages/docloom/src/generated/openapi.ts";
import { noConnection, Problem, problemOf } from "../api/problem.ts";

export type Session = components["schemas"]["Session"];

async function sendSession(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(`/api/sessions${path}`, init).catch(() => {
    throw noConnection();
  });
  if (!response.ok) throw await problemOf(response);

  return response;
}

/** What somebody signs in with: a key and its secret, or the token of a link that works once. */
export type Credentials = { key: string; secret: string } | { token: string };

/** @throws Problem `invalid_credentials`, `sign_in_link_invalid`, `rate_limited` */
export async function signIn(credentials: Credentials): Promise<Session> {
  const headers = { "content-type": "application/json" };
  const response = await sendSession("", { method: "POST", headers, body: JSON.stringify(credentials) });

  return (await response.json()) as Session;
}

/** Ends the session; one that has ended by itself is as good. */
export async function signOut(): Promise<void> {
  await sendSession("/current", { method: "DELETE" }).catch((error: unknown) => {
    if (!(error instanceof Problem && error.status === 401)) throw error;
  });
}

/** Who is signed in; fails with status 401 if nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: async () => (await (await sendSession("/current")).json()) as Session,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
