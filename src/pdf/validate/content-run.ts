import type { InlineImage } from "../content/inline-image.ts";
import { type PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from "../objects.ts";
import type { ColorInspector } from "./color-checks.ts";
import type { Place } from "./findings.ts";
import { type FontInspector, RENDER_INVISIBLE } from "./font-inspector.ts";
import {
  INLINE_FILTER_CHECKS,
  INTERPOLATION_CHECKS,
  NESTING_CHECKS,
  OPERATOR_CHECKS,
  POSTSCRIPT_CHECKS,
  RENDERING_INTENT_CHECKS,
  RESOURCE_CHECKS,
} from "./graphics-checks.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import { CONTENT_CHECKS, type MarkedContent, TAG_CHECKS, TEXT_CHECKS } from "./marked-content-checks.ts";
import { LANGUAGE_CHECKS } from "./structure-checks.ts";
import type { StructureTree } from "./structure-tree.ts";

/** What content inherits from what draws it. */
export interface ContentScope {
  readonly place: Place;
  /** The content's own resources; undefined if it has none. */
  readonly own: PdfDict | undefined;
  /** Where names that are not in its own are looked up. */
  readonly inherited: PdfDict | undefined;
  /** StructParents of the page or form. */
  readonly structParents: number | undefined;
  /** The marked content that it is drawn within. */
  readonly mark: MarkedContent | undefined;
  /** Appearances of annotations are tagged as a whole, patterns and glyphs with what paints with them. */
  readonly isTagged: boolean;
  readonly depth: number;
}

export interface GraphicsState {
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

/** Where a run reports what its content draws, and what it draws with. */
export interface DrawnContent {
  readonly inspected: InspectedDocument;
  readonly colors: ColorInspector;
  readonly fonts: FontInspector;
  readonly structure: StructureTree;
  drawForm(form: PdfStream, scope: ContentScope): void;
  countForm(form: PdfStream, scope: ContentScope): void;
  graphicsState(entries: PdfDict, scope: ContentScope): void;
  image(image: PdfStream, scope: ContentScope, state: GraphicsState): void;
  paint(space: PdfObject, pattern: PdfObject, scope: ContentScope, state: GraphicsState, kind: "fill" | "stroke"): void;
  glyphs(font: PdfDict, names: Iterable<string>, scope: ContentScope): void;
}

const GRAY = new PdfName("DeviceGray");
const RGB = new PdfName("DeviceRGB");
const CMYK = new PdfName("DeviceCMYK");

const FILLS = new Set(["f", "F", "f*", "B", "B*", "b", "b*"]);
const STROKES = new Set(["S", "s", "B", "B*", "b", "b*"]);

const MAX_CACHED_STATES = 10_000;

/** One content stream as it is followed. */
export class ContentRun {
  readonly #content: DrawnContent;
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

  constructor(content: DrawnContent, scope: ContentScope) {
    this.#content = content;
    this.#inspected = content.inspected;
    this.#scope = scope;
  }

  operation(operator: string, operands: readonly PdfObject[]): void {
    this.#inspected.document.work.charge("operator");
    const state = this.#state;
    const { place } = this.#scope;
    switch (operator) {
      case "q":
        if (this.#states.length < MAX_CACHED_STATES) this.#states.push({ ...state });
        this.#inspected.check(NESTING_CHECKS, this.#states.length, place);
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
        if (intent !== undefined) this.#inspected.check(RENDERING_INTENT_CHECKS, intent, place);
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
    this.#inspected.check(OPERATOR_CHECKS, operator, place);
  }

  inlineImage({ dict }: InlineImage): void {
    const inspected = this.#inspected;
    const { place } = this.#scope;
    this.#drawn();
    const filters = dict.get("F") ?? dict.get("Filter");
    for (const filter of Array.isArray(filters) ? filters : filters === undefined ? [] : [filters]) {
      inspected.check(INLINE_FILTER_CHECKS, inspected.name(filter) ?? "", place);
    }
    inspected.check(INTERPOLATION_CHECKS, dict.get("I") ?? dict.get("Interpolate") ?? null, place);
    const intent = inspected.name(dict.get("Intent"));
    if (intent !== undefined) inspected.check(RENDERING_INTENT_CHECKS, intent, place);
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

  /** A resource by its name; one that is found only in inherited resources breaks a rule. */
  #resource(category: string, operand: PdfObject | undefined): PdfObject {
    const inspected = this.#inspected;
    const name = inspected.name(operand);
    if (name === undefined) return null;
    const { own, inherited, place } = this.#scope;
    const found = inspected.dict(own?.get(category))?.get(name);
    if (found !== undefined) return inspected.resolve(found);
    const elsewhere = inspected.dict(inherited?.get(category))?.get(name);
    if (elsewhere === undefined) return null;
    inspected.check(RESOURCE_CHECKS, name, place);
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
      inspected.check(POSTSCRIPT_CHECKS, { inspected, entries: stream.dict, stream }, place);
    }
  }

  #showText(operand: PdfObject | undefined): void {
    const { font, renderMode } = this.#state;
    const state = this.#state;
    const strings = Array.isArray(operand) ? operand : [operand];
    const scope = this.#contentScope();
    this.#drawn();
    this.#inspected.check(TEXT_CHECKS, { inspected: this.#inspected, mark: this.#mark }, scope.place);
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
    this.#inspected.check(CONTENT_CHECKS, this.#mark, this.#scope.place);
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
    if (written !== undefined) inspected.check(LANGUAGE_CHECKS, written, place);
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
      inspected.check(TAG_CHECKS, { inspected, mark, outer }, place);
    }
    if (this.#marks.length < MAX_CACHED_STATES) this.#marks.push(mark);
  }
}
