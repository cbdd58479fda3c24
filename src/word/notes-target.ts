import { XmlEdits } from "../opc/xml-edits.ts";
import { parseXml, type XmlElement } from "../opc/xml-tree.ts";
import { NAMESPACES } from "./namespaces.ts";
import { RootNamespaces } from "./root-namespaces.ts";
import type { SettingsTarget } from "./settings-target.ts";
import type { WordOutput } from "./word-output.ts";

/** Footnotes or endnotes of the document that is put together (ECMA-376 Part 1, 17.11). */
export class NotesTarget {
  readonly #added: string[] = [];
  #root: XmlElement | undefined;
  #namespaces: RootNamespaces | undefined;
  #part = "";
  #last = 0;

  constructor(
    readonly kind: "footnote" | "endnote",
    private readonly output: WordOutput,
    private readonly settings: SettingsTarget,
  ) {}

  get part(): string {
    this.#open();
    return this.#part;
  }

  get namespaces(): RootNamespaces {
    this.#open();
    return this.#namespaces!;
  }

  nextId(): number {
    this.#open();
    return ++this.#last;
  }

  add(note: string): void {
    this.#added.push(note);
  }

  finish(): void {
    if (!this.#root || this.#added.length === 0) return;
    const edits = new XmlEdits(this.#root.source);
    edits.append(this.#root, this.#added.join(""));
    this.#namespaces!.declareOn(this.#root, edits);
    this.output.set(this.#part, edits.toString());
  }

  #open(): void {
    if (this.#root) return;
    const { kind, output } = this;
    const type = `${kind}s`;
    const hadPart = output.relationships(output.mainPart).ofType(type).length > 0;
    const empty = emptyNotes(kind);
    this.#part = output.partOfMain(type, empty);
    this.#root = parseXml(output.text(this.#part) ?? empty);
    this.#namespaces = new RootNamespaces(this.#root);
    for (const note of this.#root.elements(`w:${kind}`))
      this.#last = Math.max(this.#last, Number(note.attribute("w:id")) || 0);
    if (!hadPart) this.settings.addSeparators(kind);
  }
}

/** A part with the separators that every document with notes has (17.11.1, 17.11.23). */
function emptyNotes(kind: "footnote" | "endnote"): string {
  const separator = (id: number, name: string) =>
    `<w:${kind} w:type="${name}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${name}/></w:r></w:p></w:${kind}>`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:${kind}s xmlns:w="${NAMESPACES.w}">${separator(-1, "separator")}${separator(0, "continuationSeparator")}</w:${kind}s>`;
}
