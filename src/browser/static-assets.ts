/** A static asset as the page gets it. */
export interface Asset {
  bytes: Uint8Array;
  contentType: string;
}

/** Fonts of a few documents, the layout bundle; the object shares 128 MB with four renders. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** Reads the Worker's static assets and keeps those that were used last. */
export class StaticAssets {
  readonly #binding: Fetcher;
  readonly #cached = new Map<string, Asset>();
  #cachedBytes = 0;

  constructor(binding: Fetcher) {
    this.#binding = binding;
  }

  /** @returns undefined when there is no such asset */
  async read(path: string): Promise<Asset | undefined> {
    const known = this.#cached.get(path);
    if (known) {
      // Taken out and put back: a Map keeps its order, so the first entry is the one unused longest.
      this.#cached.delete(path);
      this.#cached.set(path, known);
      return known;
    }
    const response = await this.#binding.fetch(new URL(path, "https://assets.invalid"));
    if (!response.ok) {
      await response.body?.cancel();
      return undefined;
    }
    const asset = {
      bytes: new Uint8Array(await response.arrayBuffer()),
      contentType: response.headers.get("content-type") ?? "application/octet-stream",
    };
    this.#keep(path, asset);

    return asset;
  }

  #keep(path: string, asset: Asset): void {
    if (this.#cached.has(path)) return;
    this.#cached.set(path, asset);
    this.#cachedBytes += asset.bytes.byteLength;
    for (const [oldest, { bytes }] of this.#cached) {
      if (this.#cachedBytes <= MAX_CACHED_BYTES) break;
      this.#cached.delete(oldest);
      this.#cachedBytes -= bytes.byteLength;
    }
  }
}
