import { joinBytes } from "../../domain/join-bytes.ts";

interface StoredBlob {
  bytes: Uint8Array;
  headers: Headers;
}

interface SeenRequest {
  method: string;
  url: URL;
  /** Name of the blob, decoded. */
  name: string;
  headers: Headers;
  body: Uint8Array;
}

type Fault = (request: SeenRequest) => Response | Promise<Response> | undefined;

/** An answer of Azure Storage, as "Status and error codes" describes them. */
export const azureFailure = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status, headers: { "x-ms-error-code": code, ...headers } });

/** Azure Blob Storage by its REST reference: one container, block blobs, conditions. Credentials are checked by their beginning. */
export class AzureStandIn {
  readonly blobs = new Map<string, StoredBlob>();
  readonly requests: SeenRequest[] = [];
  fault: Fault = () => undefined;
  readonly #blocks = new Map<string, Uint8Array>();
  readonly #container: string;

  constructor(container: string) {
    this.#container = container;
  }

  readonly transport = (async (input: unknown, init?: RequestInit) => {
    const url = new URL(String(input));
    const [, container = "", ...steps] = url.pathname.split("/").map(decodeURIComponent);
    const body = new Uint8Array(await new Response(init?.body).arrayBuffer());
    const request = {
      method: init?.method ?? "GET",
      url,
      name: steps.join("/"),
      headers: new Headers(init?.headers),
      body,
    };
    this.requests.push(request);
    const fault = await this.fault(request);
    if (fault) return fault;
    const isSigned = request.headers.get("authorization")?.startsWith("SharedKey ") || url.searchParams.has("sig");
    if (!isSigned) return azureFailure(403, "AuthenticationFailed");
    if (container !== this.#container) return azureFailure(404, "ContainerNotFound");
    return this.#answer(request);
  }) as typeof fetch;

  #answer({ method, url, name, headers, body }: SeenRequest): Response {
    const comp = url.searchParams.get("comp");
    if (method === "GET" && comp === "blocklist") return this.#blockList(name);
    if (method === "PUT" && comp === "block") {
      this.#blocks.set(`${name} ${url.searchParams.get("blockid")}`, body);
      return new Response(null, { status: 201 });
    }
    const there = this.blobs.get(name);
    if (method === "HEAD") {
      if (!there) return azureFailure(404, "BlobNotFound");
      const hash = there.headers.get("x-ms-meta-docloom_sha256");
      const type = { "x-ms-blob-type": "BlockBlob" };
      return new Response(null, { headers: hash ? { ...type, "x-ms-meta-docloom_sha256": hash } : type });
    }
    if (there && headers.get("if-none-match") === "*") return azureFailure(409, "BlobAlreadyExists");
    this.blobs.set(name, { bytes: comp === "blocklist" ? this.#assembled(name, body) : body, headers });
    return new Response(null, { status: 201 });
  }

  #blockList(name: string): Response {
    const own = [...this.#blocks].filter(([key]) => key.startsWith(`${name} `));
    if (own.length === 0) return azureFailure(404, "BlobNotFound");
    const blocks = own.map(
      ([key, { length }]) => `<Block><Name>${key.split(" ").at(-1)}</Name><Size>${length}</Size></Block>`,
    );
    return new Response(`<BlockList><UncommittedBlocks>${blocks.join("")}</UncommittedBlocks></BlockList>`);
  }

  #assembled(name: string, list: Uint8Array): Uint8Array {
    const ids = Array.from(new TextDecoder().decode(list).matchAll(/<Latest>([^<]*)</g), ([, id]) => id);
    const blocks = ids.map((id) => this.#blocks.get(`${name} ${id}`) ?? new Uint8Array());
    return joinBytes(blocks);
  }
}
