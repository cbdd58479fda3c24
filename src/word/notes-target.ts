import { XmlEdits } from "../office/xml-edits.ts";
import { NAMESPACES } from "./namespaces.ts";
import type { RootNamespaces } from "./root-namespaces.ts";
import type { SettingsTarget } from "./settings-target.ts";
import { TargetPart } from "./target-part.ts";
import type { WordOutput } from "./word-output.ts";

/** Footnotes or endnotes of the document that is put together (ECMA-376 Part 1, 17.11). */
export class NotesTarget {
  readonly #added: string[] = [];
  #opened: TargetPart | undefined;
  #last = 0;

  readonly kind: "footnote" | "endnote";
  private readonly output: WordOutput;
  private readonly settings: SettingsTarget;

  constructor(kind: "footnote" | "endnote", output: WordOutput, settings: SettingsTarget) {
    this.kind = kind;
    this.output = output;
    this.settings = settings;
  }

  get part(): string {
    return this.#open().name;
  }

  get namespaces(): RootNamespaces {
    return this.#open().namespaces;
  }

  nextId(): number {
    this.#open();
    return ++this.#last;
  }

  add(note: string): void {
    this.#added.push(note);
  }

  finish(): void {
    const part = this.#opened;
    if (!part || this.#added.length === 0) return;
    const edits = new XmlEdits(part.root.source);
    edits.append(part.root, this.#added.join(""));
    part.write(edits);
  }

  #open(): TargetPart {
    if (this.#opened) return this.#opened;
    const { kind, output } = this;
    const type = `${kind}s`;
    const hadPart = output.relationships(output.mainPart).ofType(type).length > 0;
    this.#opened = new TargetPart(output, type, emptyNotes(kind));
    this.#last = this.#opened.highest(`w:${kind}`, "w:id", this.#last);
    if (!hadPart) this.settings.addSeparators(kind);
    return this.#opened;
  }
}

/** A part with the separators that every document with notes has (17.11.1, 17.11.23). */
function emptyNotes(kind: "footnote" | "endnote"): string {
  const separator = (id: number, name: string) =>
    `<w:${kind} w:type="${name}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${name}/></w:r></w:p></w:${kind}>`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:${kind}s xmlns:w="${NAMESPACES.w}">${separator(-1, "separator")}${separator(0, "continuationSeparator")}</w:${kind}s>`;
}
