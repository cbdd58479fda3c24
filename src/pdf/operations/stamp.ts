import { Failure } from "../../domain/failure.ts";
import { allAtOnce, type Steps } from "../../domain/steps.ts";
import { multiply } from "../../geometry/matrix.ts";
import type { OpenOptions, PdfDocument } from "../document.ts";
import { dict, name, PdfDict, type PdfRef } from "../objects.ts";
import { addFormXObject, Overlay } from "../overlay.ts";
import { type PageGeometry, pageGeometry, rectangleArray } from "../page-geometry.ts";
import { formatNumber } from "../serialize.ts";
import { EmbeddedFont } from "../text/embedded-font.ts";
import { MixedFont } from "../text/mixed-font.ts";
import { standardFont } from "../text/standard-font.ts";
import type { TextFont } from "../text/text-font.ts";
import { encodeWinAnsi } from "../text/win-ansi.ts";
import { writePdf } from "../writer.ts";
import { openForChange } from "./open-for-change.ts";
import { parsePageRanges } from "./page-ranges.ts";

/** A text over pages, as large as the page allows. */
export interface StampOptions {
  text: string;
  /** 0 invisible to 1; default 0.25. */
  opacity?: number;
  /** Red, green and blue from 0 to 1; default a mid gray. */
  color?: readonly [number, number, number];
  /** Counter-clockwise from the horizontal as shown; default along the page's diagonal. */
  angleDegrees?: number;
  /** Default: the text is 70 % of what fits. */
  fontSizePoints?: number;
  /** Height of the text's middle above the foot of the page; default the middle of the page. */
  footPoints?: number;
  /** Pages to stamp, e.g. `1-3`; default all. */
  pages?: string;
  /** Font files to embed in place of Helvetica, which each reader has of its own: what PDF/A and PDF/UA ask for. */
  fonts?: readonly Uint8Array[];
}

const MAX_STAMP_LENGTH = 200;
/** Height of Helvetica's capitals, by which the text is centered, as a share of the font size. */
const CAPITAL_HEIGHT = 0.718;

/**
 * Writes a text across pages of a PDF; it is upright as the page is shown, within its visible box.
 * @throws Failure `invalid_request` for a text that Helvetica cannot show, those of openPdf and page ranges
 */
export function stampPdf(bytes: Uint8Array, options: StampOptions & OpenOptions): Uint8Array {
  const document = openForChange(bytes, options);
  allAtOnce(stampSteps(document, options));
  return writePdf(document);
}

/** A page is stamped in the time in which this many bytes are coded. */
const BYTES_OF_A_PAGE = 1_024;

/** {@link stampPdf} in pieces, for an open document. */
export function* stampSteps(document: PdfDocument, options: StampOptions): Steps<void> {
  const text = options.text.trim();
  if (text === "" || text.length > MAX_STAMP_LENGTH || !encodeWinAnsi(text)) {
    const message = `The text of a stamp must have 1 to ${MAX_STAMP_LENGTH} characters of Western languages.`;
    throw new Failure("invalid_request", message, { errors: [{ pointer: "/text", message }] });
  }
  const chosen = options.pages?.trim()
    ? new Set(parsePageRanges(options.pages, document.pages.length, "pages"))
    : undefined;
  const overlay = new Overlay(document);
  const line = embeddedLine(document, text, options.fonts ?? []) ?? standardLine(document, text);
  const isArtifact = document.dict(document.catalog.get("StructTreeRoot")) !== undefined;
  const forms = new Map<string, PdfRef>();
  const stamped = new Set<PdfDict>();
  for (const [index, page] of document.pages.entries()) {
    // a page that the tree lists several times is one object, which shows its stamp at each place
    if ((chosen && !chosen.has(index)) || stamped.has(page.dict)) continue;
    stamped.add(page.dict);
    yield BYTES_OF_A_PAGE;
    const geometry = pageGeometry(document, page);
    const key = `${rectangleArray(geometry.visible).join()} ${geometry.rotation}`;
    let form = forms.get(key);
    if (!form) forms.set(key, (form = stampForm(document, geometry, options, line)));
    overlay.draw(page, [{ form, isArtifact }]);
  }
}

/** The text as it is shown. */
interface StampLine {
  /** At size 1. */
  width: number;
  fonts: PdfDict;
  /** Operators of a text object, which begin where the matrix says. */
  operators(sizePoints: number): string;
}

function standardLine(document: PdfDocument, text: string): StampLine {
  const font = standardFont("Helvetica-Bold");
  return {
    width: font.widthOf(text),
    fonts: new PdfDict([["F", document.add(font.dict)]]),
    operators: (size) => `/F ${formatNumber(size)} Tf ${font.encode(text)} Tj`,
  };
}

/** Undefined if the files have not all of the characters. */
function embeddedLine(document: PdfDocument, text: string, files: readonly Uint8Array[]): StampLine | undefined {
  const [first, ...more] = files.flatMap((bytes) => EmbeddedFont.open(document, bytes) ?? []);
  if (!first) return undefined;
  const all = [first, ...more] as const;
  const mixed = new MixedFont(all);
  if (!mixed.canShow(text)) return undefined;
  const keys = new Map<TextFont, string>(all.map((font, index) => [font, `F${index}`]));
  const parts = mixed.parts(text).map(({ font, text: part }) => ({ font, shown: font.encode(part) }));
  for (const font of all) font.finish();
  return {
    width: mixed.widthOf(text),
    fonts: new PdfDict(parts.map(({ font }) => [keys.get(font) ?? "", font.ref])),
    operators: (size) =>
      parts.map(({ font, shown }) => `/${keys.get(font)} ${formatNumber(size)} Tf ${shown} Tj`).join(" "),
  };
}

function stampForm(document: PdfDocument, geometry: PageGeometry, options: StampOptions, line: StampLine): PdfRef {
  const { opacity = 0.25, color = [0.45, 0.45, 0.45] } = options;
  const { widthPoints, heightPoints, fromShown, visible } = geometry;
  const angle =
    options.angleDegrees === undefined ? Math.atan2(heightPoints, widthPoints) : (options.angleDegrees * Math.PI) / 180;
  const cosine = Math.cos(angle);
  const sine = Math.sin(angle);
  const { width } = line;
  // the turned text's bounding box at size 1 against the page
  const boxWidth = Math.abs(width * cosine) + Math.abs(CAPITAL_HEIGHT * sine);
  const boxHeight = Math.abs(width * sine) + Math.abs(CAPITAL_HEIGHT * cosine);
  const asked = options.fontSizePoints ?? 0.7 * Math.min(widthPoints / boxWidth, heightPoints / boxHeight);
  // a line at the foot is never cut off by the edges
  const size = options.footPoints === undefined ? asked : Math.min(asked, (0.94 * widthPoints) / width);
  const centered = [1, 0, 0, 1, (-width * size) / 2, (-CAPITAL_HEIGHT * size) / 2] as const;
  const turned = [cosine, sine, -sine, cosine, widthPoints / 2, options.footPoints ?? heightPoints / 2] as const;
  const matrix = multiply(multiply(centered, turned), fromShown).map((value) => formatNumber(round(value)));
  const shown = `BT ${fillColor(color)} ${matrix.join(" ")} Tm ${line.operators(round(size))} ET`;
  const state = dict({ Type: name("ExtGState"), ca: opacity, CA: opacity });
  const resources = dict({ Font: line.fonts, ExtGState: new PdfDict([["GS", state]]) });
  return addFormXObject(document, `/GS gs ${shown}`, rectangleArray(visible), resources, { Group: TRANSPARENCY_GROUP });
}

/** A gray as one, which has its place in files for every kind of printing. */
function fillColor([red, green, blue]: readonly [number, number, number]): string {
  if (red === green && green === blue) return `${formatNumber(red)} g`;
  return `${[red, green, blue].map((value) => formatNumber(value)).join(" ")} rg`;
}

const TRANSPARENCY_GROUP = dict({ S: name("Transparency") });

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
