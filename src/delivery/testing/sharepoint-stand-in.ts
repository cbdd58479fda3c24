import { joinBytes } from "../../domain/join-bytes.ts";
import { quickXorHash } from "../storage/quick-xor-hash.ts";

interface SeenRequest {
  method: string;
  url: URL;
  /** Path, decoded. */
  path: string;
  headers: Headers;
  body: Uint8Array;
}

type Fault = (request: SeenRequest) => Response | Promise<Response> | undefined;

/** A failure of Microsoft Graph ("Error responses and resource types"). */
export const graphFailure = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ error: { code, message: code } }, { status, headers });

/** Microsoft Graph by its reference (v1.0): one site with a drive and a library, one person; folders, upload sessions. */
export class SharepointStandIn {
  readonly files = new Map<string, Uint8Array>();
  readonly folders = new Set<string>([""]);
  readonly requests: SeenRequest[] = [];
  readonly tokens = new Set<string>();
  fault: Fault = () => undefined;
  #made = 0;
  readonly #sessions = new Map<string, { path: string; mayReplace: boolean; bytes: Uint8Array }>();

  /** Ends all uploads under way. */
  forgetUploads(): void {
    this.#sessions.clear();
  }

  readonly transport = (async (input: unknown, init?: RequestInit) => {
    const url = new URL(String(input));
    const body = new Uint8Array(await new Response(init?.body).arrayBuffer());
    const path = decodeURIComponent(url.pathname);
    const request = { method: init?.method ?? "GET", url, path, headers: new Headers(init?.headers), body };
    this.requests.push(request);
    return (await this.fault(request)) ?? this.#answer(request);
  }) as typeof fetch;

  #answer(request: SeenRequest): Response {
    const { url, path, headers } = request;
    const text = () => new TextDecoder().decode(request.body);
    if (url.host === "login.microsoftonline.com") return this.#token(new URLSearchParams(text()));
    if (url.host === "contoso.sharepoint.com") return this.#piece(request);
    if (!this.tokens.has(headers.get("authorization")?.replace("Bearer ", "") ?? ""))
      return graphFailure(401, "InvalidAuthenticationToken");
    if (path === "/v1.0/sites/contoso.sharepoint.com:/sites/Finance") return Response.json({ id: "site-1" });
    if (path === "/v1.0/sites/site-1/drive" || path === "/v1.0/users/ann@contoso.com/drive")
      return Response.json({ id: "drive-1" });
    if (path === "/v1.0/sites/site-1/drives") return Response.json({ value: [{ id: "drive-1", name: "Invoices" }] });
    const [, item = ""] = /^\/v1\.0\/drives\/drive-1\/root(.*)$/.exec(path) ?? [];
    if (!path.startsWith("/v1.0/drives/drive-1/root")) return graphFailure(404, "itemNotFound");
    if (item === "") return Response.json({ id: "root" });
    if (item.endsWith("/children")) return this.#makeFolder(item, JSON.parse(text()).name);
    if (item.endsWith(":/createUploadSession"))
      return this.#start(item.slice(2).replace(/:\/createUploadSession$/, ""), text());
    const bytes = this.files.get(item.slice(2));
    if (!bytes) return graphFailure(404, "itemNotFound");
    return Response.json({ id: "item", file: { hashes: { quickXorHash: quickXorHash(bytes) } } });
  }

  #token(form: URLSearchParams): Response {
    if (form.get("client_secret") !== "client-secret")
      return Response.json({ error: "invalid_client" }, { status: 401 });
    const token = `token-${++this.#made}`;
    this.tokens.add(token);
    return Response.json({ token_type: "Bearer", expires_in: 3_599, access_token: token });
  }

  #makeFolder(item: string, name: string): Response {
    const parent = item.replace(/:?\/children$/, "").replace(/^:\//, "");
    const path = parent === "" ? name : `${parent}/${name}`;
    if (!this.folders.has(parent)) return graphFailure(404, "itemNotFound");
    if (this.folders.has(path)) return graphFailure(409, "nameAlreadyExists");
    this.folders.add(path);
    return Response.json({ id: path }, { status: 201 });
  }

  #start(path: string, body: string): Response {
    const mayReplace = JSON.parse(body).item["@microsoft.graph.conflictBehavior"] === "replace";
    if (!this.folders.has(path.includes("/") ? path.replace(/\/[^/]*$/, "") : ""))
      return graphFailure(404, "itemNotFound");
    if (this.files.has(path) && !mayReplace) return graphFailure(409, "nameAlreadyExists");
    const key = `session-${++this.#made}`;
    this.#sessions.set(key, { path, mayReplace, bytes: new Uint8Array() });
    return Response.json({ uploadUrl: `https://contoso.sharepoint.com/upload/${key}` });
  }

  #piece({ method, path, headers, body }: SeenRequest): Response {
    const session = this.#sessions.get(path.split("/").at(-1) ?? "");
    if (headers.has("authorization")) return graphFailure(401, "unauthenticated");
    if (!session) return graphFailure(404, "itemNotFound");
    if (method === "GET") return Response.json({ nextExpectedRanges: [`${session.bytes.length}-`] });
    if (!headers.get("content-range")?.startsWith(`bytes ${session.bytes.length}-`))
      return graphFailure(416, "invalidRange");
    const [, total] = /\/(\d+)$/.exec(headers.get("content-range") ?? "") ?? [];
    session.bytes = joinBytes([session.bytes, body]);
    if (session.bytes.length < Number(total))
      return Response.json({ nextExpectedRanges: [`${session.bytes.length}-`] }, { status: 202 });
    if (this.files.has(session.path) && !session.mayReplace) return graphFailure(409, "nameAlreadyExists");
    this.files.set(session.path, session.bytes);
    this.#sessions.delete(path.split("/").at(-1) ?? "");
    return Response.json({ id: "item" }, { status: 201 });
  }
}
