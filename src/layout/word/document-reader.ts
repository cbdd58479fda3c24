/** A .docx package -> the resolved document. */

import { appendAll } from "../../domain/collections/long-lists.ts";
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { alternateContent } from "../../office/alternate-content.ts";
import type { OpcPackage } from "../../office/package.ts";
import { child, descend, type XmlNode } from "../../office/xml-node.ts";
import { LinkedBoxes } from "../drawing/linked-boxes.ts";
import type {
  Block,
  Frame,
  Note,
  NoteKind,
  NoteSeparators,
  Paragraph,
  Section,
  Story,
  WordDocument,
} from "../model/blocks.ts";
import { noteTarget } from "../model/blocks.ts";
import {
  type CharacterFormat,
  DEFAULT_CHARACTER_FORMAT,
  mergeCharacter,
  type ParagraphFormat,
} from "../model/formatting.ts";
import type { HeaderKind } from "../model/section.ts";
import { Theme } from "../model/theme.ts";
import { readAltChunk } from "./alt-chunk.ts";
import { readProperties } from "./document-properties.ts";
import { Memo } from "./memo.ts";
import { NoteRegistry, type SeparatorType } from "./notes.ts";
import { Numbering } from "./numbering.ts";
import { readParagraph } from "./paragraph-reader.ts";
import { ReaderContext, type SharedDocument } from "./reader-context.ts";
import { readSectionProperties } from "./section-properties.ts";
import { readSettings } from "./settings.ts";
import { StyleSheet } from "./styles.ts";
import { readTable } from "./table-reader.ts";

export interface ReadOptions {
  now: Date;
  fileName: string;
  imageUrl: (pack: OpcPackage, part: string, substitute?: string) => string | undefined;
}

const MAX_BLOCKS = 60_000;

/** Nodes take some twenty times the room of their markup: larger documents are read piece by piece. */
const MAX_WHOLE_BYTES = 1024 * 1024;
const PIECES: ReadonlySet<string> = new Set(["w:p", "w:tr"]);

const MAX_CHUNK_DEPTH = 3;

/** `depth`: how many packages this one is nested in. */
export function readDocument(pack: OpcPackage, options: ReadOptions, depth = 0): WordDocument & { pack: OpcPackage } {
  const mainPart = pack.targetOfType("", "officeDocument") ?? "word/document.xml";
  const isLarge = (pack.bytes(mainPart)?.length ?? 0) > MAX_WHOLE_BYTES;
  const root = pack.mainXml(mainPart, isLarge ? PIECES : undefined);
  const body = child(root, "w:body");
  if (!body) throw new UnreadableFile("the file has no document body");
  const related = (type: string) => pack.xml(pack.targetOfType(mainPart, type));
  const settings = readSettings(related("settings"));
  const theme = new Theme(related("theme"), settings.colorMapping, settings);
  const styles = new StyleSheet(related("styles"), theme);
  const numberingRoot = related("numbering");
  const warnings = new Set<string>();
  const shared: SharedDocument = {
    package: pack,
    theme,
    styles,
    numbering: new Numbering(numberingRoot, theme),
    numberingRoot,
    numberingPart: pack.targetOfType(mainPart, "numbering"),
    settings,
    notes: new NoteRegistry(related("footnotes"), related("endnotes"), settings),
    properties: readProperties(pack),
    now: options.now,
    fileName: options.fileName,
    language: styles.defaultCharacter.language ?? "en-US",
    warnings,
    memo: {
      paragraphs: new Memo(),
      characters: new Memo(),
      rows: new Memo(),
      cells: new Memo(),
    },
    imageUrl: (part, substitute) => options.imageUrl(pack, part, substitute),
    shapeTypes: new Map(),
    linkedBoxes: new LinkedBoxes(),
    readBlocks,
    readChunk: (chunk) => {
      if (depth >= MAX_CHUNK_DEPTH) return [];
      return readDocument(chunk, options, depth + 1).sections.flatMap((section) => section.blocks);
    },
  };
  const context = new ReaderContext(shared, mainPart);
  const sections = readSections(body, context);
  const footnotes = readNotes("footnote", shared, pack.targetOfType(mainPart, "footnotes"));
  const endnotes = readNotes("endnote", shared, pack.targetOfType(mainPart, "endnotes"));
  shared.linkedBoxes.join();
  return {
    pack,
    sections,
    footnotes,
    endnotes,
    footnoteSeparators: readSeparators("footnote", shared, pack.targetOfType(mainPart, "footnotes")),
    endnoteSeparators: readSeparators("endnote", shared, pack.targetOfType(mainPart, "endnotes")),
    lineNumberFormat: characterStyle("line number", styles),
    settings,
    theme,
    title: shared.properties.get("title") ?? "",
    language: shared.language,
    warnings: [...warnings],
  };
}

function characterStyle(name: string, styles: StyleSheet): CharacterFormat {
  const paragraph = styles.characterOf(styles.defaultParagraphStyle);
  const named = styles.characterOf(styles.idOfName(name));
  return { ...DEFAULT_CHARACTER_FORMAT, ...mergeCharacter(mergeCharacter(styles.defaultCharacter, paragraph), named) };
}

/** Block-level elements, also inside content controls and revision marks. */
function* blockElements(parent: XmlNode): Generator<XmlNode> {
  for (const element of parent.children) {
    switch (element.name) {
      case "w:sdt": {
        const content = child(element, "w:sdtContent");
        if (content) yield* blockElements(content);
        break;
      }
      case "w:ins":
      case "w:moveTo":
      case "w:customXml":
      case "w:smartTag":
        yield* blockElements(element);
        break;
      case "mc:AlternateContent": {
        const chosen = alternateContent(element);
        if (chosen) yield* blockElements(chosen);
        break;
      }
      default:
        yield element;
    }
  }
}

function readBlocks(parent: XmlNode, context: ReaderContext): Block[] {
  const blocks: Block[] = [];
  for (const element of blockElements(parent)) {
    if (blocks.length > MAX_BLOCKS) break;
    readBlock(element, blocks, context);
  }
  return groupFrames(blocks);
}

function readBlock(element: XmlNode, blocks: Block[], context: ReaderContext): void {
  if (element.name === "w:p") {
    const paragraph = readParagraph(element, context);
    const previous = blocks[blocks.length - 1];
    // A hidden or deleted paragraph mark joins the paragraph with the next one; an empty one vanishes.
    if (isVanished(paragraph)) return;
    if (previous?.kind === "paragraph" && joinsNext.has(previous)) {
      appendAll(previous.inlines, paragraph.inlines);
      previous.format = endingAs(previous.format, paragraph.format);
      if (!markIsAway(element, paragraph)) joinsNext.delete(previous);
      return;
    }
    if (markIsAway(element, paragraph)) joinsNext.add(paragraph);
    blocks.push(paragraph);
  } else if (element.name === "w:tbl") {
    const table = readTable(element, context);
    if (table.rows.length > 0) blocks.push(table);
  } else if (element.name === "w:altChunk") appendAll(blocks, readAltChunk(element, context));
}

const joinsNext = new WeakSet<Paragraph>();

/** A deleted mark, or a hidden one: that of a heading that runs into the text after it (17.3.2.36), too. */
function markIsAway(element: XmlNode, { markFormat }: Paragraph): boolean {
  return markFormat.hidden || descend(element, "w:pPr", "w:rPr", "w:del") !== undefined;
}

/** Joined paragraphs look like the first one; what follows them is up to the mark that is left. */
function endingAs(format: ParagraphFormat, last: ParagraphFormat): ParagraphFormat {
  const { spaceAfterPt, spaceAfterAuto, spaceAfterLines, keepNext } = last;
  return { ...format, spaceAfterPt, spaceAfterAuto, spaceAfterLines, keepNext };
}

function isVanished(paragraph: Paragraph): boolean {
  return paragraph.markFormat.hidden && paragraph.inlines.every((inline) => inline.kind === "bookmark");
}

/** Neighboring paragraphs with the same frame properties share one frame. */
function groupFrames(blocks: Block[]): Block[] {
  const grouped: Block[] = [];
  for (const block of blocks) {
    const frame = block.kind === "paragraph" ? block.format.frame : undefined;
    if (!frame) {
      grouped.push(block);
      continue;
    }
    const previous = grouped[grouped.length - 1];
    if (previous?.kind === "frame" && JSON.stringify(previous.frame) === JSON.stringify(frame)) {
      previous.blocks.push(block);
    } else grouped.push({ kind: "frame", frame, blocks: [block] } satisfies Frame);
  }
  return fitted(grouped);
}

/** A list without the spare capacity that it got while it was built: there are many cells. */
function fitted<Item>(items: readonly Item[]): Item[] {
  return items.slice();
}

/** The properties of each section, which are at its end. */
function sectionElements(body: XmlNode): XmlNode[] {
  const found: XmlNode[] = [];
  for (const element of blockElements(body)) {
    const properties = element.name === "w:p" ? descend(element, "w:pPr", "w:sectPr") : undefined;
    if (element.name === "w:sectPr") found.push(element);
    else if (properties) found.push(properties);
  }
  return found;
}

type StoryParts = Partial<Record<HeaderKind, string>>;

function readSections(body: XmlNode, context: ReaderContext): Section[] {
  const { document } = context;
  const sections: Section[] = [];
  const imageOf = (id: string) => context.imageSource(id);
  const formats = sectionElements(body).map((element) => readSectionProperties(element, document.theme, imageOf));
  const endnotesUpTo: number[] = [];
  const enterSection = () => {
    const format = formats[sections.length];
    if (!format) return;
    const numbering = { footnote: format.footnoteNumbering, endnote: format.endnoteNumbering };
    document.notes.enterSection(numbering, sections.length === 0);
  };
  enterSection();
  let blocks: Block[] = [];
  let headerParts: StoryParts = {};
  let footerParts: StoryParts = {};
  const close = (properties: XmlNode | undefined) => {
    const format = readSectionProperties(properties, document.theme, imageOf);
    headerParts = { ...headerParts, ...partsOf(format.headerIds, context) };
    footerParts = { ...footerParts, ...partsOf(format.footerIds, context) };
    sections.push({
      format,
      blocks: groupFrames(blocks),
      headers: readStories(headerParts, document),
      footers: readStories(footerParts, document),
      endnoteIds: [],
    });
    endnotesUpTo.push(document.notes.referenced("endnote").length);
    blocks = [];
    enterSection();
  };
  for (const element of blockElements(body)) {
    if (element.name === "w:sectPr") {
      close(element);
      continue;
    }
    if (blocks.length > MAX_BLOCKS) break;
    readBlock(element, blocks, context);
    const inner = element.name === "w:p" ? descend(element, "w:pPr", "w:sectPr") : undefined;
    if (!inner) continue;
    leaveBookmarks(blocks);
    close(inner);
  }
  if (blocks.length > 0 || sections.length === 0) close(undefined);
  placeEndnotes(sections, endnotesUpTo, document);
  return sections;
}

/** A section's mark is not printed: what leads to it leads to the text before it. */
function leaveBookmarks(blocks: readonly Block[]): void {
  const mark = blocks.at(-1);
  const before = blocks.at(-2);
  if (mark?.kind === "paragraph" && mark.isSectionMark && before?.kind === "paragraph") {
    appendAll(before.inlines, mark.inlines.splice(0));
  }
}

/** Endnotes come after the document, or after their section (17.11.22) unless it leaves them to the next (17.11.16). */
function placeEndnotes(
  sections: readonly Section[],
  upTo: readonly number[],
  { notes, settings }: SharedDocument,
): void {
  const ids = notes.referenced("endnote").map(([id]) => id);
  let placed = 0;
  sections.forEach((section, index) => {
    const isLast = index === sections.length - 1;
    if (!isLast && (settings.endnotes.position !== "sectEnd" || section.format.passesEndnotesOn)) return;
    const end = isLast ? ids.length : (upTo[index] ?? placed);
    section.endnoteIds = ids.slice(placed, end);
    placed = end;
  });
}

function partsOf(ids: Partial<Record<HeaderKind, string>>, context: ReaderContext): StoryParts {
  const parts: StoryParts = {};
  for (const [kind, id] of Object.entries(ids) as [HeaderKind, string][]) {
    const part = context.targetPart(id);
    if (part) parts[kind] = part;
  }
  return parts;
}

function readStories(parts: StoryParts, document: SharedDocument): Partial<Record<HeaderKind, Story>> {
  const stories: Partial<Record<HeaderKind, Story>> = {};
  for (const [kind, part] of Object.entries(parts) as [HeaderKind, string][]) {
    let story = storyCache(document).get(part);
    if (!story) {
      const root = document.package.xml(part);
      story = { blocks: root ? readBlocks(root, new ReaderContext(document, part)) : [] };
      storyCache(document).set(part, story);
    }
    stories[kind] = story;
  }
  return stories;
}

const storyCaches = new WeakMap<SharedDocument, Map<string, Story>>();

function storyCache(document: SharedDocument): Map<string, Story> {
  let cache = storyCaches.get(document);
  if (!cache) {
    cache = new Map();
    storyCaches.set(document, cache);
  }
  return cache;
}

function readSeparators(kind: NoteKind, document: SharedDocument, part: string | undefined): NoteSeparators {
  const blocksOf = (type: SeparatorType) =>
    readBlocks(document.notes.separator(kind, type), new ReaderContext(document, part ?? ""));
  return { first: blocksOf("separator"), continuation: blocksOf("continuationSeparator") };
}

function readNotes(kind: NoteKind, document: SharedDocument, part: string | undefined): Map<string, Note> {
  const notes = new Map<string, Note>();
  if (!part) return notes;
  for (const [id, label] of document.notes.referenced(kind)) {
    const element = document.notes.element(kind, id);
    if (!element) continue;
    const blocks = readBlocks(element, new ReaderContext(document, part, { noteLabel: label }));
    const first = blocks.find((block): block is Paragraph => block.kind === "paragraph");
    first?.inlines.unshift({ kind: "bookmark", name: noteTarget(kind, id) });
    notes.set(id, { id, label: label.text, blocks });
  }
  return notes;
}
