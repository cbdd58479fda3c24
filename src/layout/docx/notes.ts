/** Footnotes and endnotes: numbering in order of reference, stories read when asked (ECMA-376 part 1, 17.11). */
import { childrenNamed, type XmlElement } from "../package/xml.ts";
import { formatNumber } from "./number-format.ts";
import type { DocumentSettings } from "./settings.ts";

export type NoteKind = "footnote" | "endnote";

export class NoteRegistry {
  readonly #elements: Record<NoteKind, Map<string, XmlElement>>;
  readonly #labels: Record<NoteKind, Map<string, string>> = { footnote: new Map(), endnote: new Map() };
  readonly #counters: Record<NoteKind, number>;
  readonly #formats: Record<NoteKind, string>;

  constructor(footnotes: XmlElement | undefined, endnotes: XmlElement | undefined, settings: DocumentSettings) {
    this.#elements = { footnote: byId(footnotes, "w:footnote"), endnote: byId(endnotes, "w:endnote") };
    this.#counters = { footnote: settings.footnotes.start ?? 1, endnote: settings.endnotes.start ?? 1 };
    this.#formats = {
      footnote: settings.footnotes.format ?? "decimal",
      endnote: settings.endnotes.format ?? "lowerRoman",
    };
  }

  /** A section may change the number format of its notes. */
  useFormats(footnote: string | undefined, endnote: string | undefined): void {
    if (footnote) this.#formats.footnote = footnote;
    if (endnote) this.#formats.endnote = endnote;
  }

  labelFor(kind: NoteKind, id: string): string {
    const known = this.#labels[kind].get(id);
    if (known !== undefined) return known;
    const label = formatNumber(this.#counters[kind], this.#formats[kind]);
    this.#counters[kind] += 1;
    this.#labels[kind].set(id, label);
    return label;
  }

  element(kind: NoteKind, id: string): XmlElement | undefined {
    return this.#elements[kind].get(id);
  }

  /** Ids in order of first reference. */
  referenced(kind: NoteKind): [id: string, label: string][] {
    return [...this.#labels[kind]];
  }
}

function byId(root: XmlElement | undefined, name: string): Map<string, XmlElement> {
  const notes = new Map<string, XmlElement>();
  for (const element of childrenNamed(root, name)) {
    const type = element.attributes["w:type"];
    if (type && type !== "normal") continue;
    notes.set(element.attributes["w:id"] ?? "", element);
  }
  return notes;
}
