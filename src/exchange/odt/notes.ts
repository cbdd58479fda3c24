/** Headers, footers and notes of a document: parts of their own. */
import { type PackageBuilder, PartRelationships } from "../../binary/doc/package-builder.ts";
import { element, valued } from "../../binary/doc/xml-writer.ts";
import { elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import { numberFormat, startOf } from "./text-format.ts";

export type NoteKind = "footnote" | "endnote";

/** How the notes of a kind are numbered (`text:notes-configuration`). */
interface NoteSettings {
  /** Of the pages that they stand on. */
  master: string | undefined;
  /** Styles of the number in the text and beside the note. */
  mark: string | undefined;
  citation: string | undefined;
  xml: string;
}

const RESTARTS: Readonly<Record<string, string>> = { chapter: "eachSect", page: "eachPage" };

export class Notes {
  /** Of notes of both kinds. */
  readonly relationships = new PartRelationships();
  readonly #builder: PackageBuilder;
  readonly #notes: Record<NoteKind, string[]> = { footnote: [], endnote: [] };
  readonly #settings = new Map<string, NoteSettings>();
  #headers = 0;

  constructor(builder: PackageBuilder) {
    this.#builder = builder;
  }

  /** `office:styles`. */
  addStyles(container: OdfNode | undefined): void {
    for (const { attributes } of elementsOf(container, "text:notes-configuration")) {
      const start = startOf(attributes["text:start-value"]);
      this.#settings.set(attributes["text:note-class"] ?? "", {
        master: attributes["text:master-page-name"],
        mark: attributes["text:citation-body-style-name"],
        citation: attributes["text:citation-style-name"],
        xml:
          valued("w:numFmt", numberFormat(attributes["style:num-format"])) +
          valued("w:numStart", start === undefined ? undefined : start + 1) +
          valued("w:numRestart", RESTARTS[attributes["text:start-numbering-at"] ?? ""]),
      });
    }
  }

  settings(kind: NoteKind): NoteSettings {
    return this.#settings.get(kind) ?? { master: undefined, mark: undefined, citation: undefined, xml: "" };
  }

  /** @returns the note's number among those of its kind, from 1 */
  reserve(kind: NoteKind): number {
    return this.#notes[kind].push("");
  }

  set(kind: NoteKind, id: number, blocks: string): void {
    this.#notes[kind][id - 1] = element(`w:${kind}`, { "w:id": id }, blocks);
  }

  has(kind: NoteKind): boolean {
    return this.#notes[kind].length > 0;
  }

  /** @returns the name of its part */
  addHeader(kind: "header" | "footer", blocks: string, relationships: PartRelationships): string {
    const part = `word/${kind}${++this.#headers}.xml`;
    this.#builder.add(part, kind === "header" ? "w:hdr" : "w:ftr", blocks || "<w:p/>", relationships);
    return part;
  }

  /** What the document's settings say of them. */
  get settingsXml(): string {
    return (["footnote", "endnote"] as const)
      .map((kind) => (this.settings(kind).xml === "" ? "" : element(`w:${kind}Pr`, {}, this.settings(kind).xml)))
      .join("");
  }

  /** Writes the parts of the notes. */
  finish(body: PartRelationships): void {
    for (const kind of ["footnote", "endnote"] as const) {
      if (this.#notes[kind].length === 0) continue;
      const part = `word/${kind}s.xml`;
      this.#builder.add(part, `w:${kind}s`, this.#notes[kind].join(""), this.relationships);
      body.to(`${kind}s`, part);
    }
  }
}
