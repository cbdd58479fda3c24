import { Buffer } from "node:buffer";
import type { Protocol } from "devtools-protocol";
import { guardedFetch } from "../outbound/guarded-fetch.ts";
import { OUTBOUND_LIMITS, type OutboundPolicy } from "../outbound/outbound-policy.ts";
import { SEALED_ORIGIN } from "./content-security-policy.ts";
import type { DevToolsSession } from "./devtools-connection.ts";
import type { StaticAssets } from "./static-assets.ts";

/** What a page may name from elsewhere. Prefetches, media, beacons and the like are not needed for printing. */
const REMOTE_TYPES = new Set<Protocol.Network.ResourceType>(["Image", "Stylesheet", "Font", "Script"]);
const ASSET_PATH = /^\/(fonts|layout)\//;

/** How many files one page may ask for, and how large they may be together. */
const MAX_REMOTE_FILES = 200;
const MAX_REMOTE_BYTES = 50 * 1024 * 1024;
/** If many images are missing, a run shows the first. */
const MAX_WARNINGS = 20;

/** A file as the page gets it. */
export interface ServedFile {
  contentType: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** Answers the requests of one sealed page from memory; nothing of it reaches the browser's own network. */
export class PageResources {
  readonly warnings: string[] = [];
  readonly #assets: StaticAssets;
  readonly #documents = new Map<string, ServedFile>();
  readonly #later = new Map<string, () => Promise<ServedFile | undefined>>();
  #policy: OutboundPolicy | undefined;
  #remoteFiles = 0;
  #remoteBytes = 0;
  #pending = 0;
  #whenIdle: (() => void)[] = [];

  constructor(assets: StaticAssets) {
    this.#assets = assets;
  }

  /** Serves a body at a path of the sealed origin. */
  serve(path: string, file: ServedFile): void {
    this.#documents.set(SEALED_ORIGIN + path, file);
  }

  /** Serves what is read only when it is asked for. */
  serveLater(path: string, read: () => Promise<ServedFile | undefined>): void {
    this.#later.set(SEALED_ORIGIN + path, read);
  }

  /** From now on files of other origins are fetched, guarded. */
  allowRemote(policy: OutboundPolicy): void {
    this.#policy = policy;
  }

  /** Whether every file that was asked for has been handed in. */
  get isIdle(): boolean {
    return this.#pending === 0;
  }

  /** Resolves when every file that was asked for has been handed in. */
  async idle(): Promise<void> {
    if (this.#pending > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  /** Answers one intercepted request. Never throws: a page that is closed meanwhile takes no answer. */
  async answer(session: DevToolsSession, paused: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const { requestId } = paused;
    this.#pending++;
    try {
      const file = await this.#fileFor(paused);
      if (file === "own") await session.send("Fetch.continueRequest", { requestId });
      else if (file) await session.send("Fetch.fulfillRequest", fulfilment(requestId, file));
      else await session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    } catch {
      await session.send("Fetch.failRequest", { requestId, errorReason: "Failed" }).catch(() => {});
    } finally {
      this.#pending--;
      if (this.#pending === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
    }
  }

  async #fileFor({
    request,
    resourceType,
  }: Protocol.Fetch.RequestPausedEvent): Promise<ServedFile | "own" | undefined> {
    const navigates = resourceType === "Document";
    if (/^(data|blob):/i.test(request.url)) return navigates ? undefined : "own";
    if (request.method !== "GET") return undefined;
    const url = new URL(request.url);
    url.hash = "";
    const served = this.#documents.get(url.href);
    if (served) return served;
    if (navigates) return undefined;
    const later = this.#later.get(url.href);
    if (later) return await later();
    if (url.origin === SEALED_ORIGIN)
      return ASSET_PATH.test(url.pathname) ? await this.#asset(url.pathname) : undefined;

    return REMOTE_TYPES.has(resourceType) ? await this.#remote(url) : undefined;
  }

  async #asset(path: string): Promise<ServedFile | undefined> {
    try {
      const asset = await this.#assets.read(path);
      return asset && sharedFile(asset.bytes, asset.contentType);
    } catch (error) {
      return this.#missing(new URL(SEALED_ORIGIN + path), String(error));
    }
  }

  async #remote(url: URL): Promise<ServedFile | undefined> {
    if (!this.#policy || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
    if (++this.#remoteFiles > MAX_REMOTE_FILES) return this.#missing(url, `a page may use ${MAX_REMOTE_FILES} files.`);
    const maxBytes = Math.min(OUTBOUND_LIMITS.maxBytes, MAX_REMOTE_BYTES - this.#remoteBytes);
    if (maxBytes <= 0) return this.#missing(url, "the files of the page are too large together.");
    try {
      const file = await guardedFetch(url.href, this.#policy, { ...OUTBOUND_LIMITS, maxBytes });
      this.#remoteBytes += file.bytes.byteLength;
      return sharedFile(file.bytes, file.contentType);
    } catch (error) {
      return this.#missing(url, error instanceof Error ? error.message : String(error));
    }
  }

  #missing(url: URL, reason: string): undefined {
    const { host, pathname } = url;
    if (this.warnings.length < MAX_WARNINGS)
      this.warnings.push(`${host}${pathname.slice(0, 100)} is missing: ${reason}`);
  }
}

/** The sealed page has an opaque origin, so fonts need permission even from where the page itself came. */
export function sharedFile(body: Uint8Array, contentType: string): ServedFile {
  return { contentType, headers: { "access-control-allow-origin": "*" }, body };
}

function fulfilment(
  requestId: string,
  { contentType, headers, body }: ServedFile,
): Protocol.Fetch.FulfillRequestRequest {
  return {
    requestId,
    responseCode: 200,
    responseHeaders: Object.entries({ ...headers, "content-type": contentType }).map(([name, value]) => ({
      name,
      value,
    })),
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("base64"),
  };
}
