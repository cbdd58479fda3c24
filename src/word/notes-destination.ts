import { AppendedPart } from "./appended-part.ts";
import { DestinationPart } from "./destination-part.ts";
import { NAMESPACES } from "./namespaces.ts";
import type { SettingsDestination } from "./settings-destination.ts";
import type { WordOutput } from "./word-output.ts";

/** Footnotes or endnotes of the combined document (ECMA-376 Part 1, 17.11). */
export class NotesDestination extends AppendedPart {
  readonly kind: "footnote" | "endnote";
  readonly #settings: SettingsDestination;

  constructor(kind: "footnote" | "endnote", output: WordOutput, settings: SettingsDestination) {
    super(output, 0);
    this.kind = kind;
    this.#settings = settings;
  }

  protected open(): DestinationPart {
    if (this.opened) return this.opened;
    const { kind, output } = this;
    const type = `${kind}s`;
    const hadPart = output.relationships(output.mainPart).ofType(type).length > 0;
    this.opened = new DestinationPart(output, type, emptyNotes(kind));
    this.last = this.opened.highest(`w:${kind}`, "w:id", this.last);
    if (!hadPart) this.#settings.addSeparators(kind);
    return this.opened;
  }
}

/** A part with the separators that every document with notes has (17.11.1, 17.11.23). */
function emptyNotes(kind: "footnote" | "endnote"): string {
  const separator = (id: number, name: string) =>
    `<w:${kind} w:type="${name}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${name}/></w:r></w:p></w:${kind}>`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:${kind}s xmlns:w="${NAMESPACES.w}">${separator(-1, "separator")}${separator(0, "continuationSeparator")}</w:${kind}s>`;
}
