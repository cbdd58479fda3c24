import { joinBytes } from "../../domain/join-bytes.ts";
import { contentHash } from "../storage/dropbox-store.ts";

interface SeenRequest {
  path: string;
  headers: Headers;
  /** What the call is about: the body, or the header `Dropbox-API-Arg`. */
  argument: Record<string, unknown>;
  body: Uint8Array;
}

type Fault = (request: SeenRequest) => Response | Promise<Response> | undefined;

/** A failure of one endpoint, as "Errors" of the reference shows them. */
export const dropboxFailure = (summary: string, status = 409): Response =>
  Response.json({ error_summary: `${summary}/..`, error: {} }, { status });

/** A failure of a session, which `finish` tells within another one. */
function sessionFailure(isFinish: boolean, tag: string, more: object = {}): Response {
  const error = { ".tag": tag, ...more };
  const body = isFinish
    ? { error_summary: `lookup_failed/${tag}/..`, error: { ".tag": "lookup_failed", lookup_failed: error } }
    : { error_summary: `${tag}/..`, error };
  return Response.json(body, { status: 409 });
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

/** Dropbox by its HTTP reference: tokens, metadata, uploads as a whole and in sessions. */
export class DropboxStandIn {
  readonly files = new Map<string, Uint8Array>();
  readonly requests: SeenRequest[] = [];
  fault: Fault = () => undefined;
  /** Tokens that are taken; each one that is asked for is added. */
  readonly tokens = new Set<string>();
  #made = 0;
  readonly #sessions = new Map<string, Uint8Array>();

  /** Ends all uploads under way. */
  forgetUploads(): void {
    this.#sessions.clear();
  }

  get log(): string[] {
    return this.requests.map(({ path }) => path);
  }

  readonly transport = (async (input: unknown, init?: RequestInit) => {
    const url = new URL(String(input));
    const headers = new Headers(init?.headers);
    const body = new Uint8Array(await new Response(init?.body).arrayBuffer());
    const isJson = headers.get("content-type") === "application/json";
    const json = isJson ? new TextDecoder().decode(body) : (headers.get("dropbox-api-arg") ?? "{}");
    const request: SeenRequest = { path: url.pathname, headers, argument: JSON.parse(json), body };
    this.requests.push(request);
    return (await this.fault(request)) ?? (await this.#answer(request));
  }) as typeof fetch;

  async #answer(request: SeenRequest): Promise<Response> {
    const { path, headers, argument, body } = request;
    if (path === "/oauth2/token") return this.#token(new URLSearchParams(new TextDecoder().decode(body)));
    if (!this.tokens.has(headers.get("authorization")?.replace("Bearer ", "") ?? ""))
      return dropboxFailure("expired_access_token", 401);
    if (path === "/2/files/get_metadata") {
      const there = this.files.get(textOf(argument.path));
      return there
        ? Response.json({ ".tag": "file", content_hash: await contentHash(there) })
        : dropboxFailure("path/not_found");
    }
    if (path === "/2/files/upload") return this.#commit(argument, body);
    if (path.endsWith("/start")) {
      const id = `session-${++this.#made}`;
      this.#sessions.set(id, body);
      return Response.json({ session_id: id });
    }
    const cursor = argument.cursor;
    const id = textOf(memberOf(cursor, "session_id"));
    const isFinish = path.endsWith("/finish");
    const before = this.#sessions.get(id);
    if (!before) return sessionFailure(isFinish, "not_found");
    if (memberOf(cursor, "offset") !== before.length)
      return sessionFailure(isFinish, "incorrect_offset", { correct_offset: before.length });
    const whole = joinBytes([before, body]);
    this.#sessions.set(id, whole);
    return isFinish ? this.#commit(argument.commit, whole) : Response.json(null);
  }

  #token(form: URLSearchParams): Response {
    if (form.get("refresh_token") !== "refresh-1") return Response.json({ error: "invalid_grant" }, { status: 400 });
    const token = `token-${++this.#made}`;
    this.tokens.add(token);
    return Response.json({ access_token: token, expires_in: 14_400, token_type: "bearer" });
  }

  #commit(commit: unknown, bytes: Uint8Array): Response {
    const path = textOf(memberOf(commit, "path"));
    if (this.files.has(path) && memberOf(commit, "mode") === "add") return dropboxFailure("path/conflict/file");
    this.files.set(path, bytes);
    return Response.json({ name: path.split("/").at(-1), path_display: path });
  }
}
