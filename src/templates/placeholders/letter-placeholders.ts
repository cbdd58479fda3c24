import { Failure } from "../../domain/failure.ts";
import { XmlEdits } from "../../office/xml-edits.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { ZipWriter } from "../../office/zip-writer.ts";
import { STORY_TYPES } from "../docx/word-parts.ts";
import { WordPlaces } from "../docx/word-places.ts";
import { OfficePackage } from "../ooxml/office-package.ts";
import { findPlaceholders, type PlaceholderKind } from "./find-placeholders.ts";

/** A place of an Office file that is filled in by hand, and could be a field. */
export interface LetterPlaceholder {
  /** Stays the same as long as the file does. */
  id: string;
  kind: PlaceholderKind;
  /** As it is written: `[Company]`. */
  text: string;
  /** The text of its paragraph before and behind it. */
  before: string;
  behind: string;
  /** Where it is, in words. */
  place: string;
  /** What the field could be called; several with one name are one field. */
  name: string;
}

const MAX_PLACEHOLDERS = 500;
const SHOWN_CHARACTERS = 60;
const SLIDES = /presentationml\.slide\+xml$/;
const PARAGRAPHS = new Set(["w:p", "a:p"]);
/** Texts of merge fields: they are filled as they are. */
const OWN_FIELD = "\uFFFC";

/** A stretch of a paragraph's text and the element that holds it. */
interface Piece {
  start: number;
  text: string;
  element: XmlElement;
}

interface Paragraph {
  offset: number;
  text: string;
  pieces: Piece[];
}

/** Everything in a Word or PowerPoint file that is filled in by hand. @throws Failure of files that cannot be read */
export function letterPlaceholders(bytes: Uint8Array): LetterPlaceholder[] {
  return foundIn(new OfficePackage(bytes)).map(({ shown }) => shown);
}

/**
 * The file with fields in place of what was accepted; everything else is as it was, byte for byte within each part.
 * @param names of the fields, by the placeholders' ids
 * @throws Failure `invalid_request` if an id names none
 */
export function withFields(bytes: Uint8Array, names: ReadonlyMap<string, string>): Uint8Array {
  const source = new OfficePackage(bytes);
  const found = foundIn(source);
  const ids = new Set(found.map(({ shown }) => shown.id));
  const unknown = [...names.keys()].find((id) => !ids.has(id));
  if (unknown !== undefined)
    throw new Failure(
      "invalid_request",
      `There is no placeholder ${unknown} in the document: it may have been replaced meanwhile. Look the placeholders up again.`,
    );
  const changed = new Map<string, string>();
  for (const part of new Set(found.map((each) => each.part))) {
    const accepted = found.filter((each) => each.part === part && names.has(each.shown.id));
    if (accepted.length > 0) changed.set(part, partWithFields(accepted, names));
  }
  const writer = new ZipWriter();
  for (const name of source.zip.names()) {
    const text = changed.get(name);
    if (text === undefined) writer.copy(name, source.zip);
    else writer.add(name, new TextEncoder().encode(text));
  }

  return writer.finish();
}

interface Found {
  part: string;
  paragraph: Paragraph;
  start: number;
  end: number;
  shown: LetterPlaceholder;
}

function foundIn(source: OfficePackage): Found[] {
  const words = new WordPlaces(source);
  const isWord = !source.contentTypes.partsOf((type) => SLIDES.test(type)).length;
  const names = new FieldNames();
  const found: Found[] = [];
  for (const part of partsOf(source)) {
    const xml = source.text(part);
    if (xml === undefined) continue;
    const paragraphs = paragraphsOf(parseXml(xml));
    for (const [index, paragraph] of paragraphs.entries()) {
      const neighbors = { before: paragraphs[index - 1]?.text ?? "", behind: paragraphs[index + 1]?.text ?? "" };
      for (const { kind, start, end, name } of findPlaceholders(paragraph.text, neighbors)) {
        const text = paragraph.text.slice(start, end);
        const shown = {
          id: `${part}:${paragraph.offset}:${start}`,
          kind,
          text,
          before: paragraph.text.slice(Math.max(0, start - SHOWN_CHARACTERS), start).replaceAll(OWN_FIELD, "…"),
          behind: paragraph.text.slice(end, end + SHOWN_CHARACTERS).replaceAll(OWN_FIELD, "…"),
          place: isWord ? words.of(part, paragraph.offset) : slideName(part),
          name: names.of(kind, text, name),
        };
        found.push({ part, paragraph, start, end, shown });
        if (found.length === MAX_PLACEHOLDERS) return found;
      }
    }
  }

  return found;
}

/** One name for what is written alike; blanks, which all are, get numbers. */
class FieldNames {
  readonly #byText = new Map<string, string>();
  readonly #taken = new Map<string, number>();

  of(kind: PlaceholderKind, text: string, wanted: string): string {
    const known = kind === "named" ? this.#byText.get(text) : undefined;
    if (known !== undefined) return known;
    const name = wanted || "Field";
    const count = (this.#taken.get(name) ?? 0) + 1;
    this.#taken.set(name, count);
    const own = count === 1 ? name : `${name}${count}`;
    if (kind === "named") this.#byText.set(text, own);

    return own;
  }
}

function partsOf(source: OfficePackage): string[] {
  const isNumbered = (name: string): number => Number(/(?<!\d)(\d+)\.xml$/.exec(name)?.[1] ?? 0);
  const slides = source.contentTypes.partsOf((type) => SLIDES.test(type));
  if (slides.length > 0) return [...slides].sort((one, other) => isNumbered(one) - isNumbered(other));

  return [...new Set([source.mainPart(), ...source.contentTypes.partsOf((type) => STORY_TYPES.test(type)).sort()])];
}

const slideName = (part: string): string => `slide ${/(?<!\d)(\d+)\.xml$/.exec(part)?.[1] ?? ""}`.trim();

/** The paragraphs of a part, those of text boxes as their own, in the order of the file. */
function paragraphsOf(root: XmlElement): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const fields = new OpenFields();
  const walk = (element: XmlElement, into: Paragraph | undefined): void => {
    for (const child of element.elements()) {
      // Word keeps a second copy of drawings for old readers; both are written, the first is read.
      if (child.name === "mc:Fallback" || child.name === "w:del" || child.name === "w:moveFrom") continue;
      if (PARAGRAPHS.has(child.name)) {
        const paragraph: Paragraph = { offset: child.start, text: "", pieces: [] };
        paragraphs.push(paragraph);
        walk(child, paragraph);
      } else if (into && child.name === "w:fldSimple") into.text += OWN_FIELD;
      else if (into) {
        addText(into, child, fields);
        walk(child, into);
      } else walk(child, undefined);
    }
  };
  walk(root, undefined);

  return paragraphs;
}

function addText(paragraph: Paragraph, element: XmlElement, fields: OpenFields): void {
  const { name } = element;
  if (name === "w:fldChar") {
    if (fields.change(element.attribute("w:fldCharType"))) paragraph.text += OWN_FIELD;
  } else if (fields.isOpen) return;
  else if (name === "w:t" || (name === "a:t" && element.parent?.name === "a:r")) {
    const text = element.text();
    paragraph.pieces.push({ start: paragraph.text.length, text, element });
    paragraph.text += text;
  } else if (name === "w:tab") {
    // The stops of a paragraph are called so, too.
    if (element.parent?.name === "w:r") paragraph.text += "\t";
  } else if (name === "w:br" || name === "a:br") paragraph.text += "\n";
}

/** Fields of the word processor: page numbers, merge fields, form fields. What they show is theirs. */
class OpenFields {
  #depth = 0;

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** @returns whether one has ended, and none is open any more */
  change(type: string | undefined): boolean {
    if (type === "begin") this.#depth += 1;
    else if (type === "end" && this.#depth > 0) {
      this.#depth -= 1;
      return this.#depth === 0;
    }

    return false;
  }
}

/** The tag goes where the placeholder began, in its format; the rest of the placeholder goes. */
function partWithFields(accepted: readonly Found[], names: ReadonlyMap<string, string>): string {
  const [first] = accepted;
  const edits = new XmlEdits(first?.paragraph.pieces[0]?.element.source ?? "");
  const changes = new Map<XmlElement, string>();
  // From the end, so that offsets before stay what they are.
  for (const { paragraph, start, end, shown } of [...accepted].reverse()) {
    const tag = `{$${names.get(shown.id) ?? shown.name}}`;
    let isWritten = false;
    for (const piece of paragraph.pieces) {
      const from = Math.max(start - piece.start, 0);
      const to = Math.min(end - piece.start, piece.text.length);
      if (from >= to) continue;
      const text = changes.get(piece.element) ?? piece.text;
      const put = isWritten ? "" : tag;
      isWritten = true;
      changes.set(piece.element, text.slice(0, from) + put + text.slice(to));
    }
  }
  for (const [element, text] of changes) {
    edits.replace(element.openEnd, element.closeStart, escapeXmlText(text));
    if (element.name === "w:t") edits.setAttribute(element, "xml:space", "preserve");
  }

  return edits.toString();
}
