import createClient from "openapi-fetch";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import type { components, paths } from "../../packages/docloom/src/generated/openapi.ts";
import { noConnection, problemOf } from "./problem.ts";
import { signInAgain } from "./sign-in-gate.ts";

/** What the service answers and takes, by the names of its OpenAPI document. */
export type Schemas = components["schemas"];

type Method = "get" | "post" | "put" | "delete";

/** What a successful call is answered with. */
export type AnswerOf<Path extends keyof paths, Verb extends Method = "get"> = paths[Path] extends {
  [Name in Verb]: { responses: { 200: { content: { "application/json": infer Answer } } } };
}
  ? Answer
  : never;

/** The query that a list is narrowed by. */
export type QueryOf<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Query } } }
  ? NonNullable<Query>
  : never;

/** What a call takes. */
export type BodyOf<Path extends keyof paths, Verb extends Method = "post"> = paths[Path] extends {
  [Name in Verb]: { requestBody?: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

/** Codes of an answer 401 that a new session cures. */
const NEEDS_SESSION = new Set(["session_expired", "unauthorized"]);

/**
 * A successful answer. When the session has ended, or too long lasted for what is asked, it asks for a new one and sends the request again.
 * @throws Problem
 */
export async function answered(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send();
    if (response.ok) return response;

    const problem = await problemOf(response);
    const isFresh = problem.code === "fresh_sign_in_required";
    if (!isFresh && (response.status !== 401 || !NEEDS_SESSION.has(problem.code))) throw problem;
    await signInAgain(isFresh);
  }
}

async function send(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw noConnection();
  }
}

/** For the calls that begin and end a session: they ask for no new one. @throws Problem */
export async function sendOnce(request: Request): Promise<Response> {
  const response = await send(request);
  if (!response.ok) throw await problemOf(response);

  return response;
}

/** The service by the types of its own OpenAPI document; whatever fails is thrown as a `Problem`. */
export const api = createClient<paths>({
  baseUrl: window.location.origin,
  fetch: (request) => answered(() => send(request.clone())),
});

/** What a call answers, with its ETag. */
export async function withTag<Data>(
  call: Promise<{ data?: Data; response: Response }>,
): Promise<NonNullable<Data> & { etag: string }> {
  return { ...(await dataOf(call)), etag: (await call).response.headers.get("etag") ?? "" };
}

/** One page of a list, and the cursor that leads to the next. */
export interface ListPage<Item> {
  items: Item[];
  next: string | undefined;
}

type ListCall<Item> = Promise<{ data?: readonly Item[]; response: Response }>;

/** One page of a list. @throws Problem */
export async function pageOf<Item>(call: ListCall<Item>): Promise<ListPage<Item>> {
  const { data = [], response } = await call;

  return { items: [...data], next: nextCursor(response) };
}

/** All entries of a list, however many pages the service has of it. @throws Problem */
export async function allOf<Item>(read: (cursor: string | undefined) => ListCall<Item>): Promise<Item[]> {
  const all: Item[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await pageOf(read(cursor));
    all.push(...items);
    cursor = next;
  } while (cursor !== undefined);

  return all;
}

/** RFC 8288: the cursor of the link that leads to the next page. */
function nextCursor(response: Response): string | undefined {
  const link = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get("link") ?? "")?.[1];

  return link ? (new URL(link, window.location.origin).searchParams.get("cursor") ?? undefined) : undefined;
}
