import { largestOf } from "../../../domain/collections/long-lists.ts";
import type { FieldInstruction } from "../../../office/field-instruction.ts";
import type { XmlEdits } from "../../../office/xml-edits.ts";
import { escapeXmlText } from "../../../office/xml-text.ts";
import type { XmlElement } from "../../../office/xml-tree.ts";
import type { FieldContext } from "./recalculate.ts";
import { propertiesOf, runsOf } from "./run-markup.ts";
import { type Field, instructionOf, type Story, type StoryParagraph, visibleText } from "./story.ts";

/** A line of a table of contents. */
interface Entry {
  level: number;
  text: string;
  anchor: string;
  page: string;
}

/** Gives headings bookmarks that tables of contents can refer to. */
export class HeadingBookmarks {
  readonly #names = new Map<StoryParagraph, string>();
  #nextId: number;
  #nextName = 1;

  readonly #story: Story;
  readonly #edits: XmlEdits;

  constructor(story: Story, edits: XmlEdits) {
    this.#story = story;
    this.#edits = edits;
    this.#nextId =
      largestOf(
        Array.from(story.xml.matchAll(/<w:bookmarkStart\b[^>]*? w:id="(\d+)"/g), ([, id]) => Number(id)),
        0,
      ) + 1;
    for (const [name, { from }] of story.bookmarks) {
      const paragraph = story.atoms[from]?.paragraph;
      if (paragraph && name.startsWith("_Toc") && !this.#names.has(paragraph)) this.#names.set(paragraph, name);
    }
  }

  nameOf(paragraph: StoryParagraph): string {
    const known = this.#names.get(paragraph);
    if (known !== undefined) return known;
    let name = "";
    do name = `_Toc9${String(this.#nextName++).padStart(8, "0")}`;
    while (this.#story.bookmarks.has(name));
    const id = this.#nextId++;
    const { element } = paragraph;
    const start = element.child("w:pPr")?.end ?? element.openEnd;
    this.#edits.replace(start, start, `<w:bookmarkStart w:id="${id}" w:name="${name}"/>`);
    this.#edits.append(element, `<w:bookmarkEnd w:id="${id}"/>`);
    this.#names.set(paragraph, name);
    return name;
  }
}

/**
 * Writes the entries of a table of contents anew (ECMA-376 Part 1, 17.16.5.68) in the look that its entries have; page
 * numbers are fields of their own. False if its field is not made of whole paragraphs of one parent.
 */
export function rebuildTableOfContents(
  story: Story,
  field: Field,
  parsed: FieldInstruction,
  context: FieldContext & { textWidthTwips: number },
  bookmarks: HeadingBookmarks,
  edits: XmlEdits,
): boolean {
  const start = field.separate === undefined ? undefined : story.atoms[field.separate];
  const end = story.atoms[field.end];
  if (!start?.run || !end?.run) return false;
  const [first, last] = [start.paragraph.element, end.paragraph.element];
  if (first.parent !== last.parent || start.run.parent !== first || end.run.parent !== last) return false;

  const models = new EntryModels(story, field, context);
  const entries = headingsOf(story, field, parsed, context).map(({ level, paragraph }): Entry => {
    const anchor = bookmarks.nameOf(paragraph);
    const label = context.labels.of(paragraph)?.text ?? "";
    const text = visibleText(story, paragraph.from, paragraph.to).replace(/\s+/g, " ").trim();
    return { level, text: label === "" ? text : `${label}\t${text}`, anchor, page: models.pageOf(anchor) };
  });
  const before = edits.source.slice(first.child("w:pPr")?.end ?? first.openEnd, start.run.end);
  const holdsOnlyEnd = first !== last && visibleText(story, end.paragraph.from, field.end).trim() === "";
  const behind = edits.source.slice(end.run.start, last.closeStart);
  const lines = entries.map((entry) => ({
    properties: models.paragraphProperties(entry.level),
    content: models.content(entry, parsed),
  }));
  if (lines.length === 0)
    lines.push({
      properties: first.child("w:pPr")?.outer() ?? "",
      content: runsOf("No table of contents entries found.", ""),
    });
  const written = lines.map(({ properties, content }, index) => {
    const opening = index === 0 ? before : "";
    const closing = index === lines.length - 1 && !holdsOnlyEnd ? behind : "";
    return `<w:p>${properties}${opening}${content}${closing}</w:p>`;
  });
  edits.replace(first.start, holdsOnlyEnd ? last.start : last.end, written.join(""));
  return true;
}

/** Paragraphs that a table of contents lists, with their levels. */
function headingsOf(
  story: Story,
  field: Field,
  { switches }: FieldInstruction,
  { styles }: FieldContext,
): { level: number; paragraph: StoryParagraph }[] {
  const figure = switches.get("c")?.[0] ?? switches.get("a")?.[0];
  const range = story.bookmarks.get(switches.get("b")?.[0] ?? "");
  const custom = customLevels(switches.get("t")?.[0], (name) => styles.idOf(name));
  const isPlain = !["o", "u", "t"].some((key) => switches.has(key));
  const [from, to] = levelsOf(switches.get("o")?.[0] ?? (isPlain ? "1-9" : switches.has("o") ? "1-9" : ""));
  const captions = figure === undefined ? undefined : captionsOf(story, figure);
  return story.paragraphs.flatMap((paragraph) => {
    if (paragraph.from >= field.begin && paragraph.from <= field.end) return [];
    if (paragraph.from <= field.begin && paragraph.to > field.begin) return [];
    if (range && (paragraph.to <= range.from || paragraph.from >= range.to)) return [];
    if (visibleText(story, paragraph.from, paragraph.to).trim() === "") return [];
    if (captions) return captions.has(paragraph) ? [{ level: 1, paragraph }] : [];
    const { styleId } = paragraph;
    const heading = styles.headingLevel(styleId);
    const own = paragraph.element.child("w:pPr")?.child("w:outlineLvl")?.attribute("w:val");
    const outline = own === undefined ? styles.outlineLevel(styleId) : Number(own) + 1;
    const level =
      (styleId === undefined ? undefined : custom.get(styleId)) ??
      (heading !== undefined && heading >= from && heading <= to ? heading : undefined) ??
      (switches.has("u") && outline !== undefined && outline >= (from || 1) && outline <= (to || 9)
        ? outline
        : undefined);
    return level === undefined ? [] : [{ level, paragraph }];
  });
}

function levelsOf(range: string): [number, number] {
  const [, from = "0", to = from] = /^(\d)(?:-(\d))?$/.exec(range.trim()) ?? [];
  return [Number(from), Number(to)];
}

/** `Style,1,Other,2`: names and levels in turn. */
function customLevels(list: string | undefined, idOf: (name: string) => string | undefined): Map<string, number> {
  const levels = new Map<string, number>();
  const parts = (list ?? "").split(/[,;]/);
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const id = idOf(parts[index] ?? "");
    if (id !== undefined) levels.set(id, Number(parts[index + 1]) || 1);
  }
  return levels;
}

/** Paragraphs that hold a number of a sequence. */
function captionsOf(story: Story, sequence: string): ReadonlySet<StoryParagraph> {
  const isWanted = (field: Field) => {
    const [, name] = /^\s*SEQ\s+"?([^\s"]+)/i.exec(instructionOf(story, field)) ?? [];
    return name?.toLowerCase() === sequence.toLowerCase();
  };
  return new Set(story.fields.filter(isWanted).map(({ paragraph }) => paragraph));
}

/** How entries look, by the ones in the field. */
class EntryModels {
  readonly #byStyle = new Map<string, StoryParagraph>();
  readonly #any: StoryParagraph | undefined;
  readonly #pages = new Map<string, string>();
  readonly #context: FieldContext & { textWidthTwips: number };

  constructor(story: Story, field: Field, context: FieldContext & { textWidthTwips: number }) {
    this.#context = context;
    const paragraphs = story.paragraphs.filter(
      ({ to, from }) => to > (field.separate ?? field.begin) && from <= field.end,
    );
    for (const paragraph of paragraphs) {
      if (paragraph.styleId !== undefined && !this.#byStyle.has(paragraph.styleId))
        this.#byStyle.set(paragraph.styleId, paragraph);
    }
    this.#any =
      paragraphs.find(({ styleId }) => styleId !== undefined && styleId === this.#styleOf(1)) ?? paragraphs[0];
    for (const inner of story.fields) {
      if (inner.begin <= field.begin || inner.end >= field.end || inner.separate === undefined) continue;
      const [, anchor] = /^\s*PAGEREF\s+(\S+)/.exec(instructionOf(story, inner)) ?? [];
      if (anchor !== undefined) this.#pages.set(anchor, visibleText(story, inner.separate + 1, inner.end).trim());
    }
  }

  /** The page number that was stored for a heading, or for the one that it repeats: a guess until it is calculated. */
  pageOf(anchor: string): string {
    return this.#pages.get(anchor) ?? this.#pages.get(anchor.replace(/_\d+$/, "")) ?? "1";
  }

  #styleOf(level: number): string | undefined {
    return this.#context.styles.idOf(`toc ${level}`);
  }

  paragraphProperties(level: number): string {
    const style = this.#styleOf(level);
    const model = style === undefined ? this.#any : this.#byStyle.get(style);
    const properties = model?.element.child("w:pPr")?.outer();
    if (properties !== undefined) return properties.replace(/<w:sectPr\b[^>]*(?<!\/)>[\s\S]*?<\/w:sectPr>/, "");
    const named = style === undefined ? "" : `<w:pStyle w:val="${escapeXmlText(style)}"/>`;
    const other = this.#any?.element.child("w:pPr")?.child("w:tabs")?.outer();
    const tabs =
      other ?? `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${this.#context.textWidthTwips}"/></w:tabs>`;
    return `<w:pPr>${named}${tabs}</w:pPr>`;
  }

  content({ level, text, anchor, page }: Entry, { switches }: FieldInstruction): string {
    const style = this.#styleOf(level);
    const model = (style === undefined ? undefined : this.#byStyle.get(style)) ?? this.#any;
    const link = model && this.#linkOf(model);
    const isLinked = switches.has("h") || link !== undefined;
    const properties = propertiesOf(textRunOf(model));
    const name = escapeXmlText(anchor);
    const instruction = ` PAGEREF ${name} ${switches.has("h") ? "\\h " : ""}`;
    const character = (type: string, more = "") =>
      `<w:r>${plain(properties)}<w:fldChar w:fldCharType="${type}"${more}/></w:r>`;
    const hidden = switches.get("n");
    const [from, to] = levelsOf(hidden?.[0] ?? "1-9");
    const hasPage = hidden === undefined || level < from || level > to;
    const separator = switches.get("p")?.[0] ?? "\t";
    const number = hasPage
      ? runsOf(separator, plain(properties)) +
        character("begin", ' w:dirty="true"') +
        `<w:r>${plain(properties)}<w:instrText xml:space="preserve">${instruction}</w:instrText></w:r>` +
        character("separate") +
        runsOf(page, plain(properties)) +
        character("end")
      : "";
    const content = runsOf(text, properties) + number;
    return isLinked ? `<w:hyperlink w:anchor="${name}" w:history="1">${content}</w:hyperlink>` : content;
  }

  #linkOf({ element }: StoryParagraph): XmlElement | undefined {
    return element.child("w:hyperlink");
  }
}

function textRunOf(model: StoryParagraph | undefined): XmlElement | undefined {
  for (const run of model?.element.descendants("w:r") ?? []) if (run.child("w:t")) return run;
  return undefined;
}

/** The look of leaders and page numbers: that of the entry without the character style of links. */
const plain = (properties: string): string => properties.replace(/<w:rStyle\b[^>]*\/>/, "");
