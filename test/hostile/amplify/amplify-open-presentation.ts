import type { Random } from "../../smarty/random.ts";
import { openDocumentPresentation } from "../../support/open-document.ts";
import { type Amplified, timesOf } from "./amplified.ts";

type Pieces = readonly [before: string, piece: string, after: string];

const SIZE = 'svg:width="5cm" svg:height="2cm"';
const custom = (attributes: string, content = "") =>
  `<draw:custom-shape draw:style-name="S" ${SIZE}><draw:enhanced-geometry svg:viewBox="0 0 9 9" ${attributes}>${content}</draw:enhanced-geometry></draw:custom-shape>`;
const cell = "<table:table-cell><text:p>a</text:p></table:table-cell>";
const onSlide = (before: string, piece: string, after: string): Pieces => [
  `<draw:page>${before}`,
  piece,
  `${after}</draw:page>`,
];
const inBox = (before: string, piece: string, after: string): Pieces =>
  onSlide(
    `<draw:frame draw:style-name="S" ${SIZE}><draw:text-box>${before}`,
    piece,
    `${after}</draw:text-box></draw:frame>`,
  );
const inTable = (before: string, piece: string, after: string): Pieces =>
  onSlide(`<draw:frame ${SIZE}><table:table>${before}`, piece, `${after}</table:table></draw:frame>`);

/** What is repeated in a presentation. */
const SLIDES: Readonly<Record<string, Pieces>> = {
  slides: ["", '<draw:page draw:master-page-name="M"/>', ""],
  shapes: onSlide("", `<draw:rect draw:style-name="S" ${SIZE}><text:p>a</text:p></draw:rect>`, ""),
  lines: onSlide("", '<draw:line draw:style-name="S" svg:x1="0cm" svg:y1="0cm" svg:x2="9cm" svg:y2="9cm"/>', ""),
  paragraphs: inBox("", "<text:p>a</text:p>", ""),
  spans: inBox("<text:p>", '<text:span text:style-name="T">a</text:span>', "</text:p>"),
  spaces: inBox("<text:p>", '<text:s text:c="999999"/>', "</text:p>"),
  items: inBox("<text:list>", "<text:list-item><text:p>a</text:p></text:list-item>", "</text:list>"),
  fields: inBox("<text:p>", "<text:page-number/>", "</text:p>"),
  "commands of a path": onSlide("", custom(`draw:enhanced-path="M 0 0 ${"L 9 9 ".repeat(50)}N"`), ""),
  "arcs of a path": onSlide(custom(""), custom(`draw:enhanced-path="${"U 4 4 3 3 0 360 ".repeat(50)}N"`), ""),
  equations: onSlide(
    "<draw:custom-shape><draw:enhanced-geometry draw:enhanced-path='M ?f0 0 L 9 9 N'>",
    '<draw:equation draw:name="f0" draw:formula="?f0+?f0*sin(width)"/>',
    "</draw:enhanced-geometry></draw:custom-shape>",
  ),
  "points of a polygon": onSlide(
    `<draw:polygon draw:style-name="S" ${SIZE} svg:viewBox="0 0 9 9" draw:points="`,
    "0,0 9,9 ",
    '"/>',
  ),
  "corners of a polygon": onSlide("", `<draw:regular-polygon draw:style-name="S" ${SIZE} draw:corners="999999"/>`, ""),
  transforms: onSlide(`<draw:rect draw:style-name="S" ${SIZE} draw:transform="`, "rotate(1) scale(9) ", '"/>'),
  rows: inTable("<table:table-column/>", `<table:table-row>${cell}</table:table-row>`, ""),
  "repeated rows": inTable(
    '<table:table-column table:number-columns-repeated="99999"/>',
    `<table:table-row table:number-rows-repeated="99999"><table:table-cell table:number-columns-repeated="99999"><text:p>a</text:p></table:table-cell></table:table-row>`,
    "",
  ),
  tables: onSlide(
    "",
    `<draw:frame ${SIZE}><table:table><table:table-column table:number-columns-repeated="500"/><table:table-row table:number-rows-repeated="5000"/></table:table></draw:frame>`,
    "",
  ),
};
const STYLES =
  '<style:style style:name="S" style:family="graphic"><style:graphic-properties draw:fill="solid" draw:fill-color="#ff0000" draw:stroke="solid"/></style:style>' +
  '<style:style style:name="T" style:family="text" style:parent-style-name="U"><style:text-properties fo:color="#ff0000"/></style:style>' +
  '<style:style style:name="U" style:family="text" style:parent-style-name="T"><style:text-properties fo:font-size="150%"/></style:style>';
const MASTERS = `<style:master-page style:name="M">${`<draw:rect draw:style-name="S" ${SIZE}/>`.repeat(20)}</style:master-page>`;

/** An OpenDocument presentation in which something is there many times. */
export function amplifyOpenPresentation(_: Uint8Array, random: Random): Amplified {
  const [what, [before, piece, after]] = random.pick(Object.entries(SLIDES));
  const make = (times: number) =>
    openDocumentPresentation(before + piece.repeat(times) + after, { automatic: STYLES, masters: MASTERS });
  return { what, times: timesOf(piece.length), make };
}
