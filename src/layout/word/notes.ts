/** Footnotes and endnotes: numbering in order of reference, stories read when asked (ECMA-376 part 1, 17.11). */

import { formatNumber } from "../../office/number-format.ts";
import { childrenNamed, readXml, type XmlNode } from "../../office/xml-node.ts";
import type { NoteKind, NoteLabel } from "../model/blocks.ts";
import type { DocumentSettings } from "../model/document-settings.ts";
import type { NoteNumbering } from "../model/section.ts";

const DEFAULT_FORMATS: Readonly<Record<NoteKind, string>> = { footnote: "decimal", endnote: "lowerRoman" };

export type SeparatorType = "separator" | "continuationSeparator";

const WORDPROCESSING = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

export class NoteRegistry {
  readonly #elements: Record<NoteKind, Map<string, XmlNode>>;
  readonly #roots: Record<NoteKind, XmlNode | undefined>;
  readonly #labels: Record<NoteKind, Map<string, NoteLabel>> = { footnote: new Map(), endnote: new Map() };
  readonly #settings: Record<NoteKind, NoteNumbering>;
  readonly #counters: Record<NoteKind, number>;
  readonly #formats: Record<NoteKind, string>;
  /** First number of each page in a section whose pages count their own footnotes. */
  #firstOfPage: number | undefined;

  constructor(footnotes: XmlNode | undefined, endnotes: XmlNode | undefined, settings: DocumentSettings) {
    this.#roots = { footnote: footnotes, endnote: endnotes };
    this.#elements = { footnote: byId(footnotes, "w:footnote"), endnote: byId(endnotes, "w:endnote") };
    this.#settings = { footnote: settings.footnotes, endnote: settings.endnotes };
    this.#counters = { footnote: 1, endnote: 1 };
    this.#formats = { ...DEFAULT_FORMATS };
    this.enterSection(this.#settings, true);
  }

  /** A section may change the format of its notes' numbers and restart them (17.11.11, 17.11.19). */
  enterSection(numbering: Record<NoteKind, NoteNumbering>, isFirst: boolean): void {
    for (const kind of ["footnote", "endnote"] as const) {
      const { format, start, restart } = numbering[kind];
      const settings = this.#settings[kind];
      this.#formats[kind] = format ?? settings.format ?? DEFAULT_FORMATS[kind];
      const rule = restart ?? settings.restart;
      const first = start ?? settings.start ?? 1;
      if (kind === "footnote") this.#firstOfPage = rule === "eachPage" ? first : undefined;
      if (isFirst || rule === "eachSect") this.#counters[kind] = first;
    }
  }

  labelFor(kind: NoteKind, id: string): NoteLabel {
    const known = this.#labels[kind].get(id);
    if (known !== undefined) return known;
    const numberFormat = this.#formats[kind];
    const label: NoteLabel = { text: formatNumber(this.#counters[kind], numberFormat) };
    if (kind === "footnote" && this.#firstOfPage !== undefined) {
      label.field = { name: "FOOTNOTE", id, first: this.#firstOfPage, numberFormat };
    }
    this.#counters[kind] += 1;
    this.#labels[kind].set(id, label);
    return label;
  }

  element(kind: NoteKind, id: string): XmlNode | undefined {
    return this.#elements[kind].get(id);
  }

  /** The note that holds what separates notes from the text; a plain line when the file has none. */
  separator(kind: NoteKind, type: SeparatorType): XmlNode {
    return (
      childrenNamed(this.#roots[kind], `w:${kind}`).find((element) => element.attributes["w:type"] === type) ??
      readXml(`<w:footnote xmlns:w="${WORDPROCESSING}"><w:p><w:r><w:${type}/></w:r></w:p></w:footnote>`)
    );
  }

  /** Ids in order of first reference. */
  referenced(kind: NoteKind): [id: string, label: NoteLabel][] {
    return [...this.#labels[kind]];
  }
}

function byId(root: XmlNode | undefined, name: string): Map<string, XmlNode> {
  const notes = new Map<string, XmlNode>();
  for (const element of childrenNamed(root, name)) {
    const type = element.attributes["w:type"];
    if (type && type !== "normal") continue;
    notes.set(element.attributes["w:id"] ?? "", element);
  }
  return notes;
}
