import type { Random } from "../../smarty/random.ts";
import { type Amplified, timesOf } from "./amplified.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** 1 x 1 pixels. */
const PICTURE =
  "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360f8cfc00000030101009" +
  "c0f9a820000000049454e44ae426082";

/** [before, what is repeated, after] within a group `{\rtf1 ...}` with fonts, colors, styles and lists. */
const RICH_TEXT: Readonly<Record<string, readonly [before: string, piece: string, after: string]>> = {
  words: ["", "word ", ""],
  letters: ["", "a", ""],
  "Arabic letters": ["", "\\u1604?\\u1575?", ""],
  "code page characters": ["", "\\'e4", ""],
  paragraphs: ["", "text\\par ", ""],
  "empty paragraphs": ["", "\\par ", ""],
  lines: ["", "a\\line ", ""],
  tabs: ["", "\\tab ", ""],
  "tab stops": ["\\pard", "\\tx720", " \\tab a\\par "],
  "words of format": ["", "\\b\\i0", " a"],
  "unknown words": ["", "\\unknownword7", " a"],
  "groups of bold text": ["", "{\\b a}", ""],
  "unknown groups": ["", "{\\*\\unknown a}", ""],
  fonts: ["{\\fonttbl", "{\\f1 Arial;}", "}a"],
  colors: ["{\\colortbl;", "\\red1\\green2\\blue3;", "}a"],
  styles: ["{\\stylesheet", "{\\s1 Heading;}", "}a"],
  lists: [
    "{\\*\\listtable",
    "{\\list{\\listlevel\\levelnfc0{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}}\\listid1}",
    "}a",
  ],
  overrides: ["{\\*\\listoverridetable", "{\\listoverride\\listid1\\ls1}", "}\\ls1 a\\par "],
  rows: ["", "\\trowd\\cellx2000\\cellx4000\\intbl a\\cell b\\cell\\row ", "\\pard a"],
  "cells of a row": ["\\trowd\\cellx9000\\intbl ", "a\\cell ", "\\row\\pard a"],
  "edges of cells": ["\\trowd", "\\cellx2000", "\\intbl a\\cell\\row\\pard a"],
  "nested rows": [
    "\\trowd\\cellx9000\\intbl ",
    "\\itap2 a\\nestcell{\\*\\nesttableprops\\trowd\\cellx2000\\nestrow}",
    "\\itap1 b\\cell\\row\\pard a",
  ],
  borders: ["\\pard", "\\brdrt\\brdrs\\brdrw10", " a\\par "],
  sections: ["", "a\\sect\\sectd ", "a"],
  headers: ["", "{\\header a}", "a"],
  footnotes: ["", "a{\\footnote b}", ""],
  fields: ["", "{\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}", ""],
  links: ["", '{\\field{\\*\\fldinst HYPERLINK "https://example.com"}{\\fldrslt a}}', ""],
  bookmarks: ["", "{\\*\\bkmkstart a}{\\*\\bkmkend a}", "a"],
  pictures: ["", `{\\pict\\pngblip\\picwgoal300\\pichgoal300 ${PICTURE}}`, ""],
  "digits of a picture": ["{\\pict\\pngblip ", "89504e47", "}a"],
  shapes: [
    "",
    "{\\shp{\\*\\shpinst\\shpleft0\\shptop0\\shpright900\\shpbottom900{\\sp{\\sn shapeType}{\\sv 1}}{\\shptxt a\\par}}}",
    "a",
  ],
  "properties of a shape": ["{\\shp{\\*\\shpinst", "{\\sp{\\sn fillColor}{\\sv 255}}", "}}a"],
  "bytes as they are": ["", "\\bin4 abcd", "a"],
  pages: ["", "a\\page ", ""],
};

/** A file of rich text in which something is there many times. */
export function amplifyRichText(_: Uint8Array, random: Random): Amplified {
  const [what, [before, piece, after]] = random.pick(Object.entries(RICH_TEXT));
  const make = (times: number) => encode(`{\\rtf1\\ansi\\deff0 ${before}${piece.repeat(times)}${after}}`);
  return { what, times: timesOf(piece.length), make };
}

const PLAIN_TEXT: Readonly<Record<string, string>> = {
  lines: "a line\n",
  "empty lines": "\n",
  "lines of two ends": "a\r\n",
  letters: "a",
  words: "word ",
  tabs: "\t",
  pages: "a\f",
  ideographs: "\u6f22",
  "Arabic words": "\u0633\u0644\u0627\u0645 ",
  "marks on a letter": "\u0301",
  "letters of two directions": "a\u05d0",
  emoji: "\u{1f468}\u200d\u{1f469}",
};

/** A file of plain text in which something is there many times. */
export function amplifyPlainText(_: Uint8Array, random: Random): Amplified {
  const [what, piece] = random.pick(Object.entries(PLAIN_TEXT));
  return { what, times: timesOf(piece.length), make: (times) => encode(`Text: ${piece.repeat(times)}`) };
}

const CELLS: Readonly<Record<string, readonly [before: string, piece: string, after: string]>> = {
  rows: ["Name,Amount\n", "Ada,12\n", ""],
  "empty rows": ["Name,Amount\n", "\n", "a,b\n"],
  columns: ["", "a,", "\nb\n"],
  "empty columns": ["a", ",", "b\n"],
  "a long value": ["a\n", "value ", "\n"],
  quotes: ['a\n"', '""', '"\n'],
  "lines in quotes": ['a\n"', "b\n", '"\n'],
  "quotes without an end": ['a\n"', "b,", ""],
  numbers: ["a\n", "1234567.89,", "\n"],
  dates: ["a\n", "2026-11-28\n", ""],
};

/** A table of values (csv) in which something is there many times. */
export function amplifyValues(_: Uint8Array, random: Random): Amplified {
  const [what, [before, piece, after]] = random.pick(Object.entries(CELLS));
  const make = (times: number) => encode(before + piece.repeat(times) + after);
  return { what, times: timesOf(piece.length), make };
}
