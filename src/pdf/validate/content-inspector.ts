import { visitOperations } from "../content/operations.ts";
import { pageContent } from "../content/page-content.ts";
import { PdfDict, type PdfObject, PdfStream } from "../objects.ts";
import type { PdfPage } from "../page-tree.ts";
import { ColorInspector } from "./color-checks.ts";
import { ContentRun, type ContentScope, type DrawnContent, type GraphicsState } from "./content-run.ts";
import type { Place } from "./findings.ts";
import type { FontInspector } from "./font-inspector.ts";
import {
  FORM_CHECKS,
  GRAPHICS_STATE_CHECKS,
  HALFTONE_CHECKS,
  IMAGE_CHECKS,
  INTERPOLATION_CHECKS,
  JPEG2000_CHECKS,
  RENDERING_INTENT_CHECKS,
  TRANSPARENCY_CHECKS,
} from "./graphics-checks.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import { readJpeg2000 } from "./jpeg2000.ts";
import { SHARED_FORM_CHECKS } from "./marked-content-checks.ts";
import type { StructureTree } from "./structure-tree.ts";
import { inspectTokens } from "./syntax-checks.ts";

const MAX_FORM_DEPTH = 24;
/** Follows the content of pages, forms, patterns, glyphs and appearances, and checks what it uses. */
export class ContentInspector implements DrawnContent {
  readonly inspected: InspectedDocument;
  readonly colors: ColorInspector;
  readonly fonts: FontInspector;
  readonly structure: StructureTree;
  /** Whether what was drawn since the start of the page is transparent. */
  isTransparent = false;
  /** Forms by the circumstances under which they were read. */
  readonly #read = new Map<PdfDict, Set<string>>();
  readonly #transparent = new Map<PdfDict, boolean>();
  /** Forms with marked content of their own, and how often they are drawn. */
  readonly #taggedForms = new Map<PdfDict, number>();
  readonly #checked = new Set<PdfDict>();

  constructor(inspected: InspectedDocument, fonts: FontInspector, structure: StructureTree) {
    this.inspected = inspected;
    this.fonts = fonts;
    this.structure = structure;
    this.colors = new ColorInspector(inspected);
  }

  /** Checks a page's content and the appearances of its annotations; returns the content's length in bytes. */
  inspectPage(page: PdfPage, index: number, appearances: readonly PdfStream[]): number {
    const { inspected } = this;
    const place = { page: index + 1, object: page.ref.number };
    this.isTransparent = false;
    const scope: ContentScope = {
      place,
      own: inspected.dict(page.dict.get("Resources")),
      inherited: inspected.dict(page.inherited.get("Resources")),
      structParents: inspected.number(page.dict.get("StructParents")),
      mark: undefined,
      isTagged: true,
      depth: 0,
    };
    const bytes = pageContent(inspected.document, page.dict);
    this.run(bytes, scope);
    for (const appearance of appearances) {
      this.drawForm(appearance, { ...scope, own: undefined, inherited: undefined, isTagged: false, depth: 1 });
    }
    const group = inspected.dict(page.dict.get("Group"));
    if (group) this.#inspectGroup(group, scope);
    if (this.isTransparent) inspected.check(TRANSPARENCY_CHECKS, { inspected, page: page.dict }, place);
    return bytes.length;
  }

  run(content: Uint8Array, scope: ContentScope): void {
    inspectTokens(this.inspected, content, scope.place);
    visitOperations(content, new ContentRun(this, scope));
  }

  drawForm(form: PdfStream, scope: ContentScope): void {
    const { inspected } = this;
    const number = inspected.numberOf(form);
    const place = number === undefined ? scope.place : { ...scope.place, object: number };
    const isTransparentForm = this.#transparent.get(form.dict);
    if (isTransparentForm) this.isTransparent = true;
    inspected.document.work.charge("object", 8);
    if (scope.depth > MAX_FORM_DEPTH || !this.#isNew(form.dict, scope)) return;
    this.#transparent.set(form.dict, false);
    const before = this.isTransparent;
    this.isTransparent = false;
    inspected.check(FORM_CHECKS, { inspected, entries: form.dict, stream: form }, place);
    const own = inspected.dict(form.dict.get("Resources"));
    const structParents = inspected.number(form.dict.get("StructParents"));
    const inner = { ...scope, place, own, inherited: scope.own ?? scope.inherited, structParents };
    const group = inspected.dict(form.dict.get("Group"));
    if (group) this.#inspectGroup(group, inner);
    const bytes = inspected.decoded(form);
    if (bytes) this.run(bytes, { ...inner, depth: scope.depth + 1 });
    this.#transparent.set(form.dict, this.isTransparent);
    this.isTransparent ||= before;
  }

  /** A form was drawn from content: one with marked content may be drawn only once. */
  countForm(form: PdfStream, scope: ContentScope): void {
    const { inspected } = this;
    if (!form.dict.has("StructParents")) return;
    const count = (this.#taggedForms.get(form.dict) ?? 0) + 1;
    this.#taggedForms.set(form.dict, count);
    inspected.check(SHARED_FORM_CHECKS, count, { ...scope.place, object: inspected.numberOf(form) });
  }

  #inspectGroup(group: PdfDict, scope: ContentScope): void {
    if (this.inspected.name(group.get("S")) !== "Transparency") return;
    if (scope.depth > 0) this.isTransparent = true;
    const space = group.get("CS");
    if (space === undefined) return;
    const resources = scope.own ?? scope.inherited;
    this.colors.use(space, { resources, overprint: false, overprintMode: 0 }, scope.place);
  }

  /** The same form under the same circumstances gives the same findings. */
  #isNew(form: PdfDict, { place, mark, own, isTagged }: ContentScope): boolean {
    const inherits = form.has("Resources") ? "" : (this.inspected.numberOf(own) ?? place.page);
    const around = [mark?.isTagged, mark?.isArtifact, mark?.language !== undefined, mark?.hasReplacement];
    const key = `${around.join()} ${isTagged} ${inherits}`;
    const keys = this.#read.get(form) ?? new Set();
    if (keys.has(key)) return false;
    keys.add(key);
    this.#read.set(form, keys);
    return true;
  }

  graphicsState(entries: PdfDict, scope: ContentScope): void {
    const { inspected } = this;
    const opacity = ["ca", "CA"].some((key) => (inspected.number(entries.get(key)) ?? 1) < 1);
    const mode = inspected.resolve(entries.get("BM"));
    const blend = Array.isArray(mode) ? inspected.name(mode[0]) : inspected.name(mode);
    const mask = inspected.dict(entries.get("SMask"));
    if (opacity || mask || (blend !== undefined && blend !== "Normal" && blend !== "Compatible")) {
      this.isTransparent = true;
    }
    if (this.#checked.has(entries)) return;
    this.#checked.add(entries);
    const place = { ...scope.place, object: inspected.numberOf(entries) ?? scope.place.object };
    inspected.check(GRAPHICS_STATE_CHECKS, { inspected, entries }, place);
    const intent = inspected.name(entries.get("RI"));
    if (intent !== undefined) inspected.check(RENDERING_INTENT_CHECKS, intent, place);
    this.#halftone(entries.get("HT"), undefined, place);
    const group = inspected.stream(mask?.get("G"));
    if (group) this.drawForm(group, { ...scope, isTagged: false, depth: scope.depth + 1 });
  }

  #halftone(object: PdfObject | undefined, colorant: string | undefined, place: Place): void {
    const { inspected } = this;
    const entries = inspected.anyDict(object);
    if (!entries) return;
    inspected.check(HALFTONE_CHECKS, { inspected, entries, colorant }, place);
    if (inspected.number(entries.get("HalftoneType")) !== 5 || colorant !== undefined) return;
    for (const [key, value] of entries) {
      if (key !== "Type" && key !== "HalftoneType" && key !== "HalftoneName") this.#halftone(value, key, place);
    }
  }

  image(image: PdfStream, scope: ContentScope, state: GraphicsState): void {
    const { inspected } = this;
    const { dict } = image;
    const place = { ...scope.place, object: inspected.numberOf(image) };
    const isMask = inspected.resolve(dict.get("ImageMask")) === true;
    const resources = scope.own ?? scope.inherited;
    const painting = { resources, overprint: state.overprintFill, overprintMode: state.overprintMode };
    if (dict.has("SMask") || (inspected.number(dict.get("SMaskInData")) ?? 0) > 0) this.isTransparent = true;
    if (isMask) this.paint(state.fill, state.fillPattern, scope, state, "fill");
    else if (dict.has("ColorSpace")) this.colors.use(dict.get("ColorSpace"), painting, place);
    this.#imageChecks(image, place);
    const mask = inspected.stream(dict.get("SMask"));
    if (mask) this.#imageChecks(mask, { ...place, object: inspected.numberOf(mask) });
  }

  #imageChecks(image: PdfStream, place: Place): void {
    const { inspected } = this;
    const { dict } = image;
    if (this.#checked.has(dict)) return;
    this.#checked.add(dict);
    inspected.check(IMAGE_CHECKS, { inspected, entries: dict, stream: image }, place);
    inspected.check(INTERPOLATION_CHECKS, inspected.resolve(dict.get("Interpolate")), place);
    const intent = inspected.name(dict.get("Intent"));
    if (intent !== undefined) inspected.check(RENDERING_INTENT_CHECKS, intent, place);
    const filter = inspected.resolve(dict.get("Filter"));
    const last = inspected.name(Array.isArray(filter) ? filter.at(-1) : filter);
    if (last !== "JPXDecode") return;
    inspected.document.work.charge("object", 64);
    const data = readJpeg2000(image.bytes());
    if (data) inspected.check(JPEG2000_CHECKS, { ...data, hasColorSpace: dict.has("ColorSpace") }, place);
  }

  /** Something is filled or stroked with a color space, or with a pattern. */
  paint(
    space: PdfObject,
    pattern: PdfObject,
    scope: ContentScope,
    state: GraphicsState,
    kind: "fill" | "stroke",
  ): void {
    const { inspected } = this;
    const resources = scope.own ?? scope.inherited;
    const overprint = kind === "fill" ? state.overprintFill : state.overprintStroke;
    const painting = { resources, overprint, overprintMode: state.overprintMode };
    this.colors.use(space, painting, scope.place);
    if (pattern instanceof PdfStream) {
      const own = inspected.dict(pattern.dict.get("Resources"));
      const place = { ...scope.place, object: inspected.numberOf(pattern) };
      const inner = { ...scope, place, own, inherited: resources, isTagged: false, depth: scope.depth + 1 };
      if (scope.depth <= MAX_FORM_DEPTH && this.#isNew(pattern.dict, inner)) {
        const bytes = inspected.decoded(pattern);
        if (bytes) this.run(bytes, inner);
      }
    } else if (pattern instanceof PdfDict) {
      const shading = inspected.anyDict(pattern.get("Shading"));
      if (shading) this.colors.use(shading.get("ColorSpace"), painting, scope.place);
      const extended = inspected.dict(pattern.get("ExtGState"));
      if (extended) this.graphicsState(extended, scope);
    }
  }

  /** The glyphs of a Type 3 font are content. */
  glyphs(font: PdfDict, names: Iterable<string>, scope: ContentScope): void {
    const { inspected } = this;
    const procedures = inspected.dict(font.get("CharProcs"));
    const own = inspected.dict(font.get("Resources"));
    for (const name of names) {
      const glyph = inspected.stream(procedures?.get(name));
      if (!glyph || this.#checked.has(glyph.dict) || scope.depth > MAX_FORM_DEPTH) continue;
      this.#checked.add(glyph.dict);
      const bytes = inspected.decoded(glyph);
      const place = { ...scope.place, object: inspected.numberOf(glyph) };
      const inherited = scope.own ?? scope.inherited;
      if (bytes) this.run(bytes, { ...scope, place, own, inherited, isTagged: false, depth: scope.depth + 1 });
    }
  }
}
