import { joinBytes } from "../../domain/join-bytes.ts";
import { sha256Hex } from "../../store/sha256.ts";

interface StoredItem {
  id: string;
  name: string;
  mimeType: string;
  parent: string;
  bytes: Uint8Array;
}

interface SeenRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: Uint8Array;
}

type Fault = (request: SeenRequest) => Response | Promise<Response> | undefined;

const FOLDER = "application/vnd.google-apps.folder";

/** A failure of the Drive API ("Resolve errors"). */
export const driveFailure = (status: number, reason: string): Response =>
  Response.json({ error: { code: status, message: reason, errors: [{ reason }] } }, { status });

/** Google Drive by its reference (v3): tokens, searches by parent and name, folders, resumable uploads. */
export class GoogleDriveStandIn {
  readonly items: StoredItem[] = [];
  readonly requests: SeenRequest[] = [];
  readonly assertions: string[] = [];
  readonly tokens = new Set<string>();
  fault: Fault = () => undefined;
  #made = 0;
  readonly #sessions = new Map<string, { item: StoredItem; bytes: Uint8Array }>();

  /** Ends all uploads under way. */
  forgetUploads(): void {
    this.#sessions.clear();
  }

  /** Paths of the files. */
  get paths(): string[] {
    return this.items.filter(({ mimeType }) => mimeType !== FOLDER).map((item) => this.#pathOf(item));
  }

  bytesAt(path: string): Uint8Array {
    return (
      this.items.find((item) => item.mimeType !== FOLDER && this.#pathOf(item) === path)?.bytes ?? new Uint8Array()
    );
  }

  readonly transport = (async (input: unknown, init?: RequestInit) => {
    const body = new Uint8Array(await new Response(init?.body).arrayBuffer());
    const url = new URL(String(input));
    const request = { method: init?.method ?? "GET", url, headers: new Headers(init?.headers), body };
    this.requests.push(request);
    return (await this.fault(request)) ?? (await this.#answer(request));
  }) as typeof fetch;

  #pathOf({ name, parent }: StoredItem): string {
    const folder = this.items.find(({ id }) => id === parent);
    return folder ? `${this.#pathOf(folder)}/${name}` : name;
  }

  async #answer(request: SeenRequest): Promise<Response> {
    const { method, url, headers, body } = request;
    if (url.pathname === "/token") return this.#token(new URLSearchParams(new TextDecoder().decode(body)));
    if (!this.tokens.has(headers.get("authorization")?.replace("Bearer ", "") ?? ""))
      return driveFailure(401, "authError");
    const upload = url.searchParams.get("upload_id");
    const session = this.#sessions.get(upload ?? "");
    if (upload !== null && !session) return new Response(null, { status: 404 });
    if (session) return this.#piece(session, headers, body);
    const id = url.pathname.split("/").at(-1) ?? "";
    if (url.pathname.startsWith("/upload/")) return this.#start(method, id, JSON.parse(new TextDecoder().decode(body)));
    if (url.searchParams.has("q")) return await this.#search(url.searchParams.get("q") ?? "");
    if (method === "POST") return Response.json(this.#make(JSON.parse(new TextDecoder().decode(body))));
    if (id === "gone") return driveFailure(404, "notFound");
    return Response.json({
      mimeType: FOLDER,
      capabilities: { canAddChildren: true },
      ...(id === "shared" ? { driveId: "d" } : {}),
    });
  }

  #token(form: URLSearchParams): Response {
    const assertion = form.get("assertion");
    if (assertion !== null) this.assertions.push(assertion);
    if (assertion === null && form.get("refresh_token") !== "refresh-1")
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    const token = `token-${++this.#made}`;
    this.tokens.add(token);
    return Response.json({ access_token: token, expires_in: 3_599, token_type: "Bearer" });
  }

  async #search(query: string): Promise<Response> {
    const [, parent, name = "", sign] =
      /^'(.*?)' in parents and name = '((?:\\.|[^'])*)' and trashed = false and mimeType (=|!=) /.exec(query) ?? [];
    const wanted = name.replace(/\\(.)/g, "$1");
    const found = this.items.filter(
      (item) => item.parent === parent && item.name === wanted && (item.mimeType === FOLDER) === (sign === "="),
    );
    const files = found.map(async ({ id, bytes }) => ({ id, sha256Checksum: await sha256Hex(bytes) }));
    return Response.json({ files: await Promise.all(files) });
  }

  #make({ name, mimeType, parents }: { name: string; mimeType: string; parents: string[] }): StoredItem {
    const item = { id: `id-${++this.#made}`, name, mimeType, parent: parents[0] ?? "", bytes: new Uint8Array() };
    this.items.push(item);
    return item;
  }

  #start(method: string, id: string, metadata: { name: string; parents: string[] }): Response {
    const there = this.items.find((item) => item.id === id);
    const item =
      method === "PATCH" && there
        ? there
        : {
            id: `id-${++this.#made}`,
            name: metadata.name,
            mimeType: "application/pdf",
            parent: metadata.parents[0] ?? "",
            bytes: new Uint8Array(),
          };
    const key = `upload-${++this.#made}`;
    this.#sessions.set(key, { item, bytes: new Uint8Array() });
    return new Response(null, {
      headers: { location: `https://www.googleapis.com/upload/drive/v3/files?upload_id=${key}` },
    });
  }

  #piece(session: { item: StoredItem; bytes: Uint8Array }, headers: Headers, body: Uint8Array): Response {
    if (headers.get("content-range")?.startsWith("bytes */")) return this.#state(session);
    const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get("content-range") ?? "") ?? [];
    if (Number(start) !== session.bytes.length) return driveFailure(400, "invalidRange");
    session.bytes = joinBytes([session.bytes, body]);
    if (session.bytes.length < Number(total))
      return new Response(null, { status: 308, headers: { range: `bytes=0-${session.bytes.length - 1}` } });
    session.item.bytes = session.bytes;
    if (!this.items.includes(session.item)) this.items.push(session.item);
    return Response.json({ id: session.item.id, name: session.item.name });
  }

  #state({ item, bytes }: { item: StoredItem; bytes: Uint8Array }): Response {
    if (this.items.includes(item) && item.bytes === bytes) return Response.json({ id: item.id, name: item.name });
    const headers: Record<string, string> = bytes.length > 0 ? { range: `bytes=0-${bytes.length - 1}` } : {};
    return new Response(null, { status: 308, headers });
  }
}
