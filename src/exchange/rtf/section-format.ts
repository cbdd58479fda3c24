/** Pages of a section (Rich Text Format 1.9.1, "Section formatting properties") -> `w:sectPr`. */
import { element, valued } from "../../binary/doc/xml-writer.ts";

export interface SectionFormat {
  /** Twips. */
  width: number;
  height: number;
  landscape: boolean;
  left: number;
  right: number;
  top: number;
  bottom: number;
  gutter: number;
  header: number;
  footer: number;
  start: string;
  titlePage: boolean;
  columns: number;
  columnSpace: number;
  columnLine: boolean;
  /** Width and space of each column whose width is its own. */
  ownColumns: readonly { width: number; space: number }[];
  pageNumber: number | undefined;
  numberFormat: string;
  vertical: string;
}

const STARTS: Readonly<Record<string, string>> = {
  sbknone: "continuous",
  sbkcol: "nextColumn",
  sbkpage: "nextPage",
  sbkeven: "evenPage",
  sbkodd: "oddPage",
};
const NUMBERS: Readonly<Record<string, string>> = {
  pgndec: "decimal",
  pgnucrm: "upperRoman",
  pgnlcrm: "lowerRoman",
  pgnucltr: "upperLetter",
  pgnlcltr: "lowerLetter",
};
const VERTICALS: Readonly<Record<string, string>> = { vertalc: "center", vertalb: "bottom", vertalj: "both" };
/** Words of the section and of the document -> the number they set. */
const LENGTHS: Readonly<
  Record<string, "width" | "height" | "left" | "right" | "top" | "bottom" | "gutter" | "header" | "footer">
> = {
  pgwsxn: "width",
  paperw: "width",
  pghsxn: "height",
  paperh: "height",
  marglsxn: "left",
  margl: "left",
  margrsxn: "right",
  margr: "right",
  margtsxn: "top",
  margt: "top",
  margbsxn: "bottom",
  margb: "bottom",
  guttersxn: "gutter",
  gutter: "gutter",
  headery: "header",
  footery: "footer",
};
/** Words that are about the whole document, and hold for sections that say nothing. */
export const DOCUMENT_WORDS: ReadonlySet<string> = new Set([
  "paperw",
  "paperh",
  "margl",
  "margr",
  "margt",
  "margb",
  "gutter",
  "landscape",
]);
const MOST_COLUMNS = 45;

/** What a document has that says nothing. */
export function plainSection(): SectionFormat {
  return {
    width: 12_240,
    height: 15_840,
    landscape: false,
    left: 1_800,
    right: 1_800,
    top: 1_440,
    bottom: 1_440,
    gutter: 0,
    header: 720,
    footer: 720,
    start: "nextPage",
    titlePage: false,
    columns: 1,
    columnSpace: 720,
    columnLine: false,
    ownColumns: [],
    pageNumber: undefined,
    numberFormat: "",
    vertical: "",
  };
}

/** Whether the word says something of sections, which is noted. */
export function sectionWord(format: SectionFormat, name: string, parameter: number | undefined): boolean {
  const value = Math.max(-31_680, Math.min(31_680, parameter ?? 0));
  const length = LENGTHS[name];
  if (length) {
    if (value > 0 || (length !== "width" && length !== "height")) format[length] = value;
    return true;
  }
  const start = STARTS[name];
  const number = NUMBERS[name];
  const vertical = VERTICALS[name];
  if (start) format.start = start;
  else if (number) format.numberFormat = number;
  else if (vertical) format.vertical = vertical;
  else if (name === "lndscpsxn" || name === "landscape") format.landscape = parameter !== 0;
  else if (name === "titlepg") format.titlePage = parameter !== 0;
  else if (name === "cols") format.columns = Math.max(1, Math.min(MOST_COLUMNS, value));
  else if (name === "colsx") format.columnSpace = Math.max(0, value);
  else if (name === "linebetcol") format.columnLine = true;
  else if (name === "colw" && format.ownColumns.length < MOST_COLUMNS)
    format.ownColumns = [...format.ownColumns, { width: value, space: 0 }];
  else if (name === "colsr") {
    const last = format.ownColumns.at(-1);
    if (last) format.ownColumns = [...format.ownColumns.slice(0, -1), { ...last, space: value }];
  } else if (name === "pgnrestart") format.pageNumber ??= 1;
  else if (name === "pgncont") format.pageNumber = undefined;
  else if (name === "pgnstarts") format.pageNumber = value;
  else return false;
  return true;
}

/** `w:sectPr`. @param references of headers and footers */
export function sectionXml(format: SectionFormat, references: string): string {
  const isEqual = format.ownColumns.length === 0;
  const columns = element(
    "w:cols",
    {
      "w:num": format.columns,
      "w:space": format.columnSpace,
      "w:sep": format.columnLine ? 1 : undefined,
      "w:equalWidth": isEqual ? undefined : 0,
    },
    format.ownColumns.map(({ width, space }) => element("w:col", { "w:w": width, "w:space": space })).join(""),
  );
  return element(
    "w:sectPr",
    {},
    references +
      valued("w:type", format.start) +
      element("w:pgSz", {
        "w:w": format.width,
        "w:h": format.height,
        "w:orient": format.landscape ? "landscape" : undefined,
      }) +
      element("w:pgMar", {
        "w:top": format.top,
        "w:right": format.right,
        "w:bottom": format.bottom,
        "w:left": format.left,
        "w:header": format.header,
        "w:footer": format.footer,
        "w:gutter": format.gutter,
      }) +
      (format.pageNumber !== undefined || format.numberFormat
        ? element("w:pgNumType", { "w:fmt": format.numberFormat || undefined, "w:start": format.pageNumber })
        : "") +
      (format.columns > 1 ? columns : "") +
      valued("w:vAlign", format.vertical || undefined) +
      (format.titlePage ? "<w:titlePg/>" : ""),
  );
}
