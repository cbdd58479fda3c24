import { Failure } from "../../domain/failure.ts";
import type { TemplateSource } from "../template-engine.ts";
import type { CompiledPackage } from "./compiled-package.ts";

/** Total packed size of the templates that stay compiled; a program takes several times its file. */
const CACHED_BYTES = 4 * 1024 * 1024;

/** Compiled packages by version key, least recently used first; a version's bytes never change. */
export class PackageCache<Compiled extends Pick<CompiledPackage, "source" | "errors">> {
  readonly #entries = new Map<string, Compiled>();
  #bytes = 0;

  /** The compiled form of a version. @throws Failure `template_invalid` with its errors, and what `compile` throws */
  async compiled(source: TemplateSource, compile: (bytes: Uint8Array) => Compiled): Promise<Compiled> {
    const known = this.#get(source.versionKey);
    if (known) return known;
    const compiled = compile(await source.bytes());
    if (compiled.errors.length > 0)
      throw new Failure("template_invalid", "The template has errors.", { errors: compiled.errors });
    this.#set(source.versionKey, compiled);
    return compiled;
  }

  #get(key: string): Compiled | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  #set(key: string, compiled: Compiled): void {
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
