/** Characters of one paragraph -> runs, with everything that characters stand for (MS-DOC 2.4.1, sprmCFSpec). */
import { escapeXmlText } from "../../office/xml-text.ts";
import { readFormField } from "./form-field.ts";
import { inlineImageXml } from "./image-writer.ts";
import { objectImageXml } from "./object-image.ts";
import { type CharacterProperties, characterPropertiesXml } from "./properties/character-properties.ts";
import { isPseudoInline } from "./shape-writer.ts";
import { styleId } from "./styles-writer.ts";
import type { StoryContext } from "./writer-context.ts";
import { element, valued } from "./xml-writer.ts";

const MARK = {
  image: 0x01,
  note: 0x02,
  separator: 0x03,
  continuationSeparator: 0x04,
  annotation: 0x05,
  shape: 0x08,
  tab: 0x09,
  lineBreak: 0x0b,
  pageBreak: 0x0c,
  columnBreak: 0x0e,
  fieldBegin: 0x13,
  fieldSeparator: 0x14,
  fieldEnd: 0x15,
  hardHyphen: 0x1e,
  softHyphen: 0x1f,
  symbol: 0x28,
};
const SIMPLE_MARKS: Readonly<Record<number, string>> = {
  [MARK.tab]: "<w:tab/>",
  [MARK.lineBreak]: "<w:br/>",
  [MARK.pageBreak]: '<w:br w:type="page"/>',
  [MARK.columnBreak]: '<w:br w:type="column"/>',
  [MARK.hardHyphen]: "<w:noBreakHyphen/>",
  [MARK.softHyphen]: "<w:softHyphen/>",
};
const FIRST_TEXT_CODE = 0x20;
const SYMBOL_CODES = 0xf000;
const MAX_OPEN_FIELDS = 60;
/** In one paragraph; the reader of the parts takes no more. */
const MAX_RUNS = 100_000;

interface OpenField {
  inResult: boolean;
  /** Where the begin mark is among the runs of its paragraph; undefined in later paragraphs. */
  beginIndex: number | undefined;
  beginRun: string;
  /** Shown as the result of a list field. */
  listText: string | undefined;
  /** A drawing in the line has been shown: the empty picture that keeps its place in older programs is not. */
  holdsDrawing: boolean;
}

/** A run without formatting. */
export function EMPTY_RUN(content: string): string {
  return element("w:r", {}, content);
}

export class RunWriter {
  readonly #context: StoryContext;
  readonly #storyStart: number;
  readonly #fields: OpenField[] = [];
  readonly #propertiesXml = new Map<CharacterProperties, Map<number, string>>();
  #runs: string[] = [];
  #text = "";
  #textProperties = "";
  #textElement = "w:t";

  constructor(context: StoryContext) {
    this.#context = context;
    this.#storyStart = context.source.fib.story(context.story).start;
  }

  /** The children of `w:rPr` for text of a paragraph style. */
  propertiesXml(properties: CharacterProperties, paragraphStyle: number): string {
    let byStyle = this.#propertiesXml.get(properties);
    if (!byStyle) {
      byStyle = new Map();
      this.#propertiesXml.set(properties, byStyle);
    }
    const known = byStyle.get(paragraphStyle);
    if (known !== undefined) return known;
    const { styles, fonts } = this.#context.source;
    const { characterStyle } = properties;
    const named = styles.has(characterStyle, "character") ? characterStyle : undefined;
    const xml =
      valued("w:rStyle", named === undefined ? undefined : styleId(named)) +
      characterPropertiesXml(properties, fonts, (name) => styles.isOn(name, paragraphStyle, named));
    byStyle.set(paragraphStyle, xml);
    return xml;
  }

  /** The characters between two positions of the whole text; the end is not part of them. */
  write(start: number, end: number, paragraphStyle: number): string {
    const { formatting, bookmarks } = this.#context.source;
    this.#runs = [];
    for (const field of this.#fields) field.beginIndex = undefined;
    for (let position = start; position < end && this.#runs.length < MAX_RUNS; ) {
      const run = formatting.characterRun(position);
      const limit = Math.min(end, Math.max(position + 1, run.end));
      const xml = this.propertiesXml(run.properties, paragraphStyle);
      for (; position < limit; position++) {
        const names = bookmarks.get(position);
        if (names) this.#bookmarks(names);
        if (!run.properties.deleted) this.#character(position, run.properties, xml);
      }
    }
    this.#flush();
    return this.#runs.join("");
  }

  #bookmarks(names: readonly string[]): void {
    this.#flush();
    for (const name of names) this.#runs.push(element("w:bookmarkStart", { "w:name": name }));
  }

  #character(position: number, properties: CharacterProperties, xml: string): void {
    const { text } = this.#context.source;
    const code = text.charCodeAt(position);
    if (code === MARK.fieldBegin || code === MARK.fieldSeparator || code === MARK.fieldEnd) {
      this.#fieldMark(code, position, xml);
      return;
    }
    const field = this.#fields.at(-1);
    if (field && !field.inResult) {
      this.#instruction(code, text[position] ?? "", properties, field);
      return;
    }
    const special = this.#special(code, position, properties);
    if (special !== undefined) this.#push(special, xml);
    else if (code >= FIRST_TEXT_CODE) this.#characterText(code, text[position] ?? "", properties, xml);
  }

  /** What a character stands for; undefined when it is text, empty when nothing is shown. */
  #special(code: number, position: number, properties: CharacterProperties): string | undefined {
    const mark = SIMPLE_MARKS[code];
    if (mark) return mark;
    const { source, story } = this.#context;
    const inMain = story === "main";
    if (inMain) {
      const footnote = this.#noteReference("footnote", source.footnotes.at(position), code);
      if (footnote !== undefined) return footnote;
      const endnote = this.#noteReference("endnote", source.endnotes.at(position), code);
      if (endnote !== undefined) return endnote;
    }
    if (!properties.special) return code < FIRST_TEXT_CODE ? "" : undefined;
    switch (code) {
      case MARK.image:
        return this.#image(properties);
      case MARK.note:
        return story === "footnotes" ? "<w:footnoteRef/>" : story === "endnotes" ? "<w:endnoteRef/>" : "";
      case MARK.separator:
        return "<w:separator/>";
      case MARK.continuationSeparator:
        return "<w:continuationSeparator/>";
      case MARK.shape: {
        const anchor = this.#context.shapes.get(position - this.#storyStart);
        if (!anchor) return "";
        const field = this.#fields.at(-1);
        if (field && isPseudoInline(anchor.shape)) field.holdsDrawing = true;
        return this.#context.shapeWriter.anchorXml(anchor);
      }
      case MARK.symbol:
        return properties.symbol ? this.#symbol(properties.symbol.font, properties.symbol.character) : undefined;
      default:
        return code < FIRST_TEXT_CODE ? "" : undefined;
    }
  }

  /** A custom mark follows the reference as text. */
  #noteReference(kind: "footnote" | "endnote", note: number | undefined, code: number): string | undefined {
    if (note === undefined) return undefined;
    if (code === MARK.note) return element(`w:${kind}Reference`, { "w:id": note });
    this.#flush();
    this.#runs.push(EMPTY_RUN(element(`w:${kind}Reference`, { "w:id": note, "w:customMarkFollows": 1 })));
    return undefined;
  }

  #image({ imageLocation, binaryData, embeddedObject }: CharacterProperties): string {
    if (imageLocation === undefined || binaryData || this.#fields.at(-1)?.holdsDrawing) return "";
    const { source, builder, relationships } = this.#context;
    return embeddedObject
      ? objectImageXml(source.objectStream, imageLocation, builder, relationships)
      : inlineImageXml(source.data, imageLocation, builder, relationships);
  }

  #symbol(font: number, character: number): string {
    const { fonts } = this.#context.source;
    return element("w:sym", { "w:font": fonts[font]?.name ?? "", "w:char": character.toString(16).padStart(4, "0") });
  }

  #characterText(code: number, character: string, properties: CharacterProperties, xml: string): void {
    const number = properties.fonts.ascii ?? properties.fonts.highAnsi;
    const font = number === undefined ? undefined : this.#context.source.fonts[number];
    if (font?.isSymbol && code > FIRST_TEXT_CODE && (code <= 0xff || code >> 8 === SYMBOL_CODES >> 8)) {
      this.#push(this.#symbol(number ?? 0, code <= 0xff ? SYMBOL_CODES + code : code), xml);
      return;
    }
    this.#append("w:t", character, xml);
  }

  #append(name: string, character: string, xml: string): void {
    if (this.#textProperties !== xml || this.#textElement !== name) this.#flush();
    this.#textProperties = xml;
    this.#textElement = name;
    this.#text += character;
  }

  #fieldMark(code: number, position: number, xml: string): void {
    const field = this.#fields.at(-1);
    if (code === MARK.fieldBegin) {
      if (this.#fields.length >= MAX_OPEN_FIELDS) return;
      const isLocked = this.#context.lockedFields.has(position - this.#storyStart);
      this.#push(fieldCharacter("begin", isLocked ? { "w:fldLock": 1 } : {}), xml);
      const beginIndex = this.#runs.length - 1;
      this.#fields.push({ inResult: false, beginIndex, beginRun: xml, listText: undefined, holdsDrawing: false });
    } else if (!field) return;
    else if (code === MARK.fieldSeparator) {
      if (field.inResult) return;
      field.inResult = true;
      this.#push(fieldCharacter("separate") + textOf(field.listText), xml);
    } else {
      if (!field.inResult && field.listText !== undefined) {
        this.#push(fieldCharacter("separate") + textOf(field.listText), xml);
      }
      this.#push(fieldCharacter("end"), xml);
      this.#fields.pop();
    }
  }

  /** Text of an instruction; a form field's data hang on a picture mark within it. */
  #instruction(code: number, character: string, properties: CharacterProperties, field: OpenField): void {
    if (code >= FIRST_TEXT_CODE || code === MARK.tab) {
      this.#append("w:instrText", character, "");
      return;
    }
    if (code !== MARK.image || !properties.binaryData || properties.imageLocation === undefined) return;
    const data = readFormField(this.#context.source.data, properties.imageLocation);
    if (data?.kind === "list") field.listText = data.text;
    if (data?.kind !== "checkBox" || field.beginIndex === undefined) return;
    const checkBox = element("w:checkBox", {}, valued("w:checked", data.checked ? 1 : 0));
    const begin = fieldCharacter("begin", {}, element("w:ffData", {}, checkBox));
    this.#runs[field.beginIndex] = runXml(field.beginRun, begin);
  }

  #push(content: string, propertiesXml: string): void {
    this.#flush();
    if (content !== "") this.#runs.push(runXml(propertiesXml, content));
  }

  #flush(): void {
    if (this.#text === "") return;
    this.#runs.push(runXml(this.#textProperties, textOf(this.#text, this.#textElement)));
    this.#text = "";
  }
}

function runXml(propertiesXml: string, content: string): string {
  return element("w:r", {}, (propertiesXml === "" ? "" : element("w:rPr", {}, propertiesXml)) + content);
}

function textOf(text: string | undefined, name = "w:t"): string {
  if (!text) return "";
  const escaped = escapeXmlText(text);
  return escaped === "" ? "" : element(name, { "xml:space": "preserve" }, escaped);
}

function fieldCharacter(type: string, attributes: Record<string, number> = {}, content = ""): string {
  return element("w:fldChar", { "w:fldCharType": type, ...attributes }, content);
}
