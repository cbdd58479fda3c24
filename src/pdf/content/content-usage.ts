import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { IDENTITY, type Matrix, matrixOf, multiply, unitLengths } from "../../geometry/matrix.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from "../objects.ts";
import { visitOperations } from "./operations.ts";
import { pageContent } from "./page-content.ts";

/** Character codes that are shown in a font. */
export interface ShownCodes {
  /** Codes of one byte: index is the code, 1 is shown. */
  readonly bytes: Uint8Array;
  /** The same strings read as codes of two bytes. */
  readonly pairs: Set<number>;
  /** The distinct strings, for CMaps whose codes vary in length; undefined when there were too many. */
  strings: Map<string, Uint8Array> | undefined;
}

/** The largest size at which an image is drawn, in points. */
export interface DrawnSize {
  width: number;
  height: number;
  /** It is also drawn where the size is not known: in patterns, glyphs, appearances. */
  unknown: boolean;
}

/** What the content of a document uses. Keys are dictionaries, since streams may be replaced. */
export interface ContentUsage {
  readonly fonts: Map<PdfDict, ShownCodes>;
  readonly images: Map<PdfDict, DrawnSize>;
  /** Names used of each subdictionary of resources (of Font, XObject, ExtGState, Pattern, Shading, ColorSpace). */
  readonly names: Map<PdfDict, Set<string>>;
  /** The largest enlargement under which the content of a stream is drawn, where known. */
  readonly scales: Map<PdfDict, number>;
  /** False if not everything could be read: then nothing may be removed. */
  complete: boolean;
}

interface Context {
  readonly resources: PdfDict | undefined;
  readonly matrix: Matrix;
  readonly font: PdfDict | undefined;
  readonly depth: number;
  /** Sizes of images drawn here are not known. */
  readonly sizesUnknown: boolean;
}

interface Visit {
  width: number;
  height: number;
  sizesUnknown: boolean;
  /** Depends on the caller's resources or font: has to be read for each caller. */
  dependent: boolean;
  /** Shows text in the font that its caller had chosen. */
  usesCallersFont: boolean;
  /** The latest reading: it holds for the next caller, too, if nothing else is larger than its drawings. */
  reading?: Reading;
}

/** What a stream draws for callers with these resources and this font: the same, however large they draw it. */
interface Reading {
  readonly resources: PdfDict | undefined;
  readonly font: PdfDict | undefined;
  readonly drawings: readonly Drawing[];
}

/** Something that a stream draws, in the stream's own coordinates. */
interface Drawing {
  readonly kind: "image" | "form" | "mask";
  readonly stream: PdfStream;
  readonly matrix: Matrix;
  readonly font: PdfDict | undefined;
  /** Whether the stream has chosen that font itself, not its caller. */
  readonly fontIsOwn: boolean;
}

/** Spaces of inline images that no resources have (ISO 32000-2, table 92). */
const DEVICE_SPACES: ReadonlySet<string> = new Set("G RGB CMYK DeviceGray DeviceRGB DeviceCMYK".split(" "));
const MAX_FORM_DEPTH = 12;
const MAX_RUNS = 20_000;
/** Of all streams together, as memory is short. */
const MAX_CACHED_DRAWINGS = 100_000;
const STEPS_OF_A_DRAWING = 8;
const MAX_STRINGS_PER_FONT = 50_000;

/**
 * Reads every content stream of the document (ISO 32000-2, 7.8.2): pages, forms, patterns, Type 3 glyphs, appearances.
 * @param numbers all objects that can be reached
 */
export function readContentUsage(document: PdfDocument, numbers: readonly number[]): ContentUsage {
  const reader = new UsageReader(document);
  reader.readPages();
  reader.readOthers(numbers);
  return reader.usage;
}

class UsageReader {
  readonly usage: ContentUsage = {
    fonts: new Map(),
    images: new Map(),
    names: new Map(),
    scales: new Map(),
    complete: true,
  };
  readonly #document: PdfDocument;
  readonly #visits = new Map<PdfDict, Visit>();
  readonly #annotations = new Set<PdfObject[]>();
  #runs = 0;
  #cachedDrawings = 0;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  readPages(): void {
    const document = this.#document;
    for (const [index, page] of document.pages.entries()) {
      document.work.at(`page ${index + 1}`);
      const content = this.#content(page.dict);
      const unit = document.number(page.dict.get("UserUnit")) ?? 1;
      const resources = document.dict(page.dict.get("Resources") ?? page.inherited.get("Resources"));
      const matrix: Matrix = [unit, 0, 0, unit, 0, 0];
      this.#visits.set(page.dict, {
        width: unit,
        height: unit,
        sizesUnknown: false,
        dependent: false,
        usesCallersFont: false,
      });
      this.#run(content, { resources, matrix, font: undefined, depth: 0, sizesUnknown: false });
      const annotations = document.array(page.dict.get("Annots"));
      // one list may be that of all pages
      if (!annotations || this.#annotations.has(annotations)) continue;
      this.#annotations.add(annotations);
      for (const annotation of annotations) this.#appearances(document.dict(annotation)?.get("AP"), 0);
    }
  }

  /** Content that no page draws: hidden templates, unused appearances. It may be drawn by a script or an editor. */
  readOthers(numbers: readonly number[]): void {
    const document = this.#document;
    for (const number of numbers) {
      const object = document.objects.get(number);
      const entries = object instanceof PdfStream ? object.dict : object;
      if (!(entries instanceof PdfDict) || this.#visits.has(entries)) continue;
      const context = { matrix: IDENTITY, font: undefined, depth: 1, sizesUnknown: true };
      if (object instanceof PdfStream) {
        const isPattern = document.number(entries.get("PatternType")) === 1;
        if (isPattern || document.name(entries.get("Subtype")) === "Form") {
          this.#stream(object, { ...context, resources: undefined });
        }
      } else if (document.name(entries.get("Type")) === "Page" || document.name(entries.get("Type")) === "Template") {
        const resources = document.dict(entries.get("Resources"));
        this.#run(this.#content(entries), { ...context, resources });
      }
    }
  }

  #content(page: PdfDict): Uint8Array {
    return this.#decoded(() => pageContent(this.#document, page)) ?? new Uint8Array(0);
  }

  /** Anything that cannot be decoded, or not with the work that is left, makes the usage incomplete. */
  #decoded(decode: () => Uint8Array | undefined): Uint8Array | undefined {
    try {
      const bytes = decode();
      if (!bytes) this.usage.complete = false;
      return bytes;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.usage.complete = false;
      return undefined;
    }
  }

  #appearances(object: PdfObject | undefined, depth: number): void {
    const resolved = this.#document.resolve(object);
    // one appearance may be that of many annotations
    if (!this.#document.work.affords("object", 8)) {
      this.usage.complete = false;
      return;
    }
    if (resolved instanceof PdfStream) {
      const fallback = this.#document.dict(this.#document.dict(this.#document.catalog.get("AcroForm"))?.get("DR"));
      this.#stream(resolved, {
        resources: fallback,
        matrix: IDENTITY,
        font: undefined,
        depth: 1,
        sizesUnknown: true,
      });
    } else if (resolved instanceof PdfDict && depth < 3) {
      for (const value of resolved.values()) this.#appearances(value, depth + 1);
    }
  }

  /** Reads a form, pattern or glyph unless that would reveal nothing new. */
  #stream(stream: PdfStream, context: Context): void {
    const document = this.#document;
    const { width, height } = unitLengths(context.matrix);
    const own = document.dict(stream.dict.get("Resources"));
    const resources = own ?? context.resources;
    const known = this.#visits.get(stream.dict);
    const reading = known?.reading;
    const isRead = reading !== undefined && reading.resources === resources && reading.font === context.font;
    if (known) {
      const larger = width > known.width * 1.001 || height > known.height * 1.001;
      const moreUnknown = context.sizesUnknown && !known.sizesUnknown;
      if (!larger && !moreUnknown && (isRead || !known.dependent)) return;
      known.width = Math.max(known.width, width);
      known.height = Math.max(known.height, height);
      known.sizesUnknown ||= context.sizesUnknown;
    } else {
      this.#visits.set(stream.dict, {
        width,
        height,
        sizesUnknown: context.sizesUnknown,
        dependent: false,
        usesCallersFont: false,
      });
    }
    if (!context.sizesUnknown) {
      const scale = Math.max(width, height, this.usage.scales.get(stream.dict) ?? 0);
      this.usage.scales.set(stream.dict, scale);
    } else this.usage.scales.set(stream.dict, Number.POSITIVE_INFINITY);
    if (isRead) {
      this.#drawAgain(reading.drawings, context);
      return;
    }
    const visit = present(this.#visits.get(stream.dict));
    const bytes = this.#decoded(() => {
      const decoded = decodeWithin(document, stream);
      return decoded.remaining.length > 0 ? undefined : decoded.bytes;
    });
    if (bytes) this.#run(bytes, { ...context, resources }, visit, own !== undefined);
  }

  /** What a stream draws that was read before: its content tells nothing new, but its images and forms are larger now. */
  #drawAgain(drawings: readonly Drawing[], context: Context): void {
    const isAfforded = this.#document.work.affords("object", STEPS_OF_A_DRAWING * (1 + drawings.length));
    if (!isAfforded || context.depth > MAX_FORM_DEPTH) {
      this.usage.complete = false;
      return;
    }
    for (const drawing of drawings) this.#draw(drawing, context);
  }

  #draw({ kind, stream, matrix, font }: Drawing, { resources, matrix: outer, depth, sizesUnknown }: Context): void {
    const placed = multiply(matrix, outer);
    if (kind === "image") {
      const size = this.usage.images.get(stream.dict) ?? { width: 0, height: 0, unknown: false };
      const { width, height } = unitLengths(placed);
      size.width = Math.max(size.width, width);
      size.height = Math.max(size.height, height);
      size.unknown ||= sizesUnknown;
      this.usage.images.set(stream.dict, size);
      return;
    }
    const entries = this.#document.array(stream.dict.get("Matrix"))?.map((entry) => this.#document.resolve(entry));
    const own = entries ? matrixOf(entries) : undefined;
    this.#stream(stream, {
      resources,
      matrix: own ? multiply(own, placed) : placed,
      font,
      depth: depth + 1,
      sizesUnknown: sizesUnknown || kind === "mask",
    });
  }

  /** @param ownResources they are the content's own, not those of whoever draws it */
  #run(content: Uint8Array, context: Context, visit?: Visit, ownResources = true): void {
    const isAfforded = this.#document.work.affords("contentByte", content.length);
    if (!isAfforded || context.depth > MAX_FORM_DEPTH || ++this.#runs > MAX_RUNS) {
      this.usage.complete = false;
      return;
    }
    const drawings: Drawing[] = [];
    const run = new ContentRun(this.#document, this.usage, context, {
      read: (stream, inner) => this.#stream(stream, inner),
      draw: (drawing) => {
        if (visit && this.#cachedDrawings++ < MAX_CACHED_DRAWINGS) drawings.push(drawing);
        this.#draw(drawing, context);
        // a form within a form may show text in the font of whoever draws the outer one
        if (!drawing.fontIsOwn && this.#visits.get(drawing.stream.dict)?.usesCallersFont) run.usedCallersFont = true;
      },
    });
    // those of the caller are read with the caller
    if (ownResources) run.glyphsAndPatterns();
    visitOperations(content, run);
    if (!visit) return;
    // bitmaps of letters name nothing: they are the same on every page
    if (!ownResources && run.usesResources) visit.dependent = true;
    if (run.usedCallersFont) {
      visit.usesCallersFont = true;
      visit.dependent = true;
    }
    const allKept = this.#cachedDrawings <= MAX_CACHED_DRAWINGS;
    visit.reading = allKept ? { resources: context.resources, font: context.font, drawings } : undefined;
  }
}

/** Who takes what a stream makes use of. */
interface StreamUser {
  read(stream: PdfStream, context: Context): void;
  draw(drawing: Drawing): void;
}

/** One content stream as it is read: the part of the graphics state that matters here (8.4). */
class ContentRun {
  usedCallersFont = false;
  /** Whether it names anything of its resources. */
  usesResources = false;
  readonly #document: PdfDocument;
  readonly #usage: ContentUsage;
  readonly #context: Context;
  readonly #user: StreamUser;
  readonly #stack: { matrix: Matrix; font: PdfDict | undefined; fontIsOwn: boolean }[] = [];
  /** From the stream's own coordinates at this point to those it began with. */
  #matrix = IDENTITY;
  #font: PdfDict | undefined;
  #fontIsOwn = false;

  constructor(document: PdfDocument, usage: ContentUsage, context: Context, user: StreamUser) {
    this.#document = document;
    this.#usage = usage;
    this.#context = context;
    this.#user = user;
    this.#font = context.font;
    for (const category of ["Font", "XObject", "ExtGState", "Pattern", "Shading", "ColorSpace"]) {
      const entries = this.#category(category);
      if (entries && !usage.names.has(entries)) usage.names.set(entries, new Set());
    }
  }

  /** Type 3 glyphs and tiling patterns of the resources, read whether they are used or not. */
  glyphsAndPatterns(): void {
    const document = this.#document;
    const inner = { ...this.#context, font: undefined, depth: this.#context.depth + 1, sizesUnknown: true };
    for (const value of this.#category("Pattern")?.values() ?? []) {
      const pattern = document.stream(value);
      if (pattern) this.#user.read(pattern, { ...inner, matrix: IDENTITY });
    }
    for (const value of this.#category("Font")?.values() ?? []) {
      const font = document.dict(value);
      if (!font || document.name(font.get("Subtype")) !== "Type3") continue;
      const resources = document.dict(font.get("Resources")) ?? this.#context.resources;
      for (const procedure of document.dict(font.get("CharProcs"))?.values() ?? []) {
        const glyph = document.stream(procedure);
        if (glyph) this.#user.read(glyph, { ...inner, resources, matrix: IDENTITY });
      }
    }
  }

  operation(operator: string, operands: readonly PdfObject[]): void {
    switch (operator) {
      case "q":
        if (this.#stack.length < 10_000) {
          this.#stack.push({ matrix: this.#matrix, font: this.#font, fontIsOwn: this.#fontIsOwn });
        }
        return;
      case "Q": {
        const saved = this.#stack.pop();
        if (saved) {
          this.#matrix = saved.matrix;
          this.#font = saved.font;
          this.#fontIsOwn = saved.fontIsOwn;
        }
        return;
      }
      case "cm": {
        const matrix = matrixOf(operands);
        if (matrix) this.#matrix = multiply(matrix, this.#matrix);
        return;
      }
      case "Tf":
        this.#font = this.#document.dict(this.#named("Font", operands.at(-2)));
        this.#fontIsOwn = true;
        return;
      case "gs":
        this.#graphicsState(this.#document.dict(this.#named("ExtGState", operands.at(-1))));
        return;
      case "Tj":
      case "'":
      case '"':
        this.#show(operands.at(-1));
        return;
      case "TJ": {
        const parts = operands.at(-1);
        if (Array.isArray(parts)) for (const part of parts) this.#show(part);
        return;
      }
      case "Do":
        this.#object(this.#document.stream(this.#named("XObject", operands.at(-1))));
        return;
      case "cs":
      case "CS":
        this.#named("ColorSpace", operands.at(-1));
        return;
      case "scn":
      case "SCN":
        this.#named("Pattern", operands.at(-1));
        return;
      case "sh":
        this.#named("Shading", operands.at(-1));
        return;
    }
  }

  inlineImage({ dict }: { readonly dict: PdfDict }): void {
    const colorSpace = dict.get("CS") ?? dict.get("ColorSpace");
    if (colorSpace instanceof PdfName && DEVICE_SPACES.has(colorSpace.value)) return;
    this.#named("ColorSpace", colorSpace);
    if (Array.isArray(colorSpace)) for (const part of colorSpace) this.#named("ColorSpace", part);
  }

  #category(category: string): PdfDict | undefined {
    return this.#document.dict(this.#context.resources?.get(category));
  }

  #named(category: string, name: PdfObject | undefined): PdfObject | undefined {
    if (!(name instanceof PdfName)) return undefined;
    this.usesResources = true;
    const entries = this.#category(category);
    if (!entries) return undefined;
    this.#usage.names.get(entries)?.add(name.value);
    return entries.get(name.value);
  }

  #graphicsState(state: PdfDict | undefined): void {
    if (!state) return;
    const font = this.#document.dict(this.#document.array(state.get("Font"))?.[0]);
    if (font) {
      this.#font = font;
      this.#fontIsOwn = true;
    }
    const group = this.#document.stream(this.#document.dict(state.get("SMask"))?.get("G"));
    if (group) this.#draw("mask", group);
  }

  #object(stream: PdfStream | undefined): void {
    const subtype = this.#document.name(stream?.dict.get("Subtype"));
    if (stream && subtype === "Form") this.#draw("form", stream);
    if (stream && subtype === "Image") this.#draw("image", stream);
  }

  #draw(kind: Drawing["kind"], stream: PdfStream): void {
    this.#user.draw({ kind, stream, matrix: this.#matrix, font: this.#font, fontIsOwn: this.#fontIsOwn });
  }

  #show(text: PdfObject | undefined): void {
    if (!this.#fontIsOwn) this.usedCallersFont = true;
    if (!this.#font || !(text instanceof PdfString)) return;
    const { bytes } = text;
    let shown = this.#usage.fonts.get(this.#font);
    if (!shown) {
      shown = { bytes: new Uint8Array(256), pairs: new Set(), strings: new Map() };
      this.#usage.fonts.set(this.#font, shown);
    }
    for (const byte of bytes) shown.bytes[byte] = 1;
    for (let at = 0; at + 1 < bytes.length; at += 2) shown.pairs.add((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0));
    if (!shown.strings || !needsStrings(this.#document, this.#font)) return;
    shown.strings.set(String.fromCharCode(...bytes.subarray(0, 4096)), bytes);
    if (shown.strings.size > MAX_STRINGS_PER_FONT || bytes.length > 4096) shown.strings = undefined;
  }
}

/** Only CMaps other than Identity may have codes that are not two bytes long. */
function needsStrings(document: PdfDocument, font: PdfDict): boolean {
  if (document.name(font.get("Subtype")) !== "Type0") return false;
  const encoding = document.name(font.get("Encoding"));
  return encoding !== "Identity-H" && encoding !== "Identity-V";
}
