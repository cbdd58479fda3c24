import type { MergeData } from "../domain/merge-data.ts";
import { dataMistakes, type PlaceOf } from "../language/data-mistakes.ts";
import type { FieldNode } from "../language/field-tree.ts";
import type { Finding } from "../language/lint/finding.ts";
import { lintReads } from "../language/lint/lint-reads.ts";
import { shortenTag } from "../language/template-error.ts";
import type { TemplateFields } from "./template-engine.ts";

/** The fields that a compiled template reads, with their places; kept with it and shared by its merges. */
export class FieldIndex implements TemplateFields {
  readonly names: readonly string[];
  readonly #root: FieldNode;
  readonly #placeOf: PlaceOf;

  /** @param placeOf where a tag is, worked out only if a warning names it */
  constructor(root: FieldNode, placeOf: PlaceOf) {
    this.names = [...root.members.keys()];
    this.#root = root;
    this.#placeOf = placeOf;
  }

  placeOf(name: string): string {
    const tag = this.#root.members.get(name)?.first;
    if (!tag) return "";
    const place = this.#placeOf(tag.site, tag.part);
    return [shortenTag(tag.site.source), place && `in ${place}`].filter(Boolean).join(" ");
  }

  /** What is odd about the reads of fields, whatever the data are. */
  findings(): Finding[] {
    return lintReads(this.#root);
  }

  /** Where the data differ from what the template reads. */
  mistakesIn(data: MergeData): string[] {
    return dataMistakes(this.#root, data, this.#placeOf);
  }
}
