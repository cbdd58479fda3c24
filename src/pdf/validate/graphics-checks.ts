import { streamFilters } from "../filters/decode-stream.ts";
import type { PdfDict, PdfObject, PdfStream } from "../objects.ts";
import type { Check } from "./findings.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import type { Jpeg2000 } from "./jpeg2000.ts";

/** A dictionary of the document that rules look at. */
export interface Subject {
  readonly inspected: InspectedDocument;
  readonly entries: PdfDict;
}

const RENDERING_INTENTS = new Set(["RelativeColorimetric", "AbsoluteColorimetric", "Perceptual", "Saturation"]);

export const RENDERING_INTENT_CHECKS: readonly Check<string>[] = [
  {
    pdfA: "6.2.6",
    check: (intent) => (RENDERING_INTENTS.has(intent) ? undefined : `The rendering intent ${intent} is not defined.`),
  },
];

const OPERATORS = new Set(
  `b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg
ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`.split(/\s+/),
);

export const OPERATOR_CHECKS: readonly Check<string>[] = [
  {
    pdfA: "6.2.2",
    check: (operator) =>
      OPERATORS.has(operator) ? undefined : `The operator ${operator.slice(0, 40)} is not one of ISO 32000-1.`,
  },
];

const MAX_GRAPHICS_STATE_DEPTH = 28;

export const NESTING_CHECKS: readonly Check<number>[] = [
  {
    pdfA: "6.1.13",
    check: (depth) =>
      depth > MAX_GRAPHICS_STATE_DEPTH
        ? `Graphics states are nested ${depth} deep; ${MAX_GRAPHICS_STATE_DEPTH} are allowed.`
        : undefined,
  },
];

export const RESOURCE_CHECKS: readonly Check<string>[] = [
  {
    pdfA: "6.2.2",
    check: (resource) => `The content uses the resource ${resource}, which is not in Resources of its own.`,
  },
];

const BLEND_MODES = new Set(
  `Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference
Exclusion Hue Saturation Color Luminosity`.split(/\s+/),
);

export const GRAPHICS_STATE_CHECKS: readonly Check<Subject>[] = [
  {
    pdfA: "6.2.5",
    check: ({ entries }) => (entries.has("TR") ? "A graphics state has a transfer function (TR)." : undefined),
  },
  {
    pdfA: "6.2.5",
    check: ({ inspected, entries }) =>
      entries.has("TR2") && inspected.name(entries.get("TR2")) !== "Default"
        ? "A graphics state has a transfer function (TR2) other than Default."
        : undefined,
  },
  {
    pdfA: "6.2.5",
    check: ({ entries }) => (entries.has("HTP") ? "A graphics state has a halftone origin (HTP)." : undefined),
  },
  {
    pdfA: "6.2.10",
    check({ inspected, entries }) {
      const mode = inspected.resolve(entries.get("BM"));
      const names = Array.isArray(mode) ? mode.map((item) => inspected.name(item)) : [inspected.name(mode)];
      const unknown = names.find((name) => name !== undefined && !BLEND_MODES.has(name));
      return unknown === undefined ? undefined : `The blend mode ${unknown} is not one of ISO 32000-1.`;
    },
  },
];

export interface Halftone extends Subject {
  /** The colourant in a halftone of type 5; undefined for the halftone itself. */
  readonly colorant: string | undefined;
}

export const HALFTONE_CHECKS: readonly Check<Halftone>[] = [
  {
    pdfA: "6.2.5",
    check({ inspected, entries }) {
      const type = inspected.number(entries.get("HalftoneType"));
      return type === 1 || type === 5 ? undefined : `A halftone is of type ${type ?? "none"} instead of 1 or 5.`;
    },
  },
  {
    pdfA: "6.2.5",
    check: ({ entries }) => (entries.has("HalftoneName") ? "A halftone has a HalftoneName." : undefined),
  },
  {
    pdfA: "6.2.5",
    check({ entries, colorant }) {
      if (colorant === "Default") return undefined;
      const isProcess = colorant === undefined || /^(?:Cyan|Magenta|Yellow|Black)$/.test(colorant);
      if (isProcess === !entries.has("TransferFunction")) return undefined;
      return isProcess
        ? "The halftone of a process colour has a TransferFunction."
        : `The halftone of ${colorant} has no TransferFunction.`;
    },
  },
];

export interface XObjectSubject extends Subject {
  readonly stream: PdfStream;
}

export const IMAGE_CHECKS: readonly Check<XObjectSubject>[] = [
  {
    pdfA: "6.2.8.1",
    check: ({ entries }) => (entries.has("Alternates") ? "An image has Alternates." : undefined),
  },
  {
    pdfA: "6.2.8.1",
    check: ({ entries }) => (entries.has("OPI") ? "An image has OPI information." : undefined),
  },
];

/** For image XObjects and inline images. */
export const INTERPOLATION_CHECKS: readonly Check<PdfObject>[] = [
  {
    pdfA: "6.2.8.1",
    check: (interpolate) => (interpolate === true ? "An image asks for interpolation." : undefined),
  },
];

const INLINE_FILTERS = new Set(
  `ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode DCTDecode AHx A85 Fl RL CCF DCT`.split(" "),
);

export const INLINE_FILTER_CHECKS: readonly Check<string>[] = [
  {
    pdfA: "6.1.10",
    check: (filter) => (INLINE_FILTERS.has(filter) ? undefined : `An image within content uses the filter ${filter}.`),
  },
];

export const FORM_CHECKS: readonly Check<XObjectSubject>[] = [
  {
    pdfA: "6.2.9.1",
    check: ({ inspected, entries }) =>
      entries.has("OPI") || entries.has("PS") || inspected.name(entries.get("Subtype2")) === "PS"
        ? "A form has OPI information or PostScript."
        : undefined,
  },
  {
    pdfA: "6.2.9.2",
    pdfUa: "7.20",
    check: ({ entries }) => (entries.has("Ref") ? "A form refers to a page of another file (Ref)." : undefined),
  },
];

export const POSTSCRIPT_CHECKS: readonly Check<XObjectSubject>[] = [
  { pdfA: "6.2.9.3", check: () => "The file has a PostScript object." },
];

const CIE_JAB = 19;

export const JPEG2000_CHECKS: readonly Check<Jpeg2000 & { readonly hasColorSpace: boolean }>[] = [
  {
    pdfA: "6.2.8.3",
    check: ({ channels }) =>
      channels === 1 || channels === 3 || channels === 4
        ? undefined
        : `A JPEG 2000 image has ${channels} colour channels instead of 1, 3 or 4.`,
  },
  {
    pdfA: "6.2.8.3",
    check({ colors, hasColorSpace }) {
      const best = colors.filter(({ approximation }) => approximation === 1).length;
      return hasColorSpace || colors.length <= 1 || best === 1
        ? undefined
        : `Of a JPEG 2000 image's colour specifications ${best} have the value 1 in APPROX instead of one.`;
    },
  },
  {
    pdfA: "6.2.8.3",
    check({ colors, hasColorSpace }) {
      const used = colors.find(({ approximation }) => approximation === 1) ?? colors[0];
      if (hasColorSpace || !used) return undefined;
      if (used.method < 1 || used.method > 3) return `A JPEG 2000 image's colour method is ${used.method}.`;
      return used.enumerated === CIE_JAB ? "A JPEG 2000 image uses the colour space CIEJab." : undefined;
    },
  },
  {
    pdfA: "6.2.8.3",
    check: ({ bitDepth, hasDepthByChannel }) =>
      !hasDepthByChannel && bitDepth >= 1 && bitDepth <= 38
        ? undefined
        : "The channels of a JPEG 2000 image do not have one bit depth from 1 to 38.",
  },
];

const FILTERS = new Set(
  `ASCIIHexDecode ASCII85Decode FlateDecode RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode`.split(" "),
);

export const STREAM_CHECKS: readonly Check<XObjectSubject>[] = [
  {
    pdfA: "6.1.7.2",
    check({ inspected, entries }) {
      for (const { name, parameters } of streamFilters(entries, (object) => inspected.document.resolve(object))) {
        if (FILTERS.has(name)) continue;
        if (name === "Crypt" && (inspected.name(parameters?.get("Name")) ?? "Identity") === "Identity") continue;
        return `A stream uses the filter ${name}.`;
      }
      return undefined;
    },
  },
];

export interface TransparentPage {
  readonly inspected: InspectedDocument;
  readonly page: PdfDict;
}

export const TRANSPARENCY_CHECKS: readonly Check<TransparentPage>[] = [
  {
    pdfA: "6.2.10",
    check({ inspected, page }) {
      const group = inspected.dict(page.get("Group"));
      return inspected.outputColorSpace !== undefined || group?.has("CS")
        ? undefined
        : "The page has transparency, but neither it nor an output intent states a blending colour space.";
    },
  },
];
