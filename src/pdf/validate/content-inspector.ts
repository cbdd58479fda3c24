import type { InlineImage } from "../content/inline-image.ts";
import { visitOperations } from "../content/operations.ts";
import { pageContent } from "../content/page-content.ts";
import { PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from "../objects.ts";
import type { PdfPage } from "../page-tree.ts";
import { ColorInspector } from "./color-rules.ts";
import type { Place } from "./findings.ts";
import { type FontInspector, RENDER_INVISIBLE } from "./font-inspector.ts";
import {
  FORM_RULES,
  GRAPHICS_STATE_RULES,
  HALFTONE_RULES,
  IMAGE_RULES,
  INLINE_FILTER_RULES,
  INTERPOLATION_RULES,
  JPEG2000_RULES,
  NESTING_RULES,
  OPERATOR_RULES,
  POSTSCRIPT_RULES,
  RENDERING_INTENT_RULES,
  RESOURCE_RULES,
  TRANSPARENCY_RULES,
} from "./graphics-rules.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import { readJpeg2000 } from "./jpeg2000.ts";
import { CONTENT_RULES, type MarkedContent, SHARED_FORM_RULES, TAG_RULES, TEXT_RULES } from "./marked-content-rules.ts";
import { LANGUAGE_RULES } from "./structure-rules.ts";
import type { StructureTree } from "./structure-tree.ts";
import { inspectTokens } from "./syntax-rules.ts";

/** What content inherits from what draws it. */
interface ContentScope {
  readonly place: Place;
  /** The content's own resources; undefined when it has none. */
  readonly own: PdfDict | undefined;
  /** Where names are looked up that are not in its own. */
  readonly inherited: PdfDict | undefined;
  /** StructParents of the page or form. */
  readonly structParents: number | undefined;
  /** The marked content that it is drawn within. */
  readonly mark: MarkedContent | undefined;
  /** Appearances of annotations are tagged as a whole, patterns and glyphs with what paints with them. */
  readonly isTagged: boolean;
  readonly depth: number;
}

interface GraphicsState {
  fill: PdfObject;
  stroke: PdfObject;
  fillPattern: PdfObject;
  strokePattern: PdfObject;
  font: PdfDict | undefined;
  renderMode: number;
  overprintFill: boolean;
  overprintStroke: boolean;
  overprintMode: number;
}

const MAX_FORM_DEPTH = 24;
const GRAY = new PdfName("DeviceGray");
const RGB = new PdfName("DeviceRGB");
const CMYK = new PdfName("DeviceCMYK");

const FILLS = new Set(["f", "F", "f*", "B", "B*", "b", "b*"]);
const STROKES = new Set(["S", "s", "B", "B*", "b", "b*"]);

/** Follows the content of pages, forms, patterns, glyphs and appearances, and checks what it uses. */
export class ContentInspector {
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

  /** Checks a page's content and the appearances of its annotations; answers the content's length in bytes. */
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
    if (this.isTransparent) inspected.check(TRANSPARENCY_RULES, { inspected, page: page.dict }, place);
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
    inspected.document.work.spend(8);
    if (scope.depth > MAX_FORM_DEPTH || !this.#isNew(form.dict, scope)) return;
    this.#transparent.set(form.dict, false);
    const before = this.isTransparent;
    this.isTransparent = false;
    inspected.check(FORM_RULES, { inspected, entries: form.dict, stream: form }, place);
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

  /** A form was drawn from content: one with marked content may be drawn once only. */
  countForm(form: PdfStream, scope: ContentScope): void {
    const { inspected } = this;
    if (!form.dict.has("StructParents")) return;
    const count = (this.#taggedForms.get(form.dict) ?? 0) + 1;
    this.#taggedForms.set(form.dict, count);
    inspected.check(SHARED_FORM_RULES, count, { ...scope.place, object: inspected.numberOf(form) });
  }

  #inspectGroup(group: PdfDict, scope: ContentScope): void {
    if (this.inspected.name(group.get("S")) !== "Transparency") return;
    if (scope.depth > 0) this.isTransparent = true;
    const space = group.get("CS");
    if (space === undefined) return;
    const resources = scope.own ?? scope.inherited;
    this.colors.use(space, { resources, overprint: false, overprintMode: 0 }, scope.place);
  }

  /** The same form under the same circumstances says the same again. */
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
    inspected.check(GRAPHICS_STATE_RULES, { inspected, entries }, place);
    const intent = inspected.name(entries.get("RI"));
    if (intent !== undefined) inspected.check(RENDERING_INTENT_RULES, intent, place);
    this.#halftone(entries.get("HT"), undefined, place);
    const group = inspected.stream(mask?.get("G"));
    if (group) this.drawForm(group, { ...scope, isTagged: false, depth: scope.depth + 1 });
  }

  #halftone(object: PdfObject | undefined, colorant: string | undefined, place: Place): void {
    const { inspected } = this;
    const entries = inspected.anyDict(object);
    if (!entries) return;
    inspected.check(HALFTONE_RULES, { inspected, entries, colorant }, place);
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
    this.#imageRules(image, place);
    const mask = inspected.stream(dict.get("SMask"));
    if (mask) this.#imageRules(mask, { ...place, object: inspected.numberOf(mask) });
  }

  #imageRules(image: PdfStream, place: Place): void {
    const { inspected } = this;
    const { dict } = image;
    if (this.#checked.has(dict)) return;
    this.#checked.add(dict);
    inspected.check(IMAGE_RULES, { inspected, entries: dict, stream: image }, place);
    inspected.check(INTERPOLATION_RULES, inspected.resolve(dict.get("Interpolate")), place);
    const intent = inspected.name(dict.get("Intent"));
    if (intent !== undefined) inspected.check(RENDERING_INTENT_RULES, intent, place);
    const filter = inspected.resolve(dict.get("Filter"));
    const last = inspected.name(Array.isArray(filter) ? filter.at(-1) : filter);
    if (last !== "JPXDecode") return;
    inspected.document.work.spend(64);
    const data = readJpeg2000(image.bytes());
    if (data) inspected.check(JPEG2000_RULES, { ...data, hasColorSpace: dict.has("ColorSpace") }, place);
  }

  /** Something is filled or stroked with a colour space, or with a pattern. */
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

const MAX_KEPT_STATES = 10_000;

/** One content stream while it is followed. */
class ContentRun {
  readonly #content: ContentInspector;
  readonly #inspected: InspectedDocument;
  readonly #scope: ContentScope;
  readonly #marks: MarkedContent[] = [];
  readonly #states: GraphicsState[] = [];
  #state: GraphicsState = {
    fill: GRAY,
    stroke: GRAY,
    fillPattern: null,
    strokePattern: null,
    font: undefined,
    renderMode: 0,
    overprintFill: false,
    overprintStroke: false,
    overprintMode: 0,
  };

  constructor(content: ContentInspector, scope: ContentScope) {
    this.#content = content;
    this.#inspected = content.inspected;
    this.#scope = scope;
  }

  operation(operator: string, operands: readonly PdfObject[]): void {
    this.#inspected.document.work.spend(2);
    const state = this.#state;
    const { place } = this.#scope;
    switch (operator) {
      case "q":
        if (this.#states.length < MAX_KEPT_STATES) this.#states.push({ ...state });
        this.#inspected.check(NESTING_RULES, this.#states.length, place);
        return;
      case "Q":
        this.#state = this.#states.pop() ?? state;
        return;
      case "gs":
        this.#graphicsState(operands);
        return;
      case "g":
      case "rg":
      case "k":
        state.fill = operator === "g" ? GRAY : operator === "rg" ? RGB : CMYK;
        state.fillPattern = null;
        return;
      case "G":
      case "RG":
      case "K":
        state.stroke = operator === "G" ? GRAY : operator === "RG" ? RGB : CMYK;
        state.strokePattern = null;
        return;
      case "cs":
        state.fill = this.#colorSpace(operands[0]);
        state.fillPattern = null;
        return;
      case "CS":
        state.stroke = this.#colorSpace(operands[0]);
        state.strokePattern = null;
        return;
      case "scn":
      case "SCN":
        this.#setPattern(operator, operands.at(-1));
        return;
      case "ri": {
        const intent = this.#inspected.name(operands[0]);
        if (intent !== undefined) this.#inspected.check(RENDERING_INTENT_RULES, intent, place);
        return;
      }
      case "sh": {
        const shading = this.#inspected.anyDict(this.#resource("Shading", operands[0]));
        this.#drawn();
        const painting = { resources: this.#resources, overprint: false, overprintMode: 0 };
        if (shading) this.#content.colors.use(shading.get("ColorSpace"), painting, place);
        return;
      }
      case "Do":
        this.#draw(operands[0]);
        return;
      case "Tf":
        state.font = this.#inspected.dict(this.#resource("Font", operands[0]));
        return;
      case "Tr":
        state.renderMode = typeof operands[0] === "number" ? operands[0] : 0;
        return;
      case "Tj":
      case "'":
      case '"':
      case "TJ":
        this.#showText(operands.at(-1));
        return;
      case "BMC":
      case "BDC":
        this.#begin(operands[0], operands[1]);
        return;
      case "EMC":
        this.#marks.pop();
        return;
      case "MP":
      case "DP":
        return;
    }
    if (FILLS.has(operator) || STROKES.has(operator)) {
      this.#drawn();
      if (FILLS.has(operator)) this.#content.paint(state.fill, state.fillPattern, this.#scope, state, "fill");
      if (STROKES.has(operator)) this.#content.paint(state.stroke, state.strokePattern, this.#scope, state, "stroke");
      return;
    }
    this.#inspected.check(OPERATOR_RULES, operator, place);
  }

  inlineImage({ dict }: InlineImage): void {
    const inspected = this.#inspected;
    const { place } = this.#scope;
    this.#drawn();
    const filters = dict.get("F") ?? dict.get("Filter");
    for (const filter of Array.isArray(filters) ? filters : filters === undefined ? [] : [filters]) {
      inspected.check(INLINE_FILTER_RULES, inspected.name(filter) ?? "", place);
    }
    inspected.check(INTERPOLATION_RULES, dict.get("I") ?? dict.get("Interpolate") ?? null, place);
    const intent = inspected.name(dict.get("Intent"));
    if (intent !== undefined) inspected.check(RENDERING_INTENT_RULES, intent, place);
    const state = this.#state;
    if ((dict.get("IM") ?? dict.get("ImageMask")) === true) {
      this.#content.paint(state.fill, state.fillPattern, this.#scope, state, "fill");
      return;
    }
    const space = dict.get("CS") ?? dict.get("ColorSpace");
    if (space === undefined) return;
    const painting = {
      resources: this.#resources,
      overprint: state.overprintFill,
      overprintMode: state.overprintMode,
    };
    this.#content.colors.use(space instanceof PdfName ? this.#colorSpace(space) : space, painting, place);
  }

  /** The innermost marked content. */
  get #mark(): MarkedContent | undefined {
    return this.#marks.at(-1) ?? this.#scope.mark;
  }

  get #resources(): PdfDict | undefined {
    return this.#scope.own ?? this.#scope.inherited;
  }

  /** A resource by its name; one that is only found in inherited resources breaks a rule. */
  #resource(category: string, operand: PdfObject | undefined): PdfObject {
    const inspected = this.#inspected;
    const name = inspected.name(operand);
    if (name === undefined) return null;
    const { own, inherited, place } = this.#scope;
    const found = inspected.dict(own?.get(category))?.get(name);
    if (found !== undefined) return inspected.resolve(found);
    const elsewhere = inspected.dict(inherited?.get(category))?.get(name);
    if (elsewhere === undefined) return null;
    inspected.check(RESOURCE_RULES, name, place);
    return inspected.resolve(elsewhere);
  }

  #colorSpace(operand: PdfObject | undefined): PdfObject {
    const name = this.#inspected.name(operand) ?? "";
    if (/^(?:Device(?:Gray|RGB|CMYK)|Pattern|G|RGB|CMYK)$/.test(name)) return operand ?? null;
    return this.#resource("ColorSpace", operand);
  }

  #setPattern(operator: string, operand: PdfObject | undefined): void {
    if (!(operand instanceof PdfName)) return;
    const pattern = this.#resource("Pattern", operand);
    if (operator === "scn") this.#state.fillPattern = pattern;
    else this.#state.strokePattern = pattern;
  }

  #graphicsState(operands: readonly PdfObject[]): void {
    const inspected = this.#inspected;
    const state = this.#state;
    const entries = inspected.dict(this.#resource("ExtGState", operands[0]));
    if (!entries) return;
    const stroke = inspected.resolve(entries.get("OP"));
    const fill = inspected.resolve(entries.get("op"));
    if (typeof stroke === "boolean") {
      state.overprintStroke = stroke;
      if (typeof fill !== "boolean") state.overprintFill = stroke;
    }
    if (typeof fill === "boolean") state.overprintFill = fill;
    state.overprintMode = inspected.number(entries.get("OPM")) ?? state.overprintMode;
    const font = inspected.array(entries.get("Font"));
    if (font) state.font = inspected.dict(font[0]);
    this.#content.graphicsState(entries, this.#contentScope());
  }

  #contentScope(): ContentScope {
    return { ...this.#scope, mark: this.#mark };
  }

  #draw(operand: PdfObject | undefined): void {
    const inspected = this.#inspected;
    const stream = this.#resource("XObject", operand);
    if (!(stream instanceof PdfStream)) return;
    const scope = this.#contentScope();
    const kind = inspected.name(stream.dict.get("Subtype"));
    if (kind === "Image") {
      this.#drawn();
      this.#content.image(stream, scope, this.#state);
    } else if (kind === "Form") {
      this.#content.countForm(stream, scope);
      this.#content.drawForm(stream, scope);
    } else if (kind === "PS") {
      const place = { ...scope.place, object: inspected.numberOf(stream) };
      inspected.check(POSTSCRIPT_RULES, { inspected, entries: stream.dict, stream }, place);
    }
  }

  #showText(operand: PdfObject | undefined): void {
    const { font, renderMode } = this.#state;
    const state = this.#state;
    const strings = Array.isArray(operand) ? operand : [operand];
    const scope = this.#contentScope();
    this.#drawn();
    this.#inspected.check(TEXT_RULES, { inspected: this.#inspected, mark: this.#mark }, scope.place);
    if (renderMode !== RENDER_INVISIBLE && renderMode < 7) {
      if (renderMode % 4 !== 1) this.#content.paint(state.fill, state.fillPattern, scope, state, "fill");
      if (renderMode % 4 !== 0) this.#content.paint(state.stroke, state.strokePattern, scope, state, "stroke");
    }
    if (!font) return;
    const hasReplacement = this.#mark?.hasReplacement ?? false;
    for (const string of strings) {
      if (!(string instanceof PdfString)) continue;
      const names = this.#content.fonts.show(font, string.bytes, { renderMode, hasReplacement, place: scope.place });
      if (names) this.#content.glyphs(font, names, scope);
    }
  }

  /** Something visible was drawn. */
  #drawn(): void {
    if (!this.#scope.isTagged) return;
    this.#inspected.check(CONTENT_RULES, this.#mark, this.#scope.place);
  }

  #begin(tag: PdfObject | undefined, operand: PdfObject | undefined): void {
    const inspected = this.#inspected;
    const { structParents, place } = this.#scope;
    const properties =
      operand instanceof PdfName ? inspected.dict(this.#resource("Properties", operand)) : inspected.dict(operand);
    const mcid = inspected.number(properties?.get("MCID"));
    const element = mcid === undefined ? undefined : this.#content.structure.ofMarkedContent(structParents, mcid);
    const outer = this.#mark;
    const written = inspected.text(properties?.get("Lang"));
    if (written !== undefined) inspected.check(LANGUAGE_RULES, written, place);
    const name = inspected.name(tag) ?? "";
    const mark: MarkedContent = {
      tag: name,
      properties,
      element,
      language: written ?? element?.language ?? outer?.language,
      isTagged: element !== undefined || (outer?.isTagged ?? false),
      isArtifact: name === "Artifact" || (outer?.isArtifact ?? false),
      hasReplacement:
        (properties?.has("ActualText") ?? false) ||
        (element?.hasReplacement ?? false) ||
        (outer?.hasReplacement ?? false),
    };
    if (this.#scope.isTagged) {
      inspected.check(TAG_RULES, { inspected, mark, outer }, place);
    }
    if (this.#marks.length < MAX_KEPT_STATES) this.#marks.push(mark);
  }
}
