import { createHash, type Hash } from "node:crypto";
import { canonicalJson } from "../../domain/canonical-json.ts";
import type { MergeData } from "../../domain/merge-data.ts";

/** A digest is taken up again after at most so many bytes more than it has in common with another one. */
const KEPT_EACH = 4096;

/**
 * SHA-256 of data as canonical JSON (RFC 8785), of many that have most of their members in common, as the items of a loop have: each
 * has its whole list. What is common is written once, and hashed once as far as it comes before anything of an item's own. What
 * comes behind that is hashed for each item, since SHA-256 goes from front to back: from the bytes that are there, which takes a
 * thirtieth of the time that it takes to write them.
 */
export class DataDigests {
  readonly #common: MergeData;
  /** Names of the common members, in canonical order. */
  readonly #names: string[];
  readonly #written = new Map<string, Uint8Array>();
  /** The hash after so many common members, some of them. */
  readonly #kept: { members: number; hash: Hash }[];

  constructor(common: MergeData) {
    this.#common = common;
    this.#names = namesOf(common);
    this.#kept = [{ members: 0, hash: createHash("sha256").update("{") }];
  }

  /** @returns 64 lower-case hex digits */
  of(data: MergeData): string {
    const names = namesOf(data);
    const differs = names.findIndex((name, index) => name !== this.#names[index] || !this.#isCommon(data, name));
    const inCommon = differs === -1 ? names.length : differs;
    const hash = this.#after(inCommon);
    for (const [index, name] of names.entries()) {
      if (index >= inCommon) this.#update(hash, index, name, data);
    }
    return hash.update("}").digest("hex");
  }

  #isCommon(data: MergeData, name: string): boolean {
    return data[name] === this.#common[name];
  }

  /** The hash after the first members that all have in common; the caller's own. */
  #after(members: number): Hash {
    const before = this.#kept.findLast((kept) => kept.members <= members);
    let hash = before?.hash.copy() ?? createHash("sha256");
    let since = 0;
    for (let index = before?.members ?? 0; index < members; index++) {
      since += this.#update(hash, index, this.#names[index] ?? "", this.#common);
      if (since < KEPT_EACH) continue;
      this.#kept.push({ members: index + 1, hash });
      hash = hash.copy();
      since = 0;
    }
    return hash;
  }

  /** @returns how many bytes it was */
  #update(hash: Hash, index: number, name: string, data: MergeData): number {
    const bytes = this.#isCommon(data, name) ? this.#bytesOf(name) : member(name, data[name]);
    if (index > 0) hash.update(",");
    hash.update(bytes);
    return bytes.length;
  }

  #bytesOf(name: string): Uint8Array {
    const written = this.#written.get(name) ?? member(name, this.#common[name]);
    this.#written.set(name, written);
    return written;
  }
}

const namesOf = (data: MergeData): string[] =>
  Object.keys(data)
    .filter((name) => data[name] !== undefined)
    .sort((left, right) => (left < right ? -1 : 1));

const member = (name: string, value: unknown): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(name)}:${canonicalJson(value)}`);
