/** Pages -> a PDF: each page is painted when it comes and kept only as what goes into the file. */

import { Failure } from "../../domain/failure.ts";
import type { Face } from "../../font/face.ts";
import type { Matrix } from "../../geometry/matrix.ts";
import { deflate } from "../../image/compression/flate.ts";
import { addPageForm, drawablePage } from "../../pdf/assembly/page-form.ts";
import { emptyDocument, type PdfDocument } from "../../pdf/document.ts";
import { addImage } from "../../pdf/image/add-image.ts";
import { packingAllowance } from "../../pdf/image/pack-rows.ts";
import { recolorImage } from "../../pdf/image/recolor-image.ts";
import { dict, name, PdfDict, type PdfObject, type PdfRef, PdfStream } from "../../pdf/objects.ts";
import { writePages } from "../../pdf/page-tree.ts";
import { StreamingWriter } from "../../pdf/streaming-writer.ts";
import { writeGlyphFont } from "../../pdf/text/glyph-font.ts";
import { encodeText, latin1String } from "../../pdf/text-strings.ts";
import type {
  DocumentDescription,
  ImageItem,
  Page,
  PatternItem,
  SoftMask,
  StructureElement,
} from "../display-list/display-item.ts";
import { ColorGlyphs } from "./color-glyphs.ts";
import { matrixOperands } from "./matrix.ts";
import { colorOperands } from "./numbers.ts";
import { PageContent, type SharedObjects } from "./page-content.ts";
import { pathOperators } from "./path-operators.ts";
import { addShading, addShadingMask, addShadingPattern, needsMask } from "./shadings.ts";
import { addSoftMaskImage } from "./soft-mask-image.ts";
import { addSoftMask } from "./soft-masks.ts";
import { StructureTree } from "./structure-tree.ts";

interface UsedFont {
  name: string;
  ref: PdfRef;
  /** Code -> text. */
  glyphs: Map<number, string>;
  /** Code -> glyph, of glyphs that stand for several texts. */
  aliases: Map<number, number>;
  /** Glyph and text -> code. */
  codes: Map<string, number>;
}

interface PlacedImage {
  name: string;
  ref: PdfRef;
  matrix: Matrix;
}

const MAX_CODE = 0xffff;
const PRODUCER = "Docloom";

export class PdfBackend {
  readonly #document = emptyDocument();
  readonly #file = new StreamingWriter(this.#document);
  readonly #structure = new StructureTree(this.#document, this.#file);
  readonly #pages: { ref: PdfRef; dict: PdfDict; inherited: PdfDict }[] = [];
  readonly #fonts = new Map<Face, UsedFont>();
  readonly #images = new Map<ImageItem["source"], Map<string, PlacedImage | undefined>>();
  readonly #packing = packingAllowance();
  readonly #colorGlyphs = new ColorGlyphs(this.#document);
  #imageCount = 0;
  readonly #states = new Map<string, { name: string; ref: PdfRef }>();
  readonly #patterns = new Map<string, { name: string; ref: PdfRef }>();
  readonly #softMasks = new Map<SoftMask, { name: string; ref: PdfRef }>();
  readonly #destinations = new Map<string, PdfObject>();
  /** Links to destinations that may come on later pages. */
  readonly #openLinks: { annotation: PdfDict; destination: string }[] = [];
  #shadingCount = 0;

  addPage({ widthPt, heightPt, items }: Page): void {
    const ref = this.#document.add(null);
    const parents = this.#structure.openPage();
    const annotations: PdfRef[] = [];
    const content = PageContent.ofPage(this.#sharedObjects(ref, annotations), heightPt);
    content.draw(items);
    const { content: operators, resources } = content.finish();
    const stream = new PdfStream(dict({ Filter: name("FlateDecode") }), deflate(Buffer.from(operators, "latin1")));
    const contents = this.#document.add(null);
    this.#file.write(contents, stream);
    const page = dict({
      MediaBox: [0, 0, rounded(widthPt), rounded(heightPt)],
      Resources: resourcesDict(resources),
      Contents: contents,
      StructParents: parents,
      Tabs: name("S"),
      Annots: annotations.length > 0 ? annotations : undefined,
    });
    this.#document.objects.set(ref.number, page);
    this.#pages.push({ ref, dict: page, inherited: new PdfDict() });
  }

  /** Nothing will be added to these elements, or to anything in them. */
  close(elements: Iterable<StructureElement>): void {
    for (const element of elements) this.#structure.close(element);
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  finish({ title, language, outline }: DocumentDescription): Uint8Array {
    const document = this.#document;
    for (const [face, { ref, glyphs, aliases }] of this.#fonts) {
      writeGlyphFont(document, ref, {
        bytes: face.bytes,
        cff: face.cff,
        name: face.postScriptName,
        ascent: face.ascent,
        descent: -face.descent,
        box: face.box,
        advance: (glyph) => face.advance(glyph),
        hinting: false,
        glyphs,
        aliases,
      });
    }
    for (const { annotation, destination } of this.#openLinks) {
      const place = this.#destinations.get(destination);
      if (place !== undefined) annotation.set("Dest", place);
    }
    writePages(document, this.#pages);
    this.#structure.finish();
    const { catalog } = document;
    catalog.set("Lang", encodeText(languageTag(language)));
    catalog.set("ViewerPreferences", dict({ DisplayDocTitle: true }));
    const outlines = this.#outline(outline);
    if (outlines) catalog.set("Outlines", outlines);
    document.trailer.set("Info", document.add(dict({ Title: encodeText(title), Producer: latin1String(PRODUCER) })));
    return this.#file.finish();
  }

  #sharedObjects(page: PdfRef, annotations: PdfRef[]): SharedObjects {
    return {
      font: (face) => this.#font(face),
      colorGlyph: (face, glyph) => this.#colorGlyphs.form(face, glyph),
      image: (item) => this.#image(item),
      graphicsState: (fill, stroke) => this.#graphicsState(fill, stroke),
      shading: (item) => {
        const number = this.#shadingCount++;
        const mask = needsMask(item)
          ? { name: `M${number}`, ref: this.#document.add(addShadingMask(this.#document, item)) }
          : undefined;
        return { name: `S${number}`, ref: addShading(this.#document, item), mask };
      },
      pattern: (item, matrix) => this.#pattern(item, matrix),
      shadingPattern: (shading, matrix) => {
        const key = JSON.stringify([shading, matrix]);
        return this.#named(this.#patterns, key, "P", () => addShadingPattern(this.#document, shading, matrix));
      },
      softMask: (mask) =>
        this.#named(this.#softMasks, mask, "K", () =>
          addSoftMask(this.#document, mask, (items) => {
            const form = new PageContent(this.#sharedObjects(page, annotations));
            form.draw([{ kind: "mark", element: "artifact", items }]);
            const { content, resources } = form.finish();
            return { content, resources: resourcesDict(resources) };
          }),
        ),
      markedContent: (element) => this.#structure.content(element, page),
      place: (element, parent) => this.#structure.place(element, parent),
      link: (target, rectangle, element) => this.#link(target, rectangle, element, page, annotations),
      destination: (key, x, y) => {
        if (!this.#destinations.has(key)) {
          this.#destinations.set(key, [page, name("XYZ"), rounded(x), rounded(y), null]);
        }
      },
    };
  }

  #font(face: Face): { name: string; ref: PdfRef; use: (glyph: number, characters: string) => number } {
    let font = this.#fonts.get(face);
    if (!font) {
      font = {
        name: `F${this.#fonts.size}`,
        ref: this.#document.add(null),
        glyphs: new Map(),
        aliases: new Map(),
        codes: new Map(),
      };
      this.#fonts.set(face, font);
    }
    const used = font;
    const use = (glyph: number, characters: string) => codeOf(used, face, glyph, characters);
    return { name: font.name, ref: font.ref, use };
  }

  #image({ source, colors }: ImageItem): PlacedImage | undefined {
    let appearances = this.#images.get(source);
    if (!appearances) {
      appearances = new Map();
      this.#images.set(source, appearances);
    }
    const appearance = colors ? JSON.stringify(colors) : "";
    if (!appearances.has(appearance)) {
      const added = this.#addImage(source);
      if (added && colors) recolorImage(this.#document, added.ref, colors);
      appearances.set(appearance, added && { name: `I${this.#imageCount++}`, ...added });
    }
    return appearances.get(appearance);
  }

  #addImage(source: ImageItem["source"]): Pick<PlacedImage, "ref" | "matrix"> | undefined {
    if (source.format === "veil") return addSoftMaskImage(this.#document, source);
    if (source.format !== "pdf") return addImage(this.#document, source.bytes, source.format, this.#packing);
    return addPdfPage(this.#document, source.bytes);
  }

  #graphicsState(fill: number, stroke: number): { name: string; ref: PdfRef } {
    const key = `${fill} ${stroke}`;
    let state = this.#states.get(key);
    if (!state) {
      const entries = dict({ Type: name("ExtGState"), ca: rounded(fill), CA: rounded(stroke) });
      state = { name: `G${this.#states.size}`, ref: this.#document.add(entries) };
      this.#states.set(key, state);
    }
    return state;
  }

  #named<Key>(known: Map<Key, { name: string; ref: PdfRef }>, key: Key, letter: string, add: () => PdfRef) {
    let named = known.get(key);
    if (!named) {
      named = { name: `${letter}${known.size}`, ref: add() };
      known.set(key, named);
    }
    return named;
  }

  /** Patterns are anchored to the page: the place of a shape decides which one it needs (8.7.3.1). */
  #pattern({ tile, tileSizePt, tileUnits, foreground, opacity }: PatternItem, matrix: Matrix) {
    const unitPt = tileSizePt / tileUnits;
    const [a, b, c, d, e, f] = matrix;
    const operands = matrixOperands([a * unitPt, b * unitPt, c * unitPt, d * unitPt, e, f]);
    const key = `${operands} ${foreground} ${opacity} ${tile.numbers.join(" ")}`;
    let pattern = this.#patterns.get(key);
    if (!pattern) {
      const state = this.#graphicsState(opacity, 1);
      const content = `/${state.name} gs ${colorOperands(foreground)} rg ${pathOperators(tile)}f`;
      const entries = dict({
        Type: name("Pattern"),
        PatternType: 1,
        PaintType: 1,
        TilingType: 1,
        BBox: [0, 0, tileUnits, tileUnits],
        XStep: tileUnits,
        YStep: tileUnits,
        Matrix: operands.split(" ").map(Number),
        Resources: dict({ ExtGState: dict({ [state.name]: state.ref }) }),
        Filter: name("FlateDecode"),
      });
      const stream = new PdfStream(entries, deflate(Buffer.from(content, "latin1")));
      pattern = { name: `P${this.#patterns.size}`, ref: this.#document.add(stream) };
      this.#patterns.set(key, pattern);
    }
    return pattern;
  }

  #link(
    target: string,
    rectangle: readonly number[],
    element: StructureElement | undefined,
    page: PdfRef,
    annotations: PdfRef[],
  ): void {
    const annotation = dict({
      Type: name("Annot"),
      Subtype: name("Link"),
      Rect: rectangle.map(rounded),
      Border: [0, 0, 0],
      F: 4,
    });
    if (target.startsWith("#")) this.#openLinks.push({ annotation, destination: target.slice(1) });
    else annotation.set("A", dict({ S: name("URI"), URI: latin1String(target) }));
    const ref = this.#document.add(annotation);
    annotations.push(ref);
    if (element) annotation.set("StructParent", this.#structure.annotation(element, page, ref));
  }

  /** Headings as a tree: one of level 3 right below one of level 1 is its child all the same. */
  #outline(entries: DocumentDescription["outline"]): PdfRef | undefined {
    const known = entries.filter(({ destination }) => this.#destinations.has(destination));
    if (known.length === 0) return undefined;
    const document = this.#document;
    const root = { level: 0, ref: document.add(null), dict: dict({ Type: name("Outlines") }), kids: [] as PdfRef[] };
    const open = [root];
    const all = [root];
    for (const { level, title, destination } of known) {
      while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) open.pop();
      const parent = open.at(-1) ?? root;
      const entry = dict({ Title: encodeText(title), Parent: parent.ref, Dest: this.#destinations.get(destination) });
      const node = { level, ref: document.add(entry), dict: entry, kids: [] };
      parent.kids.push(node.ref);
      open.push(node);
      all.push(node);
    }
    document.objects.set(root.ref.number, root.dict);
    for (const { dict: entry, kids, level } of all) {
      const first = kids[0];
      const last = kids.at(-1);
      if (!first || !last) continue;
      entry.set("First", first);
      entry.set("Last", last);
      // What is below a heading is folded away at first.
      entry.set("Count", level === 0 ? kids.length : -kids.length);
      for (const [index, kid] of kids.entries()) {
        const kidDict = document.dict(kid);
        const [before, behind] = [kids[index - 1], kids[index + 1]];
        if (before) kidDict?.set("Prev", before);
        if (behind) kidDict?.set("Next", behind);
      }
    }
    return root.ref;
  }
}

function resourcesDict(resources: ReadonlyMap<string, ReadonlyMap<string, PdfObject>>): PdfDict {
  return dict(Object.fromEntries([...resources].map(([kind, named]) => [kind, new PdfDict(named)])));
}

/** Undefined for one that is too complex. */
function addPdfPage(document: PdfDocument, bytes: Uint8Array): Pick<PlacedImage, "ref" | "matrix"> | undefined {
  try {
    const page = drawablePage(bytes);
    return page && addPageForm(document, page);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Some programs write the locale of their system: `en_GB`. */
function languageTag(language: string): string {
  return language.replaceAll("_", "-");
}

/** The glyph's number, or a code of its own for a further text that the glyph stands for. */
function codeOf({ glyphs, aliases, codes }: UsedFont, face: Face, glyph: number, characters: string): number {
  const text = glyphs.get(glyph);
  if (!text) glyphs.set(glyph, characters);
  if (!text || text === characters || characters === "") return glyph;
  const key = `${glyph} ${characters}`;
  let code = codes.get(key);
  if (code === undefined) {
    code = face.glyphCount + aliases.size;
    if (code > MAX_CODE) return glyph;
    codes.set(key, code);
    aliases.set(code, glyph);
    glyphs.set(code, characters);
  }
  return code;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
