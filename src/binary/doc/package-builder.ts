/** Collects the parts of a package (ECMA-376 part 2) with their relationships. */

import { relationshipsPartOf } from "../../office/part-name.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { type Attributes, element } from "./xml-writer.ts";

const RELATIONSHIP_TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
const NAMESPACES = {
  "xmlns:w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  "xmlns:r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
  "xmlns:a": "http://schemas.openxmlformats.org/drawingml/2006/main",
  "xmlns:p": "http://schemas.openxmlformats.org/presentationml/2006/main",
  "xmlns:pic": "http://schemas.openxmlformats.org/drawingml/2006/picture",
  "xmlns:wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
  "xmlns:wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
  "xmlns:wpg": "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup",
  "xmlns:c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
  "xmlns:m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
  "xmlns:a14": "http://schemas.microsoft.com/office/drawing/2010/main",
  "xmlns:v": "urn:schemas-microsoft-com:vml",
  "xmlns:o": "urn:schemas-microsoft-com:office:office",
};

/** Characters; a document of 10,000 pages needs less. */
const MAX_MARKUP_LENGTH = 128_000_000;
const CORE_PART = "docProps/core.xml";
const CORE_NAMESPACE = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties";
export const MAIN_PART = "word/document.xml";

/** Relationships of one part while it is written. */
export class PartRelationships {
  readonly #entries: string[] = [];
  readonly #ids = new Map<string, string>();

  /** The id of a relationship to a part, `target` is its full name. `type` is the last segment of the type. */
  to(type: string, target: string): string {
    const key = `${type} ${target}`;
    const known = this.#ids.get(key);
    if (known) return known;
    const id = `rId${this.#entries.length + 1}`;
    this.#ids.set(key, id);
    this.#entries.push(element("Relationship", { Id: id, Type: RELATIONSHIP_TYPES + type, Target: `/${target}` }));
    return id;
  }

  /** The id of a link out of the package. */
  toAddress(address: string): string {
    const key = `hyperlink ${address}`;
    const known = this.#ids.get(key);
    if (known) return known;
    const id = `rId${this.#entries.length + 1}`;
    this.#ids.set(key, id);
    const type = `${RELATIONSHIP_TYPES}hyperlink`;
    this.#entries.push(element("Relationship", { Id: id, Type: type, Target: address, TargetMode: "External" }));
    return id;
  }

  get xml(): string | undefined {
    if (this.#entries.length === 0) return undefined;
    const xmlns = "http://schemas.openxmlformats.org/package/2006/relationships";
    return element("Relationships", { xmlns }, this.#entries.join(""));
  }
}

export class PackageBuilder {
  #textLeft: number;
  #markupLeft = MAX_MARKUP_LENGTH;
  readonly parts = new Map<string, Uint8Array>();
  readonly #root = new PartRelationships();
  readonly #encoder = new TextEncoder();
  readonly #media = new Map<string, string>();
  readonly #mainPart: string;

  /**
   * @param textLimit characters that may be written in total, so that no stretch of a file is written over and over
   * @param mainPart whose folder has all parts of the content
   */
  constructor(textLimit: number, mainPart: string = MAIN_PART) {
    this.#textLeft = textLimit;
    this.#mainPart = mainPart;
  }

  /** Of the parts of the content: `word`. */
  get folder(): string {
    return this.#mainPart.slice(0, this.#mainPart.lastIndexOf("/"));
  }

  /** How many of `wanted` characters may still be written. */
  takeText(wanted: number): number {
    const taken = Math.max(0, Math.min(wanted, this.#textLeft));
    this.#textLeft -= taken;
    return taken;
  }

  /** Whether there is room for that much more markup. */
  takeMarkup(length: number): boolean {
    this.#markupLeft -= length;
    return this.#markupLeft >= 0;
  }

  /** Adds a part whose root gets all namespaces and `attributes`; `relationships` are its own. */
  add(
    part: string,
    rootName: string,
    content: string,
    relationships?: PartRelationships,
    attributes: Attributes = {},
  ): void {
    this.#put(part, element(rootName, { ...NAMESPACES, ...attributes }, content));
    const related = relationships?.xml;
    if (related) this.#put(relationshipsPartOf(part), related);
  }

  /** Adds what is known about the document: names of the core properties with their texts. */
  addCoreProperties(properties: readonly (readonly [name: string, text: string])[]): void {
    const elements = properties.map(([name, text]) => element(name, {}, escapeXmlText(text)));
    this.#put(CORE_PART, element("cp:coreProperties", { "xmlns:cp": CORE_NAMESPACE }, elements.join("")));
    this.#root.to("core-properties", CORE_PART);
  }

  /** Adds the package's own relationships. */
  finish(): void {
    this.#root.to("officeDocument", this.#mainPart);
    this.#put("_rels/.rels", this.#root.xml ?? "");
  }

  /** The part of a picture; `key` identifies one that was added before. */
  media(key: string, extension: string, bytes: () => Uint8Array | undefined): string | undefined {
    const known = this.#media.get(key);
    if (known) return known;
    const content = bytes();
    if (!content || content.length === 0) return undefined;
    const part = `${this.folder}/media/image${this.#media.size + 1}.${extension}`;
    this.#media.set(key, part);
    this.parts.set(part, content);
    return part;
  }

  #put(part: string, xml: string): void {
    this.parts.set(part, this.#encoder.encode(xml));
  }
}
