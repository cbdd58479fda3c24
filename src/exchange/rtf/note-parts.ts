/** Headers, footers and notes of a document: parts of their own. */
import { type PackageBuilder, PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import type { Story } from "./story.ts";

type NoteKind = "footnote" | "endnote";

export class NoteParts {
  /** The note that is being read is an endnote; a footnote unless it says so. */
  isEndnote = false;
  readonly #builder: PackageBuilder;
  readonly #notes: Record<NoteKind, string[]> = { footnote: [], endnote: [] };
  /** Of notes of both kinds. */
  readonly relationships = new PartRelationships();
  #headers = 0;

  constructor(builder: PackageBuilder) {
    this.#builder = builder;
  }

  /** What stands for the number of a note within it. */
  get mark(): string {
    return this.isEndnote ? "<w:endnoteRef/>" : "<w:footnoteRef/>";
  }

  /** @returns what stands for the note in the text */
  add(story: Story): string {
    const kind: NoteKind = this.isEndnote ? "endnote" : "footnote";
    this.isEndnote = false;
    const id = this.#notes[kind].push("");
    this.#notes[kind][id - 1] = element(`w:${kind}`, { "w:id": id }, story.finish());
    return element(`w:${kind}Reference`, { "w:id": id });
  }

  /** @returns the name of its part */
  addHeader(kind: "header" | "footer", story: Story): string {
    const part = `word/${kind}${++this.#headers}.xml`;
    this.#builder.add(part, kind === "header" ? "w:hdr" : "w:ftr", story.finish() || "<w:p/>", story.relationships);
    return part;
  }

  /** Writes the parts of the notes. */
  finish(body: Story): void {
    for (const kind of ["footnote", "endnote"] as const) {
      if (this.#notes[kind].length === 0) continue;
      const part = `word/${kind}s.xml`;
      this.#builder.add(part, `w:${kind}s`, this.#notes[kind].join(""), this.relationships);
      body.relationships.to(`${kind}s`, part);
    }
  }
}
