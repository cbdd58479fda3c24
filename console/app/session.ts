import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, type Schemas, sendOnce } from "../api/client.ts";
import { Problem } from "../api/problem.ts";

export type Session = Schemas["Session"];

/** What somebody signs in with: a key and its secret, or the token of a link that works once. */
export type Credentials = { key: string; secret: string } | { token: string };

const current = { path: { session: "current" } };

/** @throws Problem `invalid_credentials`, `sign_in_link_invalid`, `rate_limited` */
export const signIn = (body: Credentials): Promise<Session> =>
  dataOf(api.POST("/api/sessions", { body, fetch: sendOnce }));

/** Ends the session; one that has ended by itself is as good. */
export async function signOut(): Promise<void> {
  await api.DELETE("/api/sessions/{session}", { params: current, fetch: sendOnce }).catch((error: unknown) => {
    if (!(error instanceof Problem && error.status === 401)) throw error;
  });
}

/** Who is signed in; fails with status 401 if nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => dataOf(api.GET("/api/sessions/{session}", { params: current, fetch: sendOnce })),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
