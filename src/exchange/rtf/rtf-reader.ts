/** Walks through an RTF file and writes what it shows. */
import { codePageDecoder } from "../../binary/code-page.ts";
import { inlineXml } from "../../binary/doc/image-writer.ts";
import { type PackageBuilder, PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { checkLimit } from "../../domain/limits.ts";
import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { MarkupCount } from "../markup-count.ts";
import type { Border } from "./borders.ts";
import { borderWord } from "./borders.ts";
import { type CharacterFormat, characterWord, plainCharacter, runPropertiesXml } from "./character-format.ts";
import { FormField } from "./form-field.ts";
import { type Destination, HeaderTables } from "./header-tables.ts";
import { NoteParts } from "./note-parts.ts";
import {
  type ParagraphFormat,
  paragraphBorders,
  paragraphPropertiesXml,
  paragraphWord,
  plainParagraph,
} from "./paragraph-format.ts";
import { RtfPicture } from "./picture.ts";
import { rowBorder, rowWord } from "./row-format.ts";
import { DOCUMENT_WORDS, plainSection, type SectionFormat, sectionWord, sectionXml } from "./section-format.ts";
import { RtfShape } from "./shape.ts";
import { Story } from "./story.ts";
import type { TokenHandler } from "./tokens.ts";

/** A group: what is in force within it. */
interface Group {
  /** Undefined: the text of its story. */
  destination: Destination | undefined;
  picture: RtfPicture | undefined;
  shape: RtfShape | undefined;
  story: Story;
  character: CharacterFormat;
  paragraph: ParagraphFormat;
  /** Characters after `\u` that stand for it in old readers. */
  skipAfterUnicode: number;
  /** What is done when it ends. */
  atEnd: (() => void) | undefined;
}

/** Word's own files have some dozens. */
const MOST_DEPTH = 2_000;
const SUPERSCRIPT = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>';

/** Words that are a character, or something that stands in a run. */
const CHARACTERS: Readonly<Record<string, string>> = {
  emdash: "\u2014",
  endash: "\u2013",
  emspace: "\u2003",
  enspace: "\u2002",
  qmspace: "\u2005",
  bullet: "\u2022",
  lquote: "\u2018",
  rquote: "\u2019",
  ldblquote: "\u201c",
  rdblquote: "\u201d",
  zwj: "\u200d",
  zwnj: "\u200c",
  ltrmark: "\u200e",
  rtlmark: "\u200f",
};
const IN_RUNS: Readonly<Record<string, string>> = {
  tab: "<w:tab/>",
  line: "<w:br/>",
  lbr: "<w:br/>",
  softline: "<w:br/>",
  page: '<w:br w:type="page"/>',
  column: '<w:br w:type="column"/>',
};
const SYMBOLS: Readonly<Record<string, string>> = { "~": "\u00a0", "-": "\u00ad", _: "\u2011" };
/** Fields that are one word. */
const FIELDS: Readonly<Record<string, string>> = { chpgn: "PAGE", sectnum: "SECTION", chdate: "DATE", chtime: "TIME" };

const HEADERS: Readonly<
  Record<string, readonly [kind: "header" | "footer", type: "default" | "even" | "first" | "all"]>
> = {
  header: ["header", "all"],
  headerr: ["header", "default"],
  headerl: ["header", "even"],
  headerf: ["header", "first"],
  footer: ["footer", "all"],
  footerr: ["footer", "default"],
  footerl: ["footer", "even"],
  footerf: ["footer", "first"],
};
/** Groups whose text is not part of the document, although no asterisk says so. */
const SKIPPED: ReadonlySet<string> = new Set([
  "info",
  "listtext",
  "nonshppict",
  "objdata",
  "shprslt",
  "nonesttables",
  "annotation",
  "atnid",
  "atnauthor",
  "do",
  "xe",
  "tc",
  "rxe",
  "txe",
  "template",
  "filetbl",
  "revtbl",
  "rsidtbl",
  "pgptbl",
  "ftnsep",
  "ftnsepc",
  "aftnsep",
  "aftnsepc",
  "mmath",
]);

const SKIP: Destination = { word: () => undefined, text: () => undefined };

export class RtfReader implements TokenHandler {
  readonly tables = new HeaderTables();
  readonly warnings = new Set<string>();
  readonly notes: NoteParts;
  readonly body: Story;
  /** Headers differ on even pages. */
  hasEvenHeaders = false;
  defaultTab: number | undefined;
  defaultFont = 0;
  readonly #count = new MarkupCount();
  readonly #builder: PackageBuilder;
  readonly #groups: Group[] = [];
  #group: Group;
  /** Bytes of text that are not decoded yet. */
  #pending: number[] = [];
  #codePage = 1252;
  #controls = 0;
  /** Characters to be passed over after `\u`. */
  #toSkip = 0;
  /** The word before was `\*`: a group of an unknown kind is passed over. */
  #isOptional = false;
  #borders: readonly Border[] = [];
  readonly #document = plainSection();
  #section: SectionFormat = plainSection();
  #references = new Map<string, string>();
  #bookmarks = new Map<string, number>();

  constructor(builder: PackageBuilder) {
    this.#builder = builder;
    this.body = this.#newStory();
    this.notes = new NoteParts(builder);
    this.#group = {
      destination: undefined,
      picture: undefined,
      shape: undefined,
      story: this.body,
      character: plainCharacter(0),
      paragraph: plainParagraph(),
      skipAfterUnicode: 1,
      atEnd: undefined,
    };
  }

  open(): void {
    this.#flush();
    checkLimit("rtfControls", ++this.#controls);
    if (this.#groups.length >= MOST_DEPTH) throw new UnreadableFile("its groups are nested more than 2,000 deep");
    const { character, paragraph } = this.#group;
    this.#groups.push(this.#group);
    this.#group = { ...this.#group, character: { ...character }, paragraph: { ...paragraph }, atEnd: undefined };
    this.#group.destination?.open?.();
    this.#isOptional = false;
  }

  close(): void {
    this.#flush();
    const ended = this.#group;
    const outer = this.#groups.pop();
    if (!outer) return;
    this.#group = outer;
    ended.atEnd?.();
    if (ended.destination === outer.destination) outer.destination?.close?.();
    this.#isOptional = false;
  }

  word(name: string, parameter: number | undefined): void {
    this.#flush();
    checkLimit("rtfControls", ++this.#controls);
    const isOptional = this.#isOptional;
    this.#isOptional = false;
    const group = this.#group;
    if (name === "u") {
      this.#unicode(parameter ?? 0);
      return;
    }
    if (name === "uc") {
      group.skipAfterUnicode = Math.max(0, Math.min(100, parameter ?? 1));
      return;
    }
    if (group.destination === SKIP) return;
    if (group.picture) {
      // what else is said of a picture is in groups of its own
      if (isOptional) group.destination = SKIP;
      else group.picture.word(name, parameter);
      return;
    }
    if (this.#beginsDestination(name)) return;
    if (isOptional) {
      group.destination = SKIP;
      return;
    }
    if (group.shape && name.startsWith("shp")) {
      group.shape.word(name, parameter);
      return;
    }
    if (group.destination) {
      group.destination.word(name, parameter);
      return;
    }
    if (!this.#formats(name, parameter)) this.#acts(name, parameter);
  }

  symbol(character: string): void {
    this.#flush();
    if (character === "*") {
      this.#isOptional = true;
      return;
    }
    const text =
      SYMBOLS[character] ?? (character === "\\" || character === "{" || character === "}" ? character : undefined);
    if (text !== undefined) this.#show(text);
    else if (character === "\n") this.word("par", undefined);
    else if (character === "\t") this.word("tab", undefined);
  }

  text(bytes: Uint8Array): void {
    if (this.#group.picture && this.#group.destination !== SKIP) {
      this.#group.picture.text(bytes);
      return;
    }
    const skipped = Math.min(this.#toSkip, bytes.length);
    this.#toSkip -= skipped;
    for (let at = skipped; at < bytes.length; at++) this.#pending.push(bytes[at] ?? 0);
  }

  byte(value: number): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else this.#pending.push(value);
  }

  binary(bytes: Uint8Array): void {
    if (this.#group.destination !== SKIP) this.#group.picture?.binary(bytes);
  }

  /** Ends what is open. @returns `w:sectPr` of the last section */
  finish(): string {
    while (this.#groups.length > 0) this.close();
    this.#flush();
    if (this.body.hasRuns) this.#endParagraph();
    return this.#sectionXml();
  }

  #newStory(relationships = new PartRelationships()): Story {
    return new Story(this.#count, this.tables, relationships);
  }

  /** A group of text that stands elsewhere. */
  #enterStory(finish: (story: Story) => void, relationships?: PartRelationships): void {
    const story = this.#newStory(relationships);
    this.#group.story = story;
    this.#group.shape = undefined;
    this.#group.destination = undefined;
    this.#group.paragraph = plainParagraph();
    this.#group.character = plainCharacter(this.defaultFont);
    const group = this.#group;
    group.atEnd = () => {
      if (story.hasRuns) this.#endParagraphIn(group);
      finish(story);
    };
  }

  #beginsDestination(name: string): boolean {
    const group = this.#group;
    const header = HEADERS[name];
    if (header) {
      this.#enterStory((story) => this.#addHeader(header, story));
      return true;
    }
    if (SKIPPED.has(name)) {
      if (name === "mmath") this.warnings.add("Formulas of the document are not shown.");
      group.destination = SKIP;
      return true;
    }
    switch (name) {
      case "fonttbl":
        group.destination = this.tables.fontTable();
        return true;
      case "colortbl":
        group.destination = this.tables.colorTable();
        return true;
      case "stylesheet":
        group.destination = this.tables.styleSheet();
        return true;
      case "listtable":
        group.destination = this.tables.listTable();
        return true;
      case "listoverridetable":
        group.destination = this.tables.overrideTable();
        return true;
      case "shppict":
      case "nesttableprops":
        return true;
      case "pict":
        this.#beginPicture();
        return true;
      case "footnote":
        this.#enterStory((story) => {
          const { story: outer } = this.#group;
          outer.addInRun(this.notes.add(story), SUPERSCRIPT);
        }, this.notes.relationships);
        return true;
      case "fldinst":
        this.#beginInstruction();
        return true;
      case "bkmkstart":
      case "bkmkend":
        this.#collect((text) => this.#bookmark(text, name === "bkmkend"));
        return true;
      case "shp":
        group.shape = new RtfShape(group.shape);
        group.atEnd = () => this.#endShape(group);
        return true;
      case "shpgrp":
        group.shape = new RtfShape(group.shape);
        return true;
      case "formfield":
        this.#formField = new FormField();
        group.destination = this.#formField;
        return true;
      case "ffl":
        this.#collect((text) => this.#formField?.entries.push(text));
        return true;
      case "shptxt":
        return this.#beginShapeText();
      default:
        return this.#beginsProperty(name);
    }
  }

  /** `{\sp{\sn name}{\sv value}}` of a shape. */
  #beginsProperty(name: string): boolean {
    const { shape } = this.#group;
    if (name !== "sn" && name !== "sv") return name === "shpinst" || name === "sp";
    this.#collect((text) => {
      if (name === "sn") this.#propertyName = text;
      else shape?.setProperty(this.#propertyName, text);
    });
    return true;
  }
  #propertyName = "";

  /** Gathers the text of a group. */
  #collect(use: (text: string) => void): void {
    let collected = "";
    this.#group.destination = {
      word: () => undefined,
      text: (text) => {
        if (collected.length < 10_000) collected += text;
      },
    };
    this.#group.atEnd = () => use(collected.trim());
  }

  #beginPicture(): void {
    const group = this.#group;
    const picture = new RtfPicture();
    group.picture = picture;
    group.destination = undefined;
    group.atEnd = () => {
      const graphic = picture.graphic(this.#builder, group.story.relationships);
      if (graphic && group.shape) group.shape.picture = graphic;
      else if (graphic) group.story.addInRun(inlineXml(picture.extent, graphic(picture.extent)));
      else if (!picture.isEmpty) this.warnings.add("Pictures of a kind that is not read are left out.");
    };
  }

  #beginShapeText(): boolean {
    const { shape } = this.#group;
    if (!shape) return true;
    this.#enterStory((story) => {
      shape.text = story.finish();
    }, this.#group.story.relationships);
    return true;
  }

  #endShape(group: Group): void {
    const { shape } = group;
    if (!shape) return;
    const drawing = shape.xml();
    if (shape.isHidden) return;
    if (drawing) group.story.addInRun(drawing);
    else this.warnings.add("Shapes of a kind that is not read are not shown.");
  }

  #beginInstruction(): void {
    const group = this.#group;
    const field = this.#groups.at(-1);
    this.#collect((text) => {
      const formField = this.#formField?.xml() ?? "";
      this.#formField = undefined;
      if (text === "") return;
      group.story.addInRun(element("w:fldChar", { "w:fldCharType": "begin" }, formField));
      group.story.addInRun(element("w:instrText", { "xml:space": "preserve" }, escapeInstruction(text)));
      group.story.addInRun('<w:fldChar w:fldCharType="separate"/>');
      if (field) field.atEnd = () => group.story.addInRun('<w:fldChar w:fldCharType="end"/>');
    });
  }

  /** Of the field whose instruction is being read. */
  #formField: FormField | undefined;

  #bookmark(name: string, isEnd: boolean): void {
    if (name === "") return;
    const id = this.#bookmarks.get(name) ?? this.#bookmarks.size + 1;
    this.#bookmarks.set(name, id);
    const { story } = this.#group;
    story.addMarkup(
      isEnd ? element("w:bookmarkEnd", { "w:id": id }) : element("w:bookmarkStart", { "w:id": id, "w:name": name }),
    );
  }

  #addHeader([kind, type]: (typeof HEADERS)[string], story: Story): void {
    if (type === "even") this.hasEvenHeaders = true;
    const part = this.notes.addHeader(kind, story);
    const id = this.body.relationships.to(kind, part);
    for (const one of type === "all" ? ["default", "even"] : [type])
      this.#references.set(`${kind} ${one}`, element(`w:${kind}Reference`, { "w:type": one, "r:id": id }));
  }

  /** Formats of characters, paragraphs, rows and sections. */
  #formats(name: string, parameter: number | undefined): boolean {
    const { character, paragraph, story } = this.#group;
    const level = this.#rowLevel();
    if (name === "trowd") {
      story.beginRow(level);
      return true;
    }
    const row = story.rowFormat(level);
    const borders = paragraphBorders(paragraph, name) ?? rowBorder(row, name);
    if (borders) {
      this.#borders = borders;
      return true;
    }
    if (this.#borders.some((border) => borderWord(border, name, parameter))) return true;
    if (DOCUMENT_WORDS.has(name)) sectionWord(this.#document, name, parameter);
    return (
      characterWord(character, name, parameter) ||
      paragraphWord(paragraph, name, parameter) ||
      rowWord(row, name, parameter) ||
      sectionWord(this.#section, name, parameter)
    );
  }

  #rowLevel(): number {
    return Math.max(1, this.#group.paragraph.tableLevel);
  }

  #acts(name: string, parameter: number | undefined): void {
    const group = this.#group;
    const { story } = group;
    const shown = CHARACTERS[name];
    const inRun = IN_RUNS[name];
    const field = FIELDS[name];
    if (shown) {
      this.#show(shown);
      return;
    }
    if (inRun) {
      story.addInRun(inRun, this.#runProperties());
      return;
    }
    if (field) {
      this.#addField(field);
      return;
    }
    switch (name) {
      case "par":
        this.#endParagraph();
        break;
      case "sect":
        this.#endSection();
        break;
      case "pard":
        group.paragraph = plainParagraph();
        this.#borders = [];
        break;
      case "plain":
        group.character = plainCharacter(this.defaultFont);
        break;
      case "sectd":
        this.#section = { ...this.#document };
        break;
      case "cell":
        this.#endCell(1);
        break;
      case "nestcell":
        this.#endCell(this.#rowLevel());
        break;
      case "row":
        story.endRow(1);
        break;
      case "nestrow":
        story.endRow(this.#rowLevel());
        break;
      case "chftn":
        if (story !== this.body) story.addInRun(this.notes.mark, SUPERSCRIPT);
        break;
      case "ftnalt":
        this.notes.isEndnote = true;
        break;
      default:
        this.#describes(name, parameter);
    }
  }

  /** Words about the whole file. */
  #describes(name: string, parameter: number | undefined): void {
    if (name === "ansicpg") this.#codePage = parameter || 1252;
    else if (name === "mac") this.#codePage = 10_000;
    else if (name === "pc") this.#codePage = 437;
    else if (name === "pca") this.#codePage = 850;
    else if (name === "deff") {
      this.defaultFont = parameter ?? 0;
      this.#group.character.font = this.defaultFont;
    } else if (name === "deftab") this.defaultTab = parameter;
  }

  #endCell(level: number): void {
    const { story } = this.#group;
    // what stands before the end of a cell is its last paragraph
    this.#endParagraphIn(this.#group, level);
    story.endCell(level);
  }

  #endParagraph(): void {
    this.#endParagraphIn(this.#group);
  }

  #endParagraphIn(group: Group, tableLevel?: number): void {
    const { paragraph, story, character } = group;
    const styleId =
      this.tables.styles.has(paragraph.style) && paragraph.style !== 0 ? `s${paragraph.style}` : undefined;
    const properties = paragraphPropertiesXml(paragraph, this.tables, {
      styleId,
      isNumbered: this.tables.lists.overrides.has(paragraph.list),
      mark: runPropertiesXml(character, this.defaultFont, this.tables),
    });
    story.endParagraph(properties, tableLevel ?? (paragraph.inTable ? Math.max(1, paragraph.tableLevel) : 0));
  }

  #endSection(): void {
    if (this.#group.story !== this.body) return;
    if (this.body.hasRuns) this.#endParagraph();
    this.body.endSection(this.#sectionXml());
  }

  #sectionXml(): string {
    const references = [...this.#references.values()].join("");
    this.#references = new Map();
    return sectionXml(this.#section, references);
  }

  #addField(instruction: string): void {
    const { story } = this.#group;
    const properties = this.#runProperties();
    story.addInRun('<w:fldChar w:fldCharType="begin"/>', properties);
    story.addInRun(`<w:instrText>${instruction}</w:instrText>`, properties);
    story.addInRun('<w:fldChar w:fldCharType="end"/>', properties);
  }

  /** A character by its code; those after it stand for it where it is not known. */
  #unicode(code: number): void {
    this.#show(String.fromCharCode(code < 0 ? code + 0x10000 : code));
    this.#toSkip = this.#group.skipAfterUnicode;
  }

  #flush(): void {
    this.#toSkip = 0;
    if (this.#pending.length === 0) return;
    const bytes = Uint8Array.from(this.#pending);
    this.#pending = [];
    const { character, destination } = this.#group;
    const font = this.tables.fonts.get(character.font);
    if (!destination && font?.isSymbol) {
      // blanks are blanks
      this.#show(Array.from(bytes, (byte) => String.fromCharCode(byte <= 0x20 ? byte : 0xf000 + byte)).join(""));
      return;
    }
    const codePage = destination ? this.#codePage : (font?.codePage ?? this.#codePage);
    this.#show(codePageDecoder(codePage).decode(bytes));
  }

  #show(text: string): void {
    const { destination, picture, story } = this.#group;
    if (destination) destination.text(text);
    else if (!picture) story.addText(text, this.#runProperties());
  }

  #runProperties(): string {
    return runPropertiesXml(this.#group.character, this.defaultFont, this.tables);
  }
}

function escapeInstruction(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
