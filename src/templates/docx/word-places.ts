import { decodeXmlText } from "../../office/xml-text.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import { partLabels } from "./part-labels.ts";
import { headingStyles } from "./word-parts.ts";

/** Where a paragraph is, in the words of a person looking at the page. */
interface ParagraphPlace {
  start: number;
  end: number;
  where: string;
  text: string;
}

/** A table that is open at a point of the text. */
interface OpenTable {
  number: number;
  row: number;
  cell: number;
}

/** A stretch of text with paragraphs and tables of its own: the body, a note, a text box. */
interface Story {
  label: string;
  tables: number;
  open: OpenTable[];
  heading: string;
  paragraphs: number;
}

const MARKUP =
  /<(\/?)(w:tbl|w:tr|w:tc|w:p|a:p|w:txbxContent|w:footnote|w:endnote|w:comment|w:pStyle|w:outlineLvl|w:t|a:t|wp:docPr|v:shape)(?=[\s/>])([^>]*)>/g;

/** Finds the places of paragraphs in the parts of a Word document; a part is read only if something is wrong in it. */
export class WordPlaces {
  readonly #parts = new Map<string, ParagraphPlace[]>();
  #headings: ReadonlySet<string> | undefined;
  #labels: ReadonlyMap<string, string> | undefined;

  readonly #source: OfficePackage;

  constructor(source: OfficePackage) {
    this.#source = source;
  }

  /** The place of the paragraph at an offset of a part, e.g. `table 2, row 3, cell 2, under the heading “Delivery”`. */
  of(part: string, offset: number): string {
    return this.#at(part, offset)?.place.where ?? this.label(part);
  }

  /** The text of the paragraph after the one at an offset, and its place. */
  behind(part: string, offset: number): { text: string; where: string } | undefined {
    const found = this.#at(part, offset);
    return found && this.#paragraphs(part)[found.index + 1];
  }

  /** What a part is called: `the header of the first page`; empty for the document itself. */
  label(part: string): string {
    this.#labels ??= partLabels(this.#source);
    return this.#labels.get(part) ?? "";
  }

  #at(part: string, offset: number): { place: ParagraphPlace; index: number } | undefined {
    const places = this.#paragraphs(part);
    // Paragraphs of text boxes are inside of others: the last one that begins at or before the offset is meant.
    const index = places.findLastIndex(({ start }) => start <= offset);
    const place = places[index];
    return place && { place, index };
  }

  #paragraphs(part: string): readonly ParagraphPlace[] {
    let places = this.#parts.get(part);
    if (!places) {
      this.#headings ??= new Set(
        headingStyles(this.#source.text("word/styles.xml")).filter((style) => style !== undefined),
      );
      places = readPlaces(this.#source.text(part) ?? "", this.label(part), this.#headings);
      this.#parts.set(part, places);
    }
    return places;
  }
}

/** Goes once through the text of a part and notes where each of its paragraphs is. */
function readPlaces(xml: string, label: string, headings: ReadonlySet<string>): ParagraphPlace[] {
  const places: ParagraphPlace[] = [];
  const stories: Story[] = [newStory(label)];
  const open: { place: ParagraphPlace; isHeading: boolean }[] = [];
  let note = 0;
  let shape = "";
  const story = () => stories.at(-1) ?? newStory(label);
  for (const match of xml.matchAll(MARKUP)) {
    const [tag, slash, name = "", attributes = ""] = match;
    const isEnd = slash === "/";
    const isEmpty = attributes.endsWith("/");
    const current = open.at(-1);
    switch (name) {
      case "w:txbxContent":
        if (isEnd) stories.pop();
        else if (!isEmpty) stories.push(newStory(shape === "" ? "a text box" : `the text box “${shape}”`));
        break;
      case "w:footnote":
      case "w:endnote":
        if (isEnd) stories.pop();
        else if (!isEmpty) stories.push(newStory(/w:type=/.test(attributes) ? label : `${name.slice(2)} ${++note}`));
        break;
      case "w:comment":
        if (isEnd) stories.pop();
        else if (!isEmpty) stories.push(newStory(commentLabel(attributes)));
        break;
      case "wp:docPr":
        shape = attributeOf(attributes, "name");
        break;
      case "v:shape":
        if (!isEnd) shape = "";
        break;
      case "w:tbl":
      case "w:tr":
      case "w:tc":
        if (!isEmpty) moveInTable(story(), name, isEnd);
        break;
      case "w:p":
      case "a:p":
        if (isEnd) closeParagraph(open.pop(), story(), match.index);
        else {
          const place = newPlace(story(), stories, match.index);
          places.push(place);
          if (isEmpty) place.end = match.index + tag.length;
          else open.push({ place, isHeading: false });
        }
        break;
      case "w:pStyle":
        if (current) current.isHeading = headings.has(attributeOf(attributes, "w:val"));
        break;
      case "w:outlineLvl":
        if (current) current.isHeading ||= Number(attributeOf(attributes, "w:val")) < 9;
        break;
      default:
        if (!isEnd && !isEmpty && current) current.place.text += textAt(xml, match.index + tag.length);
    }
  }
  return places;
}

function newStory(label: string): Story {
  return { label, tables: 0, open: [], heading: "", paragraphs: 0 };
}

function moveInTable(story: Story, name: string, isEnd: boolean): void {
  const { open } = story;
  const table = open.at(-1);
  if (name === "w:tbl" && isEnd) open.pop();
  else if (name === "w:tbl") open.push({ number: open.length === 0 ? ++story.tables : 0, row: 0, cell: 0 });
  else if (table && name === "w:tr" && !isEnd) {
    table.row++;
    table.cell = 0;
  } else if (table && name === "w:tc" && !isEnd) table.cell++;
}

function newPlace(story: Story, stories: readonly Story[], start: number): ParagraphPlace {
  if (story.open.length === 0) story.paragraphs++;
  const tables = story.open.map(({ number, row, cell }) =>
    number > 0 ? `table ${number}, row ${row}, cell ${cell}` : `the table in it, row ${row}, cell ${cell}`,
  );
  const labels = stories.map(({ label }) => label).filter((label) => label !== "");
  const heading = story.heading || (stories[0]?.heading ?? "");
  const where = [
    ...[...new Set(labels)].reverse(),
    ...(tables.length > 0 ? tables : [`paragraph ${story.paragraphs}`]),
    ...(heading ? [`under the heading “${heading}”`] : []),
  ];
  return { start, end: start, where: where.join(", "), text: "" };
}

const MAX_HEADING_LENGTH = 60;

function closeParagraph(
  closed: { place: ParagraphPlace; isHeading: boolean } | undefined,
  story: Story,
  end: number,
): void {
  if (!closed) return;
  const { place, isHeading } = closed;
  place.end = end;
  const text = place.text.replace(/\s+/g, " ").trim();
  if (!isHeading || text === "" || story.open.length > 0) return;
  story.heading = text.length > MAX_HEADING_LENGTH ? `${text.slice(0, MAX_HEADING_LENGTH - 1)}…` : text;
  story.paragraphs = 0;
}

function textAt(xml: string, start: number): string {
  return decodeXmlText(xml.slice(start, xml.indexOf("<", start)));
}

function commentLabel(attributes: string): string {
  const author = attributeOf(attributes, "w:author");
  return author === "" ? "a comment" : `the comment of ${author}`;
}

function attributeOf(attributes: string, name: string): string {
  return decodeXmlText(new RegExp(`\\s${name}\\s*=\\s*"([^"]*)"`).exec(attributes)?.[1] ?? "");
}
