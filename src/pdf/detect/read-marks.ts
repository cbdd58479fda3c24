import { extentOf } from "../../geometry/box.ts";
import { apply, IDENTITY, invert, type Matrix, matrixOf, multiply, translation } from "../../geometry/matrix.ts";
import { visitOperations } from "../content/operations.ts";
import { pageContent } from "../content/page-content.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { type PdfDict, PdfName, type PdfObject, PdfString } from "../objects.ts";
import { pageGeometry } from "../page-geometry.ts";
import { type PdfPage, pageEntry } from "../page-tree.ts";
import { type GlyphMetrics, glyphMetrics } from "./glyph-metrics.ts";
import type { Area, PageMarks } from "./page-marks.ts";
import { isTintSpace, lightness, numbersOf } from "./paint-colors.ts";
import { PathMarks } from "./path-marks.ts";

const MAX_FORM_DEPTH = 12;
const MAX_SAVED_STATES = 1_000;
const MAX_GLYPHS = 60_000;
/** Of a common font, at size 1. */
const ASCENT = 0.72;
const DESCENT = -0.2;
/** Nothing, or the space of a font of pictures. */
const BLANK = /^[\s\uf020]*$/;

interface GraphicsState {
  matrix: Matrix;
  fill: number;
  fillIsTint: boolean;
  stroke: number;
  strokeIsTint: boolean;
  lineWidth: number;
  dashed: boolean;
  font: GlyphMetrics | undefined;
  size: number;
  characterSpace: number;
  wordSpace: number;
  stretch: number;
  rise: number;
  leading: number;
  mode: number;
}

/** An area of a glyph at size 1, in points of the page. */
function areaThrough(placed: Matrix, { x0, y0, x1, y1 }: Area, size: number, stretch: number, rise: number): Area {
  const { minX, minY, maxX, maxY } = extentOf(
    { left: x0 * size * stretch, bottom: rise + y0 * size, right: x1 * size * stretch, top: rise + y1 * size },
    placed,
  );
  return { x0: minX, y0: minY, x1: maxX, y1: maxY };
}

const START: GraphicsState = {
  matrix: IDENTITY,
  fill: 0,
  fillIsTint: false,
  stroke: 0,
  strokeIsTint: false,
  lineWidth: 1,
  dashed: false,
  font: undefined,
  size: 0,
  characterSpace: 0,
  wordSpace: 0,
  stretch: 1,
  rise: 0,
  leading: 0,
  mode: 0,
};

/** Fonts of a document are measured once. */
const measured = new WeakMap<PdfDict, GlyphMetrics>();

/**
 * What the content of a page shows; annotations are not part of it.
 * @throws Failure `pdf_too_complex` when reading it takes too much work
 */
export function readMarks(document: PdfDocument, page: PdfPage): PageMarks {
  const { widthPoints, heightPoints, fromShown } = pageGeometry(document, page);
  const marks: PageMarks = {
    widthPoints,
    heightPoints,
    glyphs: [],
    boxes: [],
    horizontal: [],
    vertical: [],
    circles: [],
    pictures: [],
    pictureShare: 0,
  };
  const matrix = invert(fromShown) ?? IDENTITY;
  const reader = new MarkReader(document, marks);
  reader.read(
    pageContent(document, page.dict),
    document.dict(pageEntry(document, page, "Resources")),
    { ...START, matrix },
    0,
  );
  return marks;
}

class MarkReader {
  readonly #document: PdfDocument;
  readonly #marks: PageMarks;

  constructor(document: PdfDocument, marks: PageMarks) {
    this.#document = document;
    this.#marks = marks;
  }

  read(content: Uint8Array, resources: PdfDict | undefined, start: GraphicsState, depth: number): void {
    const document = this.#document;
    document.work.charge("contentByte", content.length);
    const marks = this.#marks;
    const path = new PathMarks(marks);
    const saved: GraphicsState[] = [];
    let state = { ...start };
    let [line, text]: [Matrix, Matrix] = [IDENTITY, IDENTITY];
    const named = (category: string, operand: PdfObject | undefined) =>
      operand instanceof PdfName ? document.dict(resources?.get(category))?.get(operand.value) : undefined;
    const paint = (stroke: boolean, fill: boolean) => {
      document.work.charge("segment");
      const scale = Math.sqrt(Math.abs(state.matrix[0] * state.matrix[3] - state.matrix[1] * state.matrix[2]));
      path.paint(
        stroke ? { widthPoints: state.lineWidth * scale, light: state.stroke, dash: state.dashed } : undefined,
        fill ? state.fill : undefined,
      );
    };
    const show = (bytes: Uint8Array) => {
      text = this.#show(bytes, state, text);
    };
    const nextLine = (x: number, y: number) => {
      line = multiply(translation(x, y), line);
      text = line;
    };

    visitOperations(content, {
      operation: (operator, operands) => {
        document.work.charge("operator");
        const n = (index: number): number => {
          const operand = operands[index];
          return typeof operand === "number" ? operand : 0;
        };
        switch (operator) {
          case "q":
            if (saved.length < MAX_SAVED_STATES) saved.push({ ...state });
            return;
          case "Q":
            state = saved.pop() ?? state;
            return;
          case "cm": {
            const own = matrixOf(operands);
            if (own) state.matrix = multiply(own, state.matrix);
            return;
          }
          case "w":
            state.lineWidth = n(0);
            return;
          case "d":
            state.dashed = Array.isArray(operands[0]) && operands[0].length > 0;
            return;
          case "m":
            path.move(state.matrix, n(0), n(1));
            return;
          case "l":
            path.line(state.matrix, n(0), n(1));
            return;
          case "c":
            path.curve(state.matrix, n(4), n(5));
            return;
          case "v":
          case "y":
            path.curve(state.matrix, n(2), n(3));
            return;
          case "re":
            path.rectangle(state.matrix, n(0), n(1), n(2), n(3));
            return;
          case "h":
            path.close();
            return;
          case "S":
            paint(true, false);
            return;
          case "s":
            path.close();
            paint(true, false);
            return;
          case "f":
          case "F":
          case "f*":
            paint(false, true);
            return;
          case "b":
          case "b*":
            path.close();
            paint(true, true);
            return;
          case "B":
          case "B*":
            paint(true, true);
            return;
          case "n":
            path.paint(undefined, undefined);
            return;
          case "cs":
            state.fillIsTint = isTintSpace(document, resources, operands[0]);
            state.fill = 0;
            return;
          case "CS":
            state.strokeIsTint = isTintSpace(document, resources, operands[0]);
            state.stroke = 0;
            return;
          case "sc":
          case "scn":
            state.fill = lightness(numbersOf(operands), state.fillIsTint);
            return;
          case "SC":
          case "SCN":
            state.stroke = lightness(numbersOf(operands), state.strokeIsTint);
            return;
          case "g":
          case "rg":
          case "k":
            state.fillIsTint = false;
            state.fill = lightness(numbersOf(operands), false);
            return;
          case "G":
          case "RG":
          case "K":
            state.strokeIsTint = false;
            state.stroke = lightness(numbersOf(operands), false);
            return;
          case "BT":
            line = text = IDENTITY;
            return;
          case "Tf": {
            const font = document.dict(named("Font", operands[0]));
            state.font = font && this.#metrics(font);
            state.size = n(1);
            return;
          }
          case "Tc":
            state.characterSpace = n(0);
            return;
          case "Tw":
            state.wordSpace = n(0);
            return;
          case "Tz":
            state.stretch = n(0) / 100;
            return;
          case "Ts":
            state.rise = n(0);
            return;
          case "TL":
            state.leading = n(0);
            return;
          case "Tr":
            state.mode = n(0);
            return;
          case "Td":
            nextLine(n(0), n(1));
            return;
          case "TD":
            state.leading = -n(1);
            nextLine(n(0), n(1));
            return;
          case "Tm": {
            const own = matrixOf(operands);
            if (own) line = text = own;
            return;
          }
          case "T*":
            nextLine(0, -state.leading);
            return;
          case "'":
            nextLine(0, -state.leading);
            if (operands[0] instanceof PdfString) show(operands[0].bytes);
            return;
          case '"':
            state.wordSpace = n(0);
            state.characterSpace = n(1);
            nextLine(0, -state.leading);
            if (operands[2] instanceof PdfString) show(operands[2].bytes);
            return;
          case "Tj":
            if (operands[0] instanceof PdfString) show(operands[0].bytes);
            return;
          case "TJ":
            for (const part of Array.isArray(operands[0]) ? operands[0] : []) {
              if (part instanceof PdfString) show(part.bytes);
              else if (typeof part === "number")
                text = multiply(translation((-part / 1000) * state.size * state.stretch, 0), text);
            }
            return;
          case "Do":
            this.#draw(named("XObject", operands[0]), resources, state, depth);
            return;
        }
      },
      inlineImage: () => this.#picture(state.matrix),
    });
  }

  #metrics(font: PdfDict): GlyphMetrics {
    let metrics = measured.get(font);
    if (!metrics) measured.set(font, (metrics = glyphMetrics(this.#document, font)));
    return metrics;
  }

  #draw(object: PdfObject | undefined, resources: PdfDict | undefined, state: GraphicsState, depth: number): void {
    const document = this.#document;
    const stream = document.stream(object);
    const subtype = document.name(stream?.dict.get("Subtype"));
    if (!stream || depth >= MAX_FORM_DEPTH) return;
    if (subtype === "Image") {
      this.#picture(state.matrix);
      return;
    }
    if (subtype !== "Form") return;
    const { bytes, remaining } = decodeWithin(document, stream);
    if (remaining.length > 0) return;
    const entries = document.array(stream.dict.get("Matrix"))?.map((entry) => document.resolve(entry));
    const own = entries ? matrixOf(entries) : undefined;
    const matrix = own ? multiply(own, state.matrix) : state.matrix;
    this.read(bytes, document.dict(stream.dict.get("Resources")) ?? resources, { ...state, matrix }, depth + 1);
  }

  #picture(matrix: Matrix): void {
    const { minX, minY, maxX, maxY } = extentOf({ left: 0, bottom: 0, right: 1, top: 1 }, matrix);
    const { widthPoints, heightPoints } = this.#marks;
    const width = Math.min(maxX, widthPoints) - Math.max(minX, 0);
    const height = Math.min(maxY, heightPoints) - Math.max(minY, 0);
    this.#marks.pictures.push({ x0: minX, y0: minY, x1: maxX, y1: maxY });
    if (width > 0 && height > 0) this.#marks.pictureShare += (width * height) / (widthPoints * heightPoints);
  }

  /** @returns the text matrix after the string (9.4.4) */
  #show(bytes: Uint8Array, state: GraphicsState, text: Matrix): Matrix {
    const { font, size, stretch } = state;
    if (!font) return text;
    const { codeBytes } = font;
    const { glyphs } = this.#marks;
    this.#document.work.charge("glyphCode", bytes.length);
    for (let at = 0; at + codeBytes <= bytes.length; at += codeBytes) {
      let code = 0;
      for (let index = at; index < at + codeBytes; index++) code = code * 256 + (bytes[index] ?? 0);
      const advance = font.advanceOf(code) * size;
      const shown = font.textOf(code);
      const space = codeBytes === 1 && code === 32 ? state.wordSpace : 0;
      if (!BLANK.test(shown) && state.mode !== 3 && state.mode !== 7 && glyphs.length < MAX_GLYPHS) {
        const placed = multiply(text, state.matrix);
        const [ax, ay] = apply(placed, 0, state.rise + DESCENT * size);
        const [bx, by] = apply(placed, advance * stretch, state.rise + ASCENT * size);
        const [, baseline] = apply(placed, 0, state.rise);
        const sizePoints = Math.abs(size) * Math.hypot(placed[2], placed[3]);
        const frame = font.frameOf(code);
        glyphs.push({
          text: shown,
          x0: Math.min(ax, bx),
          x1: Math.max(ax, bx),
          y0: Math.min(ay, by),
          y1: Math.max(ay, by),
          baseline,
          sizePoints,
          symbol: font.symbol,
          frame: frame && areaThrough(placed, frame, size, stretch, state.rise),
        });
      }
      text = multiply(translation((advance + state.characterSpace + space) * stretch, 0), text);
    }
    return text;
  }
}
