import { Buffer } from "node:buffer";
import type { Protocol } from "devtools-protocol";
import { Failure } from "../domain/failure.ts";
import { type FetchedFile, guardedFetch } from "../outbound/guarded-fetch.ts";
import { OUTBOUND_LIMITS, type OutboundPolicy } from "../outbound/outbound-policy.ts";
import { SANDBOX_ORIGIN } from "./content-security-policy.ts";
import type { DevToolsSession } from "./devtools-connection.ts";
import { fontProblem, imageProblem, scriptProblem, styleSheetProblem } from "./shown-file.ts";
import type { StaticAssets } from "./static-assets.ts";
import { type FilesAnswered, fileName, MAX_ADDRESS, relativeProblem } from "./unloaded-files.ts";

/** What a page may name from elsewhere. Prefetches, media, beacons and the like are not needed for printing. */
const REMOTE_TYPES = new Set<Protocol.Network.ResourceType>(["Image", "Stylesheet", "Font", "Script"]);
const ASSET_PATH = /^\/(fonts|layout)\//;

/** How many files one page may ask for, and how large they may be together. */
const MAX_REMOTE_FILES = 200;
const MAX_REMOTE_BYTES = 50 * 1024 * 1024;
/** If many images are missing, a run shows the first. */
const MAX_WARNINGS = 50;
/** What browsers ask for by themselves. */
const UNASKED = /^\/favicon\.ico$/;

/** A file as the page gets it. */
export interface ServedFile {
  contentType: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** Answers the requests of one sealed page from memory; nothing of it reaches the browser's own network. */
export class PageResources implements FilesAnswered {
  readonly #assets: StaticAssets;
  readonly #documents = new Map<string, ServedFile>();
  readonly #later = new Map<string, () => Promise<ServedFile | undefined>>();
  readonly #served = new Set<string>();
  /** What is missing, by its address, and why. */
  readonly #missing = new Map<string, string>();
  #warnedOfFonts = false;
  #changeSheet: (css: string) => string = (css) => css;
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
    this.#documents.set(SANDBOX_ORIGIN + path, file);
  }

  /** Serves what is read only when it is asked for. */
  serveLater(path: string, read: () => Promise<ServedFile | undefined>): void {
    this.#later.set(SANDBOX_ORIGIN + path, read);
  }

  /** From now on files of other origins are fetched, guarded. */
  allowRemote(policy: OutboundPolicy): void {
    this.#policy = policy;
  }

  /** From now on style sheets of other origins are changed on their way. */
  changeSheets(change: (css: string) => string): void {
    this.#changeSheet = change;
  }

  /** Of the files that are missing. */
  get warnings(): string[] {
    const all = Array.from(this.#missing, ([address, problem]) => `${fileName(address)} is missing: ${problem}`);
    const more = all.length - MAX_WARNINGS;
    return more > 0 ? [...all.slice(0, MAX_WARNINGS), `${more} more files of the page are missing.`] : all;
  }

  get warnedOfFonts(): boolean {
    return this.#warnedOfFonts;
  }

  wasServed(address: string): boolean {
    return this.#served.has(keyOf(address));
  }

  wasWarnedOf(address: string): boolean {
    return this.#missing.has(keyOf(address));
  }

  warn(address: string, problem: string): undefined {
    if (!this.wasWarnedOf(address)) this.#missing.set(keyOf(address), problem);
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
      if (file) this.#served.add(keyOf(paused.request.url));
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
    if (later) return (await later()) ?? this.warn(url.href, "it is no longer stored.");
    if (url.origin === SANDBOX_ORIGIN) {
      const asset = ASSET_PATH.test(url.pathname) ? await this.#asset(url) : undefined;
      if (!asset && !UNASKED.test(url.pathname)) this.warn(url.href, relativeProblem(url.href));
      return asset;
    }
    const file = REMOTE_TYPES.has(resourceType) ? await this.fetchFile(url, resourceType) : undefined;
    if (!file) return undefined;
    return sharedFile(resourceType === "Stylesheet" ? this.#changed(file.bytes) : file.bytes, file.contentType);
  }

  #changed(sheet: Uint8Array): Uint8Array {
    const css = new TextDecoder().decode(sheet);
    const changed = this.#changeSheet(css);
    return changed === css ? sheet : new TextEncoder().encode(changed);
  }

  async #asset({ href, pathname }: URL): Promise<ServedFile | undefined> {
    try {
      const asset = await this.#assets.read(pathname);
      return asset && sharedFile(asset.bytes, asset.contentType);
    } catch (error) {
      this.warn(href, String(error));
      return undefined;
    }
  }

  /** A file of another origin, or undefined if it is missing or is not of the type, which is told. Fetched with the same guard and bounds as others. */
  async fetchFile(url: URL, type: Protocol.Network.ResourceType): Promise<FetchedFile | undefined> {
    if (!this.#policy || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
    if (++this.#remoteFiles > MAX_REMOTE_FILES)
      return this.#refuse(
        url,
        type,
        `a page may use ${MAX_REMOTE_FILES} files. Put several pictures into one, or write small ones into the page.`,
      );
    const maxBytes = Math.min(OUTBOUND_LIMITS.maxBytes, MAX_REMOTE_BYTES - this.#remoteBytes);
    if (maxBytes <= 0)
      return this.#refuse(url, type, "the files of the page are too large together. Use smaller ones.");
    try {
      const file = await guardedFetch(url.href, this.#policy, { ...OUTBOUND_LIMITS, maxBytes });
      this.#remoteBytes += file.bytes.byteLength;
      const problem = problemOf(file, type);
      if (problem !== undefined) return this.#refuse(url, type, problem);
      return file;
    } catch (error) {
      return this.#refuse(url, type, fetchProblem(error));
    }
  }

  #refuse(url: URL, type: Protocol.Network.ResourceType, problem: string): undefined {
    this.#warnedOfFonts ||= type === "Font";
    return this.warn(url.href, problem);
  }
}

/** An address as what it names is remembered by. */
const keyOf = (address: string): string =>
  address
    .replace(/#.*$/s, "")
    .replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase())
    .slice(0, MAX_ADDRESS);

/** Why a file has not come, and what to do about it. */
function fetchProblem(error: unknown): string {
  if (!(error instanceof Failure)) return String(error);
  if (error.code === "url_unreachable")
    return `${error.message} See whether the address opens without signing in, and can be reached from the internet.`;
  return error.code === "file_too_large" ? `${error.message} Use a smaller file.` : error.message;
}

/** Why a file that has come cannot be used for what it was asked for. */
function problemOf({ bytes, contentType }: FetchedFile, type: Protocol.Network.ResourceType): string | undefined {
  if (type === "Image") return imageProblem(bytes, contentType);
  if (type === "Stylesheet") return styleSheetProblem(contentType);
  if (type === "Font") return fontProblem(bytes);
  return type === "Script" ? scriptProblem(bytes) : undefined;
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
