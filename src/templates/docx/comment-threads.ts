import { XmlEdits } from "../../office/xml-edits.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import type { OutputPackage } from "../ooxml/output-package.ts";

/** Ids of paragraphs are below this (MS-DOCX, 2.2.4). */
const END_OF_IDS = 0x80000000;

/**
 * Comments that loops repeated get paragraphs of their own, and what is kept about comments beside them (MS-DOCX, 2.5.4)
 * goes with them: who answers whom, what is done; nothing is kept of comments that are gone.
 */
export class CommentThreads {
  /** Copies of each paragraph of the template, in the order of the text. */
  readonly #copies = new Map<string, { id: string; order: number }[]>();
  #next: number;
  #order = 0;

  constructor(comments: string) {
    const known = Array.from(comments.matchAll(/ w14:paraId="([0-9a-fA-F]{1,8})"/g), ([, id = ""]) =>
      Number.parseInt(id, 16),
    );
    this.#next = known.reduce((highest, id) => Math.max(highest, id < END_OF_IDS / 2 ? id : 0), 0x10000000) + 1;
  }

  /** A comment that a loop made, with ids that are its own. */
  withOwnIds(comment: string): string {
    const order = this.#order++;
    return comment.replace(/ w14:paraId="([^"]*)"/g, (_, known: string) => {
      const id = (this.#next++).toString(16).toUpperCase().padStart(8, "0");
      this.#copies.set(known, [...(this.#copies.get(known) ?? []), { id, order }]);
      return ` w14:paraId="${id}"`;
    });
  }

  /** Brings what is kept beside comments in line with them. */
  finalize(output: OutputPackage, comments: string): void {
    const present = new Set(Array.from(comments.matchAll(/ w14:paraId="([^"]*)"/g), ([, id]) => id));
    for (const [suffix, prefix] of [
      ["commentsExtended", "w15:"],
      ["commentsIds", "w16cid:"],
    ] as const) {
      const [part] = output.contentTypes.partsOf((type) => type.endsWith(`wordprocessingml.${suffix}+xml`));
      const xml = part === undefined ? undefined : output.text(part);
      if (part === undefined || xml === undefined) continue;
      const root = parseXml(xml);
      const edits = new XmlEdits(xml);
      for (const entry of root.elements()) {
        const id = entry.attribute(`${prefix}paraId`) ?? "";
        if (prefix === "w15:")
          for (const copy of this.#copies.get(id) ?? []) edits.append(root, this.#entryOf(entry, copy));
        if (!present.has(id)) edits.remove(entry);
      }
      if (!edits.isEmpty) output.set(part, edits.toString());
    }
  }

  #entryOf(entry: XmlElement, { id, order }: { id: string; order: number }): string {
    const parents = this.#copies.get(entry.attribute("w15:paraIdParent") ?? "");
    // The answer belongs to the copy of its turn: the last one before it, however many turns have none.
    const parent = parents?.findLast((each) => each.order <= order) ?? parents?.[0];
    return entry
      .outer()
      .replace(/(w15:paraId=")[^"]*/, `$1${id}`)
      .replace(/(w15:paraIdParent=")([^"]*)/, (_, start: string, known: string) => start + (parent?.id ?? known));
  }
}
