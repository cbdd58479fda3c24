import type { CompiledPackage } from "./compiled-package.ts";

/** Sum of the packed bytes of the templates that stay compiled; a program takes several times its file. */
const CACHED_BYTES = 4 * 1024 * 1024;

/** Compiled packages by version key, least recently used first; a version's bytes never change. */
export class PackageCache<Compiled extends Pick<CompiledPackage, "source">> {
  readonly #entries = new Map<string, Compiled>();
  #bytes = 0;

  get(key: string): Compiled | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, compiled: Compiled): void {
    const size = compiled.source.bytes.length;
    if (size > CACHED_BYTES || this.#entries.has(key)) return;
    this.#entries.set(key, compiled);
    this.#bytes += size;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= CACHED_BYTES) break;
      this.#entries.delete(oldest);
      this.#bytes -= entry.source.bytes.length;
    }
  }
}
