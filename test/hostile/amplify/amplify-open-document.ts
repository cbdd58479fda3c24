import type { Random } from "../../smarty/random.ts";
import { openDocumentSpreadsheet, openDocumentText } from "../../support/open-document.ts";
import { type Amplified, timesOf } from "./amplified.ts";

type Pieces = readonly [before: string, piece: string, after: string];

const cell = "<table:table-cell><text:p>a</text:p></table:table-cell>";
const table = (rows: string, columns = '<table:table-column table:number-columns-repeated="9"/>') =>
  `<table:table>${columns}${rows}</table:table>`;
const [TABLE = "", END_OF_TABLE = ""] = table("|").split("|");

/** What is repeated in the text. */
const TEXT: Readonly<Record<string, Pieces>> = {
  words: ["<text:p>", "word ", "</text:p>"],
  letters: ["<text:p>", "a", "</text:p>"],
  paragraphs: ["", "<text:p>a</text:p>", ""],
  "empty paragraphs": ["", "<text:p/>", ""],
  headings: ["", '<text:h text:outline-level="2">a</text:h>', ""],
  spans: ["<text:p>", '<text:span text:style-name="T">a</text:span>', "</text:p>"],
  "empty spans": ["<text:p>", "<text:span/>", "a</text:p>"],
  "spaces that count": ["<text:p>", '<text:s text:c="9"/>', "a</text:p>"],
  "many spaces": ["<text:p>", '<text:s text:c="10000"/>', "a</text:p>"],
  tabs: ["<text:p>", "<text:tab/>", "</text:p>"],
  "ends of lines": ["<text:p>a", "<text:line-break/>", "</text:p>"],
  links: ["<text:p>", '<text:a xlink:href="https://example.com">a</text:a>', "</text:p>"],
  bookmarks: ["<text:p>", '<text:bookmark text:name="a"/>', "a</text:p>"],
  fields: ["<text:p>", "<text:page-number>1</text:page-number>", "</text:p>"],
  footnotes: [
    "<text:p>",
    '<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>b</text:p></text:note-body></text:note>',
    "</text:p>",
  ],
  comments: ["<text:p>", "<office:annotation><text:p>b</text:p></office:annotation>", "a</text:p>"],
  "deleted text": [
    "<text:tracked-changes>",
    "<text:changed-region><text:deletion><text:p>b</text:p></text:deletion></text:changed-region>",
    "</text:tracked-changes><text:p>a</text:p>",
  ],
  lists: ["", '<text:list text:style-name="L"><text:list-item><text:p>a</text:p></text:list-item></text:list>', ""],
  items: ['<text:list text:style-name="L">', "<text:list-item><text:p>a</text:p></text:list-item>", "</text:list>"],
  "items that begin anew": [
    '<text:list text:style-name="L">',
    '<text:list-item text:start-value="3"><text:p>a</text:p></text:list-item>',
    "</text:list>",
  ],
  tables: ["", table(`<table:table-row>${cell}</table:table-row>`), ""],
  rows: [TABLE, `<table:table-row>${cell.repeat(3)}</table:table-row>`, END_OF_TABLE],
  "cells of a row": [`${TABLE}<table:table-row>`, cell, `</table:table-row>${END_OF_TABLE}`],
  "repeated rows": [
    TABLE,
    '<table:table-row table:number-rows-repeated="99999"><table:table-cell/></table:table-row>',
    END_OF_TABLE,
  ],
  "repeated cells": [
    TABLE,
    '<table:table-row><table:table-cell table:number-columns-repeated="99999"/></table:table-row>',
    END_OF_TABLE,
  ],
  columns: ["<table:table>", "<table:table-column/>", `<table:table-row>${cell}</table:table-row></table:table>`],
  "cells that go on": [
    TABLE,
    '<table:table-row><table:table-cell table:number-rows-spanned="9999"><text:p/></table:table-cell><table:covered-table-cell/></table:table-row>',
    END_OF_TABLE,
  ],
  sections: ["", '<text:section text:style-name="S"><text:p>a</text:p></text:section>', ""],
  "pages of another kind": ["", '<text:p text:style-name="P">a</text:p>', ""],
  pictures: [
    "<text:p>",
    '<draw:frame svg:width="1cm" svg:height="1cm"><draw:image xlink:href="Pictures/a.png"/></draw:frame>',
    "</text:p>",
  ],
  "text boxes": [
    "<text:p>",
    '<draw:frame svg:width="1cm" svg:height="1cm"><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame>',
    "</text:p>",
  ],
  shapes: ["<text:p>", '<draw:rect svg:width="1cm" svg:height="1cm"><text:p>a</text:p></draw:rect>', "</text:p>"],
  "shapes on the page": ["", '<draw:line svg:x1="1cm" svg:x2="2cm"/>', "<text:p>a</text:p>"],
  "unknown elements": ["", "<text:unknown>a</text:unknown>", "<text:p>a</text:p>"],
};

/** What is repeated among styles. */
const STYLES: Readonly<Record<string, Pieces>> = {
  styles: [
    "",
    '<style:style style:name="P#" style:family="paragraph" style:parent-style-name="P"><style:text-properties fo:font-size="90%"/></style:style>',
    "",
  ],
  "styles of texts": [
    "",
    '<style:style style:name="T#" style:family="text"><style:text-properties fo:color="#ff0000"/></style:style>',
    "",
  ],
  "tab stops": [
    '<style:style style:name="P" style:family="paragraph"><style:paragraph-properties><style:tab-stops>',
    '<style:tab-stop style:position="1cm"/>',
    "</style:tab-stops></style:paragraph-properties></style:style>",
  ],
  "attributes of a style": [
    '<style:style style:name="P" style:family="paragraph"><style:paragraph-properties ',
    'fo:margin-left="1cm" ',
    "/></style:style>",
  ],
  "levels of a list": [
    '<text:list-style style:name="L">',
    '<text:list-level-style-number text:level="1" style:num-format="1"/>',
    "</text:list-style>",
  ],
  "styles of lists": [
    "",
    '<text:list-style style:name="L#"><text:list-level-style-bullet text:level="1"/></text:list-style>',
    "",
  ],
  "columns of a section": [
    '<style:style style:name="S" style:family="section"><style:section-properties><style:columns fo:column-count="40">',
    '<style:column style:rel-width="1*"/>',
    "</style:columns></style:section-properties></style:style>",
  ],
};
const USING =
  '<text:p text:style-name="P">a<text:tab/><text:span text:style-name="T">b</text:span></text:p>' +
  '<text:list text:style-name="L"><text:list-item><text:p>c</text:p></text:list-item></text:list><text:section text:style-name="S"><text:p>d</text:p></text:section>';
const KNOWN =
  '<style:style style:name="P" style:family="paragraph" style:master-page-name="M"/>' +
  '<style:style style:name="S" style:family="section"><style:section-properties><style:columns fo:column-count="2"/></style:section-properties></style:style>' +
  '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>';
const MASTERS = '<style:master-page style:name="M"><style:header><text:p>a</text:p></style:header></style:master-page>';

/** An OpenDocument text in which something is there many times. */
export function amplifyOpenDocument(_: Uint8Array, random: Random): Amplified {
  const isOfStyles = random.pick([true, false, false, false]);
  const [what, [before, piece, after]] = random.pick(Object.entries(isOfStyles ? STYLES : TEXT));
  const make = (times: number) => {
    const all =
      before + Array.from({ length: times }, (_, index) => piece.replace("#", String(index))).join("") + after;
    return isOfStyles
      ? openDocumentText(USING, { automatic: all, masters: MASTERS })
      : openDocumentText(all, { automatic: KNOWN, masters: MASTERS });
  };
  return { what, times: timesOf(piece.length), make };
}

/** What is repeated in a sheet. */
const SHEET: Readonly<Record<string, Pieces>> = {
  rows: ["<table:table>", `<table:table-row>${cell.repeat(3)}</table:table-row>`, "</table:table>"],
  cells: ["<table:table><table:table-row>", cell, "</table:table-row></table:table>"],
  sheets: ["", `<table:table><table:table-row>${cell}</table:table-row></table:table>`, ""],
  columns: [
    "<table:table>",
    '<table:table-column table:style-name="W"/>',
    `<table:table-row>${cell}</table:table-row></table:table>`,
  ],
  "repeated cells": [
    "<table:table>",
    '<table:table-row><table:table-cell table:number-columns-repeated="99999"><text:p>a</text:p></table:table-cell></table:table-row>',
    "</table:table>",
  ],
  "repeated rows": [
    "<table:table>",
    `<table:table-row table:number-rows-repeated="99999">${cell}</table:table-row>`,
    "</table:table>",
  ],
  "empty rows": [
    "<table:table>",
    '<table:table-row table:number-rows-repeated="9"/>',
    `<table:table-row>${cell}</table:table-row></table:table>`,
  ],
  "colored cells": [
    "<table:table>",
    '<table:table-row><table:table-cell table:style-name="C" table:number-columns-repeated="199"/></table:table-row>',
    "</table:table>",
  ],
  merges: [
    "<table:table>",
    '<table:table-row><table:table-cell table:number-columns-spanned="9" table:number-rows-spanned="99999"><text:p>a</text:p></table:table-cell></table:table-row>',
    "</table:table>",
  ],
  "lines of a cell": [
    "<table:table><table:table-row><table:table-cell>",
    "<text:p>a</text:p>",
    "</table:table-cell></table:table-row></table:table>",
  ],
  groups: [
    "<table:table>",
    `<table:table-row-group><table:table-row>${cell}</table:table-row></table:table-row-group>`,
    "</table:table>",
  ],
};
const SHEET_STYLES =
  '<style:style style:name="C" style:family="table-cell"><style:table-cell-properties fo:background-color="#ff0000"/></style:style>' +
  '<style:style style:name="W" style:family="table-column"><style:table-column-properties style:column-width="1cm"/></style:style>';

/** An OpenDocument spreadsheet in which something is there many times. */
export function amplifyOpenSpreadsheet(_: Uint8Array, random: Random): Amplified {
  const [what, [before, piece, after]] = random.pick(Object.entries(SHEET));
  const make = (times: number) =>
    openDocumentSpreadsheet(before + piece.repeat(times) + after, { automatic: SHEET_STYLES });
  return { what, times: timesOf(piece.length), make };
}
