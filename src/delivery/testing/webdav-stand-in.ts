/** One request as it arrives. */
export interface SeenRequest {
  method: string;
  /** Path, decoded. */
  path: string;
  headers: Headers;
  body: Uint8Array;
}

type Fault = (request: SeenRequest) => Response | Promise<Response> | undefined;

/** A WebDAV server as RFC 4918 describes it, with the uploads in pieces of Nextcloud's developer manual. */
export class WebdavStandIn {
  readonly files = new Map<string, Uint8Array>();
  readonly folders: Set<string>;
  readonly requests: SeenRequest[] = [];
  /** Asked before each request; what it answers stands. */
  fault: Fault = () => undefined;
  readonly #authorization: string;

  constructor(folders: readonly string[], user: string, password: string) {
    this.folders = new Set(folders);
    this.#authorization = `Basic ${btoa(`${user}:${password}`)}`;
  }

  /** Names of the requests, such as `PUT /dav/a.pdf`. */
  get log(): string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }

  readonly transport = (async (input: unknown, init?: RequestInit) => {
    const url = new URL(String(input));
    const request: SeenRequest = {
      method: init?.method ?? "GET",
      path: decodeURIComponent(url.pathname),
      headers: new Headers(init?.headers),
      body: new Uint8Array(await new Response(init?.body).arrayBuffer()),
    };
    this.requests.push(request);
    return (await this.fault(request)) ?? this.#answer(request);
  }) as typeof fetch;

  #answer(request: SeenRequest): Response {
    const { method, path, headers } = request;
    if (headers.get("authorization") !== this.#authorization) return new Response("no", { status: 401 });
    if (method === "MKCOL") return this.#makeFolder(path.replace(/\/$/, ""));
    if (method === "PROPFIND") return this.#list(path.replace(/\/$/, ""));
    if (method === "PUT") return this.#write(request);
    if (method === "MOVE") return this.#assemble(request);
    const bytes = this.files.get(path);
    if (this.folders.has(path)) return new Response(null, { status: 405 });
    if (!bytes) return new Response(null, { status: 404 });
    return new Response(method === "HEAD" ? null : bytes.slice(), { status: 200 });
  }

  #hasParent(path: string): boolean {
    return this.folders.has(path.replace(/\/[^/]*$/, ""));
  }

  #makeFolder(path: string): Response {
    if (this.folders.has(path) || this.files.has(path)) return new Response(null, { status: 405 });
    if (!this.#hasParent(path)) return new Response(null, { status: 409 });
    this.folders.add(path);
    return new Response(null, { status: 201 });
  }

  #list(path: string): Response {
    if (!this.folders.has(path) && !this.files.has(path)) return new Response(null, { status: 404 });
    const inside = [...this.files].filter(([name]) => name === path || name.startsWith(`${path}/`));
    const entries = inside.map(
      ([name, { length }]) =>
        `<d:response><d:href>${name}</d:href><d:propstat><d:prop><d:getcontentlength>${length}</d:getcontentlength></d:prop></d:propstat></d:response>`,
    );
    const xml = `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>${path}/</d:href></d:response>${entries.join("")}</d:multistatus>`;
    return new Response(xml, { status: 207 });
  }

  #write({ path, headers, body }: SeenRequest): Response {
    if (!this.#hasParent(path)) return new Response(null, { status: 409 });
    if (this.folders.has(path)) return new Response(null, { status: 405 });
    const isNew = !this.files.has(path);
    if (!isNew && headers.get("if-none-match") === "*") return new Response(null, { status: 412 });
    this.files.set(path, body);
    return new Response(null, { status: isNew ? 201 : 204 });
  }

  #assemble({ path, headers }: SeenRequest): Response {
    const upload = path.replace(/\/\.file$/, "");
    const destination = decodeURIComponent(new URL(headers.get("destination") ?? "").pathname);
    if (!this.#hasParent(destination)) return new Response(null, { status: 409 });
    if (headers.get("overwrite") === "F" && this.files.has(destination)) return new Response(null, { status: 412 });
    const pieces = [...this.files]
      .filter(([name]) => name.startsWith(`${upload}/`))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const bytes = new Uint8Array(pieces.reduce((size, [, piece]) => size + piece.length, 0));
    let at = 0;
    for (const [name, piece] of pieces) {
      bytes.set(piece, at);
      at += piece.length;
      this.files.delete(name);
    }
    if (headers.get("oc-total-length") !== String(bytes.length)) return new Response(null, { status: 400 });
    this.folders.delete(upload);
    this.files.set(destination, bytes);
    return new Response(null, { status: 201 });
  }
}
