/** Display items -> the content stream of one page (ISO 32000-2, 8 and 9), and the resources that it names. */

import type { Face } from "../../font/face.ts";
import { apply, IDENTITY, isIdentity, type Matrix, multiply } from "../../geometry/matrix.ts";
import type { PdfDict, PdfObject, PdfRef } from "../../pdf/objects.ts";
import { writtenWidth } from "../../pdf/text/glyph-font.ts";
import {
  type DisplayItem,
  type GroupItem,
  type ImageItem,
  type MarkItem,
  type PathItem,
  type PatternItem,
  type Shading,
  type ShadingItem,
  SLANT,
  type SoftMask,
  type Stroke,
  type StructureElement,
  type TextItem,
} from "../display-list/display-item.ts";
import { type Bounds, boundsOf, matrixOperands, radialMatrix } from "./matrix.ts";
import { colorOperands, coordinate, factor } from "./numbers.ts";
import { pathOperators } from "./path-operators.ts";
import { evenSpacing, shift, type TextRun, writtenRun } from "./text-run.ts";

/** What a page's content shares with the other pages: objects are made once per document. */
export interface SharedObjects {
  /** Name of a font in the page's resources, and the codes of glyphs that stand for characters. */
  font(face: Face): { name: string; ref: PdfRef; use: (glyph: number, characters: string) => number };
  /** The picture of a glyph in colors, in units of the font; undefined for one in the color of the text. */
  colorGlyph(face: Face, glyph: number): NamedObject | undefined;
  /** Undefined for a picture that turns out to be unreadable. */
  image(item: ImageItem): { name: string; ref: PdfRef; matrix: Matrix } | undefined;
  graphicsState(fillOpacity: number, strokeOpacity: number): { name: string; ref: PdfRef };
  shading(item: ShadingItem): { name: string; ref: PdfRef; mask: { name: string; ref: PdfRef } | undefined };
  pattern(item: PatternItem, matrix: Matrix): NamedObject;
  /** A shading to draw letters and lines with, whose coordinates are those of `matrix`. */
  shadingPattern(shading: Shading, matrix: Matrix): NamedObject;
  /** A graphics state that lets through what the mask does, in the coordinates in which it is set. */
  softMask(mask: SoftMask): NamedObject;
  /** The number of a piece of content within its page. */
  markedContent(element: StructureElement): number;
  /** `element` is within `parent`; undefined is the document. */
  place(element: StructureElement, parent: StructureElement | undefined): void;
  link(target: string, rectangle: Bounds, element: StructureElement | undefined): void;
  destination(name: string, x: number, y: number): void;
}

interface NamedObject {
  name: string;
  ref: PdfRef;
}

type ResourceKind = "Font" | "XObject" | "ExtGState" | "Shading" | "Pattern";

interface GraphicsState {
  fill: string;
  stroke: string;
  pen: string;
  opacity: string;
  font: string;
  scale: string;
  mode: string;
  spacing: string;
}

const INITIAL_STATE: GraphicsState = {
  fill: "0 0 0 rg",
  stroke: "0 0 0 RG",
  pen: "",
  opacity: "1 1",
  font: "",
  scale: "100 Tz",
  mode: "0 Tr",
  spacing: "0 Tc",
};

const CAPS = { butt: 0, round: 1, square: 2 } as const;
const JOINS = { miter: 0, round: 1 } as const;
const OUTLINE_WIDTH_PT = 0.4;
/** Thousandths of the size: smaller gaps are not worth a number. */
const MIN_SHIFT = 2;

export class PageContent {
  readonly #shared: SharedObjects;
  readonly #resources = new Map<ResourceKind, Map<string, PdfObject>>();
  readonly #pieces: string[] = [];
  #state: GraphicsState = { ...INITIAL_STATE };
  #matrix: Matrix = IDENTITY;
  #element: StructureElement | "artifact" | undefined;
  /** The element whose marked content the stream is in; undefined outside of any. */
  #marked: StructureElement | "artifact" | undefined;
  #run: TextRun | undefined;

  /** Content in the display items' own coordinates, as in a form. */
  constructor(shared: SharedObjects) {
    this.#shared = shared;
  }

  /** Content whose y grows downwards from the upper edge of a page. */
  static ofPage(shared: SharedObjects, heightPt: number): PageContent {
    const content = new PageContent(shared);
    content.#matrix = [1, 0, 0, -1, 0, heightPt];
    content.#write(`1 0 0 -1 0 ${coordinate(heightPt)} cm`);
    return content;
  }

  /** The stream, and the resources by kind and name. */
  finish(): { content: string; resources: ReadonlyMap<string, ReadonlyMap<string, PdfObject>> } {
    this.#endMark();
    return { content: this.#pieces.join("\n"), resources: this.#resources };
  }

  draw(items: readonly DisplayItem[]): void {
    for (const item of items) this.#item(item);
  }

  #item(item: DisplayItem): void {
    switch (item.kind) {
      case "text":
        this.#text(item);
        break;
      case "path":
        this.#path(item);
        break;
      case "picture":
        this.#image(item);
        break;
      case "shading":
        this.#shading(item);
        break;
      case "pattern":
        this.#pattern(item);
        break;
      case "group":
        this.#group(item);
        break;
      case "mark":
        this.#mark(item);
        break;
      case "link": {
        const element = this.#element === "artifact" ? undefined : this.#element;
        this.#shared.link(item.target, boundsOf(item.box, this.#matrix), element);
        break;
      }
      case "destination": {
        const [x, y] = apply(this.#matrix, item.xPt, item.yPt);
        this.#shared.destination(item.name, x, y);
        break;
      }
    }
  }

  #mark({ element, items }: MarkItem): void {
    const outer = this.#element;
    // Content of an artifact has no structure.
    if (outer !== "artifact") {
      this.#element = element;
      if (element !== "artifact") this.#shared.place(element, outer);
    }
    this.draw(items);
    this.#element = outer;
  }

  #group({ matrix, clip, mask, items }: GroupItem): void {
    this.#endMark();
    const outer = { state: this.#state, matrix: this.#matrix };
    this.#state = { ...this.#state };
    this.#matrix = multiply(matrix, this.#matrix);
    this.#write("q");
    if (!isIdentity(matrix)) this.#write(`${matrixOperands(matrix)} cm`);
    if (clip) this.#write(`${pathOperators(clip)}W* n`);
    if (mask) {
      const { name, ref } = this.#shared.softMask(mask);
      this.#resource("ExtGState", name, ref);
      this.#write(`/${name} gs`);
    }
    this.draw(items);
    this.#endMark();
    this.#write("Q");
    this.#state = outer.state;
    this.#matrix = outer.matrix;
  }

  #path({ outline, fill, stroke }: PathItem): void {
    if ((!fill && !stroke) || outline.operators === "") return;
    this.#begin();
    if (fill) this.#set("fill", `${colorOperands(fill.color)} rg`);
    if (stroke) this.#pen(stroke);
    this.#opacity(fill?.opacity ?? 1, stroke?.opacity ?? 1);
    this.#write(`${pathOperators(outline)}${fill ? `${stroke ? "B" : "f"}${fill.rule ? "" : "*"}` : "S"}`);
  }

  #image(item: ImageItem): void {
    const image = this.#shared.image(item);
    if (!image) return;
    this.#begin();
    this.#opacity(item.opacity, 1);
    const { xPt, yPt, widthPt, heightPt } = item.box;
    // Pictures are upright in a unit square whose y grows upwards.
    const square: Matrix = [widthPt, 0, 0, -heightPt, xPt, yPt + heightPt];
    this.#resource("XObject", image.name, image.ref);
    const place = multiply(image.matrix, square);
    this.#write(`q ${matrixOperands(place)} cm /${image.name} Do Q`);
  }

  #shading(item: ShadingItem): void {
    if (item.outline.operators === "") return;
    this.#begin();
    const { name, ref, mask } = this.#shared.shading(item);
    this.#resource("Shading", name, ref);
    if (mask) this.#resource("ExtGState", mask.name, mask.ref);
    this.#opacity(1, 1);
    const scale = item.geometry.kind === "radial" ? radialMatrix(item.geometry) : undefined;
    const space = scale ? ` ${matrixOperands(scale)} cm` : "";
    this.#write(`q ${mask ? `/${mask.name} gs ` : ""}${pathOperators(item.outline)}W* n${space} /${name} sh Q`);
  }

  #pattern(item: PatternItem): void {
    if (item.outline.operators === "") return;
    this.#path({
      kind: "path",
      outline: item.outline,
      fill: { color: item.background, opacity: item.opacity },
      stroke: undefined,
    });
    const { name, ref } = this.#shared.pattern(item, this.#matrix);
    this.#resource("Pattern", name, ref);
    this.#write(`q /Pattern cs /${name} scn ${pathOperators(item.outline)}f* Q`);
  }

  #text(item: TextItem): void {
    const { reading } = item;
    if (reading === undefined || this.#element === "artifact") {
      this.#glyphs(item);
      return;
    }
    // The text in place of the glyphs, for search and copying (14.9.4).
    this.#begin();
    this.#write(`/Span <</ActualText ${utf16(reading)}>> BDC`);
    this.#glyphs(item);
    this.#endRun();
    this.#write("EMC");
  }

  #glyphs(item: TextItem): void {
    if (item.isUnseen || !item.face.hasColors) this.#strings(item);
    else for (const glyph of glyphsOf(item)) this.#colorGlyph(glyph);
  }

  /** A glyph in colors is a picture; before it comes the glyph of the font, unseen, for search and copying. */
  #colorGlyph(item: TextItem): void {
    const { face, sizePt, scale, xPt, yPt, color, opacity } = item;
    const image = this.#shared.colorGlyph(face, item.glyphs[0] ?? 0);
    if (!image) {
      this.#strings(item);
      return;
    }
    if (this.#element !== "artifact") this.#string(item, true);
    this.#begin();
    this.#resource("XObject", image.name, image.ref);
    this.#set("fill", `${colorOperands(color)} rg`);
    this.#opacity(opacity, 1);
    const unitPt = sizePt / face.unitsPerEm;
    this.#write(`q ${matrixOperands([unitPt * scale, 0, 0, -unitPt, xPt, yPt])} cm /${image.name} Do Q`);
  }

  /** Glyphs above or below their baseline are strings of their own. */
  #strings(item: TextItem): void {
    const { offsetsPt, ...plain } = item;
    if (!offsetsPt?.some(([rightPt, downPt]) => rightPt !== 0 || downPt !== 0)) {
      this.#string(plain);
      return;
    }
    for (const glyph of glyphsOf(item)) this.#string(glyph);
  }

  /** Text with one look and baseline becomes one string, word after word. */
  #string(item: TextItem, isUnseen = item.isUnseen === true): void {
    const { face, sizePt, scale, glyphs, look: appearance } = item;
    if (!(sizePt > 0) || !(scale > 0) || glyphs.length === 0) return;
    const font = this.#shared.font(face);
    const spacingPt = evenSpacing(item);
    const { slanted, thickened, outlined } = appearance;
    const paint = item.shading || item.line ? JSON.stringify([item.shading, item.line]) : item.color;
    const key = `${font.name} ${sizePt} ${scale} ${spacingPt} ${slanted} ${thickened} ${outlined} ${paint} ${item.opacity} ${isUnseen}`;
    let run = this.#run;
    const gap = run ? ((item.xPt - run.nextXPt) / scale / sizePt) * 1000 : 0;
    const goesOn = run && run.key === key && Math.abs(run.yPt - item.yPt) < 0.005 && Math.abs(gap) < 20_000;
    if (!run || !goesOn || this.#marked !== (this.#element ?? "artifact")) {
      this.#begin();
      run = this.#startRun(item, font.name, key, spacingPt, isUnseen);
      this.#resource("Font", font.name, font.ref);
    } else if (Math.abs(gap) >= MIN_SHIFT) shift(run, gap);
    this.#run = run;
    let atPt = item.xPt;
    let writtenPt = item.xPt;
    for (let index = 0; index < glyphs.length; index++) {
      const glyph = glyphs[index] ?? 0;
      const off = ((atPt - writtenPt) / scale / sizePt) * 1000;
      if (Math.abs(off) >= MIN_SHIFT) {
        shift(run, off);
        writtenPt = atPt;
      }
      run.hex += hexOf(font.use(glyph, item.characters[index] ?? ""));
      atPt += (item.advancesPt[index] ?? 0) * scale;
      writtenPt += ((writtenWidth(face.advance(glyph)) / 1000) * sizePt + spacingPt) * scale;
    }
    run.nextXPt = writtenPt;
  }

  #startRun(item: TextItem, fontName: string, key: string, spacingPt: number, isUnseen: boolean): TextRun {
    const { sizePt, scale, look: appearance, color, xPt, yPt, line, shading } = item;
    this.#set("fill", shading ? `/Pattern cs /${this.#shadingPattern(shading)} scn` : `${colorOperands(color)} rg`);
    const isStroked = appearance.outlined || appearance.thickened || line !== undefined;
    if (isStroked) {
      const widthPt = line?.widthPt ?? (appearance.outlined ? OUTLINE_WIDTH_PT : sizePt / 30);
      const pen = { color: line?.color ?? color, widthPt, opacity: line?.opacity ?? item.opacity };
      this.#pen({ ...pen, cap: "butt", join: "round", dashesPt: [], shading: line ? undefined : shading });
    }
    this.#opacity(item.opacity, line?.opacity ?? item.opacity);
    this.#set("font", `/${fontName} ${coordinate(sizePt)} Tf`);
    this.#set("scale", `${coordinate(scale * 100)} Tz`);
    this.#set("mode", `${isUnseen ? 3 : appearance.outlined ? 1 : isStroked ? 2 : 0} Tr`);
    this.#set("spacing", `${factor(spacingPt)} Tc`);
    const before = `BT 1 0 ${appearance.slanted ? SLANT : 0} -1 ${coordinate(xPt)} ${coordinate(yPt)} Tm`;
    return { key, yPt, nextXPt: xPt, sizePt, scale, spacingPt, before, parts: [], hex: "" };
  }

  #endRun(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    this.#write(writtenRun(run));
  }

  #pen({ color, widthPt, cap, join, dashesPt, shading }: Stroke): void {
    this.#set("stroke", shading ? `/Pattern CS /${this.#shadingPattern(shading)} SCN` : `${colorOperands(color)} RG`);
    const dashes = dashesPt.map(coordinate).join(" ");
    this.#set("pen", `${coordinate(widthPt)} w ${CAPS[cap]} J ${JOINS[join]} j [${dashes}] 0 d`);
  }

  #shadingPattern(shading: Shading): string {
    const { name, ref } = this.#shared.shadingPattern(shading, this.#matrix);
    this.#resource("Pattern", name, ref);
    return name;
  }

  #opacity(fill: number, stroke: number): void {
    const key = `${fill} ${stroke}`;
    if (key === this.#state.opacity) return;
    this.#state.opacity = key;
    const { name, ref } = this.#shared.graphicsState(fill, stroke);
    this.#resource("ExtGState", name, ref);
    this.#write(`/${name} gs`);
  }

  #set(what: keyof GraphicsState, operator: string): void {
    if (this.#state[what] === operator) return;
    this.#state[what] = operator;
    this.#write(operator);
  }

  /** Before anything is drawn: earlier drawing is written, and the stream is in the content of the right mark. */
  #begin(): void {
    this.#endRun();
    const wanted = this.#element ?? "artifact";
    if (this.#marked === wanted) return;
    this.#endMark();
    this.#marked = wanted;
    if (wanted === "artifact") this.#write("/Artifact BMC");
    else this.#write(`/${wanted.role} <</MCID ${this.#shared.markedContent(wanted)}>> BDC`);
  }

  #endMark(): void {
    this.#endRun();
    if (this.#marked !== undefined) this.#write("EMC");
    this.#marked = undefined;
  }

  #write(operators: string): void {
    this.#pieces.push(operators);
  }

  #resource(kind: ResourceKind, name: string, object: PdfRef | PdfDict): void {
    let named = this.#resources.get(kind);
    if (!named) {
      named = new Map();
      this.#resources.set(kind, named);
    }
    named.set(name, object);
  }
}

/** Each glyph of a text by itself, in its place. */
function* glyphsOf({ offsetsPt, ...plain }: TextItem): Generator<TextItem> {
  let atPt = plain.xPt;
  for (const [index, glyph] of plain.glyphs.entries()) {
    const [rightPt, downPt] = offsetsPt?.[index] ?? [0, 0];
    yield {
      ...plain,
      xPt: atPt + rightPt * plain.scale,
      yPt: plain.yPt + downPt,
      glyphs: [glyph],
      advancesPt: [plain.face.advance(glyph) * plain.sizePt],
      characters: plain.characters.slice(index, index + 1),
    };
    atPt += (plain.advancesPt[index] ?? 0) * plain.scale;
  }
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** A code of two bytes. */
function hexOf(code: number): string {
  return `${BYTES[code >> 8]}${BYTES[code & 0xff]}`;
}

function utf16(text: string): string {
  let hex = "feff";
  for (let index = 0; index < text.length; index++) hex += hexOf(text.charCodeAt(index));
  return `<${hex}>`;
}
