import createClient from "openapi-fetch";
import type { paths } from "../../packages/docloom/src/generated/openapi.ts";
import { noConnection, problemFrom, problemOf } from "./problem.ts";
import { signInAgain } from "./sign-in-gate.ts";

/** Codes of an answer 401 that a new session cures. */
const NEEDS_SESSION = new Set(["session_expired", "unauthorized"]);

/** `fetch` that asks for a new session when the old one has ended, and sends the request again. */
async function fetchSignedIn(request: Request): Promise<Response> {
  for (;;) {
    const response = await send(request.clone());
    if (response.status !== 401) return response;

    const { code } = await problemOf(response.clone());
    if (!NEEDS_SESSION.has(code)) return response;
    await signInAgain();
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

/** The service by the types of its own OpenAPI document. */
export const api = createClient<paths>({ baseUrl: window.location.origin, fetch: fetchSignedIn });

/** Addresses and bodies that the document leaves open, such as merge data. */
export function request(path: string, init: RequestInit = {}): Promise<Response> {
  return fetchSignedIn(new Request(new URL(path, window.location.origin), init)).then(successful);
}

/** Members of a query; those that are undefined or empty are not sent. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function addressed(path: string, query: Query): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined && value !== "" && value !== false);
  const search = new URLSearchParams(sent.map(([name, value]) => [name, value === true ? "1" : String(value)]));

  return search.size > 0 ? `${path}?${search}` : path;
}

/** The answer to a GET. @throws Problem */
export async function getJson<Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> {
  const response = await request(addressed(path, query), signal ? { signal } : {});

  return (await response.json()) as Answer;
}

/** The answer to a request with a JSON body. @throws Problem */
export async function sendJson<Answer>(
  method: "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  init: RequestInit = {},
): Promise<Answer> {
  const response = await request(path, { method, ...init, ...(body === undefined ? {} : jsonBody(body)) });

  return (await response.json()) as Answer;
}

/** One page of a list. @throws Problem */
export async function getPage<Item>(path: string, query: Query, signal?: AbortSignal): Promise<ListPage<Item>> {
  const response = await request(addressed(path, query), signal ? { signal } : {});

  return { items: (await response.json()) as Item[], next: nextCursor(response) };
}

/** RFC 8288: the cursor of the link that leads to the next page. */
function nextCursor(response: Response): string | undefined {
  const link = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get("link") ?? "")?.[1];

  return link ? (new URL(link, window.location.origin).searchParams.get("cursor") ?? undefined) : undefined;
}

/** A JSON body for `request`. */
export function jsonBody(body: unknown): RequestInit {
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

async function successful(response: Response): Promise<Response> {
  if (!response.ok) throw await problemOf(response);

  return response;
}

interface Answer<Data> {
  data?: Data | undefined;
  error?: unknown;
  response: Response;
}

/**
 * The answer to a call of `api`.
 * @throws Problem if it failed
 */
export async function answerOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (data !== undefined && response.ok) return data;

  throw problemFrom(error, response);
}

/** One page of a list, and the cursor that leads to the next. */
export interface ListPage<Item> {
  items: Item[];
  next: string | undefined;
}
