import { EMU_PER_POINT } from "../geometry/units.ts";
import { CONTENT_TYPES_PART, ContentTypes } from "../office/content-types.ts";
import { relationshipsPartOf } from "../office/part-name.ts";
import { Relationships } from "../office/relationships.ts";
import { escapeXmlText } from "../office/xml-text.ts";
import { ZipWriter } from "../office/zip-writer.ts";
import { NAMESPACES } from "./namespaces.ts";
import { NEW_STYLES } from "./new-styles.ts";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONSHIP = NAMESPACES.r;
const WORDPROCESSING = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const MEDIA_TYPES = { png: "image/png", jpeg: "image/jpeg", gif: "image/gif" } as const;
const LIST_LEVELS = 9;
const TWIPS_PER_LEVEL = 720;

export type ImageKind = keyof typeof MEDIA_TYPES;

/** Size and position of a picture in points; turned clockwise in degrees, and mirrored, about its middle. */
export interface ImageBox {
  widthPoints: number;
  heightPoints: number;
  turned?: number;
  mirrored?: boolean;
}

/** Page of a section in points. */
export interface PageShape {
  widthPoints: number;
  heightPoints: number;
  marginPoints: number;
}

/** US Letter with margins of an inch. */
export const LETTER: PageShape = { widthPoints: 612, heightPoints: 792, marginPoints: 72 };

/** A new Word document, for content from other kinds of files. */
export class NewDocument {
  readonly #relationships = new Relationships("word/document.xml");
  readonly #images = new Map<string, { bytes: Uint8Array; kind: ImageKind }>();
  readonly #links = new Map<string, string>();
  readonly #lists: { isOrdered: boolean; start: number }[] = [];
  #drawings = 0;

  constructor() {
    this.#relationships.add(`${RELATIONSHIP}/styles`, "styles.xml");
    this.#relationships.add(`${RELATIONSHIP}/numbering`, "numbering.xml");
    this.#relationships.add(`${RELATIONSHIP}/settings`, "settings.xml");
  }

  /** Adds a picture; returns the id of its relationship. */
  addImage(bytes: Uint8Array, kind: ImageKind): string {
    const name = `media/image${this.#images.size + 1}.${kind}`;
    this.#images.set(`word/${name}`, { bytes, kind });
    return this.#relationships.add(`${RELATIONSHIP}/image`, name);
  }

  /** Relationship id of a link to an address. */
  addLink(url: string): string {
    const known = this.#links.get(url);
    if (known !== undefined) return known;
    const id = this.#relationships.add(`${RELATIONSHIP}/hyperlink`, url, true);
    this.#links.set(url, id);
    return id;
  }

  /** Number of a new list. */
  addList(isOrdered: boolean, start = 1): number {
    return this.#lists.push({ isOrdered, start });
  }

  /** A run with an inline picture. @param alt what it shows, in words */
  inlineImage(id: string, box: ImageBox, alt: string): string {
    const [cx, cy] = extent(box);
    return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/>${this.#graphic(id, box, alt)}</wp:inline></w:drawing></w:r>`;
  }

  /** A run with a picture that covers its page from the upper left corner on and takes no room in the text. */
  pageImage(id: string, box: ImageBox, alt: string): string {
    const [cx, cy] = extent(box);
    const origin = (axis: string) =>
      `<wp:position${axis} relativeFrom="page"><wp:posOffset>0</wp:posOffset></wp:position${axis}>`;
    return `<w:r><w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="2" behindDoc="1" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>${origin("H")}${origin("V")}<wp:extent cx="${cx}" cy="${cy}"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/>${this.#graphic(id, box, alt)}</wp:anchor></w:drawing></w:r>`;
  }

  /** The document as a file. @param body markup of the body, its last section included */
  finish(body: string): Uint8Array {
    const writer = new ZipWriter();
    const types = new ContentTypes();
    const add = (name: string, content: string | Uint8Array) =>
      writer.add(name, typeof content === "string" ? new TextEncoder().encode(content) : content);
    types.setDefault("rels", "application/vnd.openxmlformats-package.relationships+xml");
    types.setDefault("xml", "application/xml");
    for (const { kind } of this.#images.values()) types.setDefault(kind, MEDIA_TYPES[kind]);
    types.setOverride("word/document.xml", `${WORDPROCESSING}.document.main+xml`);
    for (const part of ["styles", "numbering", "settings"])
      types.setOverride(`word/${part}.xml`, `${WORDPROCESSING}.${part}+xml`);
    add(CONTENT_TYPES_PART, types.toXml());
    const root = new Relationships("");
    root.add(`${RELATIONSHIP}/officeDocument`, "word/document.xml");
    add("_rels/.rels", root.toXml());
    const namespaces = (["w", "r", "wp", "a", "pic"] as const).map((name) => `xmlns:${name}="${NAMESPACES[name]}"`);
    add("word/document.xml", `${DECLARATION}<w:document ${namespaces.join(" ")}><w:body>${body}</w:body></w:document>`);
    add(relationshipsPartOf("word/document.xml"), this.#relationships.toXml());
    add("word/styles.xml", DECLARATION + NEW_STYLES);
    add("word/numbering.xml", DECLARATION + this.#numbering());
    add("word/settings.xml", `${DECLARATION}<w:settings xmlns:w="${NAMESPACES.w}">${COMPATIBILITY}</w:settings>`);
    for (const [name, { bytes }] of this.#images) add(name, bytes);
    return writer.finish();
  }

  #graphic(id: string, box: ImageBox, alt: string): string {
    const number = ++this.#drawings;
    const [cx, cy] = extent(box);
    const isSideways = (box.turned ?? 0) % 180 !== 0;
    const [width, height] = isSideways ? [cy, cx] : [cx, cy];
    const offset = isSideways
      ? `<a:off x="${Math.round((cx - width) / 2)}" y="${Math.round((cy - height) / 2)}"/>`
      : `<a:off x="0" y="0"/>`;
    const turn = (box.turned ? ` rot="${box.turned * 60_000}"` : "") + (box.mirrored ? ' flipH="1"' : "");
    const described = `descr="${escapeXmlText(alt)}"`;
    return `<wp:docPr id="${number}" name="Picture ${number}" ${described}/><a:graphic><a:graphicData uri="${NAMESPACES.pic}"><pic:pic><pic:nvPicPr><pic:cNvPr id="${number}" name="Picture ${number}" ${described}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm${turn}>${offset}<a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>`;
  }

  #numbering(): string {
    const nums = this.#lists.map(
      ({ isOrdered, start }, index) =>
        `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${isOrdered ? 1 : 0}"/>${Array.from({ length: LIST_LEVELS }, (_, level) => `<w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${level === 0 ? start : 1}"/></w:lvlOverride>`).join("")}</w:num>`,
    );
    return `<w:numbering xmlns:w="${NAMESPACES.w}">${abstractList(0, bulletLevel)}${abstractList(1, numberLevel)}${nums.join("")}</w:numbering>`;
  }
}

/** Properties of a section with this page. */
export function sectionOf({ widthPoints, heightPoints, marginPoints }: PageShape): string {
  const twips = (points: number) => Math.round(points * 20);
  const [width, height, margin] = [twips(widthPoints), twips(heightPoints), twips(marginPoints)];
  const turned = width > height ? ' w:orient="landscape"' : "";
  const edge = Math.min(720, margin);
  return `<w:sectPr><w:pgSz w:w="${width}" w:h="${height}"${turned}/><w:pgMar w:top="${margin}" w:right="${margin}" w:bottom="${margin}" w:left="${margin}" w:header="${edge}" w:footer="${edge}" w:gutter="0"/></w:sectPr>`;
}

/** As Word 2013 and later lay out. */
const COMPATIBILITY =
  '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>';

function extent({ widthPoints, heightPoints }: ImageBox): [cx: number, cy: number] {
  const emu = (points: number) => Math.max(1, Math.round(points * EMU_PER_POINT));
  return [emu(widthPoints), emu(heightPoints)];
}

function abstractList(id: number, level: (level: number) => string): string {
  const levels = Array.from({ length: LIST_LEVELS }, (_, index) => {
    const indent = `<w:pPr><w:ind w:left="${TWIPS_PER_LEVEL * (index + 1)}" w:hanging="360"/></w:pPr>`;
    return `<w:lvl w:ilvl="${index}"><w:start w:val="1"/>${level(index)}<w:lvlJc w:val="left"/>${indent}</w:lvl>`;
  });
  return `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels.join("")}</w:abstractNum>`;
}

function bulletLevel(level: number): string {
  return `<w:numFmt w:val="bullet"/><w:lvlText w:val="${["•", "◦", "▪"][level % 3]}"/>`;
}

function numberLevel(level: number): string {
  const format = ["decimal", "lowerLetter", "lowerRoman"][level % 3];
  return `<w:numFmt w:val="${format}"/><w:lvlText w:val="%${level + 1}."/>`;
}
