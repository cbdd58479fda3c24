/**
 * What untrusted files may hold, with the reasons; docs/limits.md is drawn from this table. A file past one of them is refused; a picture
 * past one of its own is left out, or stays as it is where it was to be made smaller. What a call may cost in processor time is counted
 * beside it (work-meter.ts). An isolate has 128 MB, in which others work, too. Bounds of a single loop, of nesting and of caches are
 * where they are used; docs/limits.md lists those of a million and more.
 */
import { Failure } from "./failure.ts";

interface Limit {
  most: number;
  /** What is counted, in the words of a message. */
  of: string;
  why: string;
}

const MIB = 1024 * 1024;

export const LIMITS = {
  wordMainPartBytes: {
    most: 24 * MIB,
    of: "bytes of text and markup in the document",
    why: "Some 400 pages of tables. Its text is in memory while it is read, piece by piece.",
  },
  wordModelBytes: {
    most: 56 * MIB,
    of: "bytes of memory for the text of the document",
    why: "What is read of a document stays in memory until its last page. Less than half of an isolate.",
  },
  rtfControls: {
    most: 4_000_000,
    of: "groups and control words",
    why: "Each takes some microseconds, whether it draws anything or not. A book of 1,000 pages has a million and a half.",
  },
  odtElements: {
    most: 300_000,
    of: "elements in one table, list or set of styles",
    why: "Some 150 bytes of memory each, until what is in them is read. A table of 1,000 pages has fewer.",
  },
  odtStyles: {
    most: 30_000,
    of: "styles",
    why: "They are in memory while the text is read. Programs write one for each way in which texts differ: some thousands in a book.",
  },
  odpCells: {
    most: 20_000,
    of: "cells in the tables of slides",
    why: "Each is half a kilobyte of markup. A slide with 300 of them cannot be read.",
  },
  odpSlides: {
    most: 5_000,
    of: "slides",
    why: "Each is two parts of a package that stays in memory until it is drawn; the pages of a PDF have a limit of their own.",
  },
  xlsbStyles: {
    most: 200_000,
    of: "records of fonts, fills, borders and formats",
    why: "Each is up to two kilobytes of markup in memory. Excel has 65,490 formats of cells at most.",
  },
  sheetPartBytes: {
    most: 28 * MIB,
    of: "bytes of text and markup in the sheets",
    why: "A sheet's part and the shared texts are in memory while they are read.",
  },
  cells: {
    most: 150_000,
    of: "cells",
    why: "Of all sheets: 100,000 with unlike texts are drawn with a heap of 80 MB, 150,000 with 110 MB.",
  },
  slidesModelBytes: {
    most: 64 * MIB,
    of: "bytes of memory for the objects and texts of the slides",
    why: "Half of an isolate: the model shrinks as the PDF grows.",
  },
  pdfPages: {
    most: 100_000,
    of: "pages of a PDF",
    why: "A tree of some bytes may list one page any number of times, and each place is an object in memory.",
  },
  pdfTreeDepth: {
    most: 256,
    of: "levels of a tree in a PDF",
    why: "No real tree of fields, names or structure comes close; deeper ones would overflow the stack.",
  },
  pdfStreamBytes: {
    most: 64 * MIB,
    of: "bytes that a stream of a PDF unpacks to",
    why: "It is in memory as a whole, and half of an isolate is left.",
  },
  pdfSignatures: {
    most: 100,
    of: "signatures of a PDF",
    why: "For each the file is read as it was then; contracts with many signers have some dozens.",
  },
  pagePictureSeconds: {
    most: 12,
    of: "seconds of a browser for the picture of a page",
    why: "They are estimated from operators and pixels before the page goes there; twenty seconds are all that a page has.",
  },
  pagePicturePixels: {
    most: 150_000_000,
    of: "pixels of a picture on a page that is drawn",
    why: "The browser has four bytes for each, several times over.",
  },
  browserPageBytes: {
    most: 1024 * MIB,
    of: "bytes of memory of a page in the browser",
    why: "Four pages are printed at once beside the service. On one machine the process of a page that takes more is ended.",
  },
  browserPageSeconds: {
    most: 20,
    of: "seconds of processor time of a page in the browser",
    why: "Large tables of 2,000 pages take fewer. On the platform, where the browser is not ours, the time of a print ends it.",
  },
  svgDrawings: {
    most: 100_000,
    of: "drawings of an SVG in html, each `use` with all that it brings",
    why: "A few `use` of each other draw millions of shapes, for which the browser has an object each.",
  },
  tablePlaces: {
    most: 10_000_000,
    of: "places of cells in tables of html, each cell with all that it spans",
    why: "A cell may span a thousand columns and sixty thousand rows, and the browser has an object for each place.",
  },
  textColumns: {
    most: 1_000,
    of: "columns that a style of html asks for",
    why: "Paper has some dozens at most, and the browser goes through the text again for all of them.",
  },
  linePixels: {
    most: 100_000,
    of: "pixels of a line of html",
    why: "What the browser takes to print a line grows with the square of its length. Longer ones are broken at the edge of the paper.",
  },
  invoiceBytes: {
    most: 5 * MIB,
    of: "bytes of an e-invoice",
    why: "Some 5,000 lines. It is read into a tree for rules that compare all lines.",
  },
  fontBytes: {
    most: 12 * MIB,
    of: "bytes of a font, unpacked",
    why: "Fonts of Chinese, Japanese and Korean have up to 10 MB; a document uses several.",
  },
  imageSampleBytes: {
    most: 40 * MIB,
    of: "bytes of samples of a picture that is decoded",
    why: "With its rows before and after, a third of an isolate.",
  },
  bitmapSide: {
    most: 65_535,
    of: "pixels on a side of a BMP or TIFF picture",
    why: "As many as a JPEG can have. Sizes beyond are mistakes of the file.",
  },
  tiffSampleBytes: {
    most: 200 * MIB,
    of: "bytes of samples of all pages of a TIFF",
    why: "They take some seconds: fifty pages of a fax.",
  },
  tiffPages: { most: 500, of: "pages of a TIFF", why: "Faxes have some dozens; each becomes a page with a picture." },
  bitmapPageBytes: {
    most: 32 * MIB,
    of: "bytes of the pages of a TIFF, drawn",
    why: "They wait in memory beside the file.",
  },
  metafileBitmapBytes: {
    most: 24 * MIB,
    of: "bytes of a bitmap in a metafile",
    why: "It becomes a file of its own in memory, and a text of a third more.",
  },
  pictPixels: {
    most: 16_000_000,
    of: "pixels of a bitmap in a PICT",
    why: "Three bytes each, beside the file that is made of them.",
  },
  metafileBytes: {
    most: 24 * MIB,
    of: "bytes of a metafile in an old Office file, unpacked",
    why: "It is played back from memory as a whole.",
  },
  storedImageBytes: {
    most: 128 * MIB,
    of: "bytes of all pictures of an old Office file",
    why: "Packed ones can be a thousand times larger than the file. Those that come after are left out.",
  },
  powerPoint4ImageBytes: {
    most: 32 * MIB,
    of: "bytes of all pictures of a presentation of PowerPoint 4",
    why: "Many numbers may lead to the same bytes.",
  },
  svgBytes: { most: 8 * MIB, of: "bytes of an SVG", why: "It is a tree in memory." },
  svgElements: {
    most: 20_000,
    of: "elements of an SVG that is drawn",
    why: "References may multiply what they refer to.",
  },
  svgNumbers: {
    most: 500_000,
    of: "coordinates of an SVG that is drawn",
    why: "Maps have some hundred thousand. Larger ones are a load for whoever opens the PDF, too.",
  },
  formPngPixels: {
    most: 40_000_000,
    of: "pixels of a PNG in a form of a PDF",
    why: "Its transparency is split off in memory.",
  },
  compressedImageBytes: {
    most: 32 * MIB,
    of: "bytes of a decoded picture that is made smaller",
    why: "An isolate holds it and its copies.",
  },
  compressedSamples: {
    most: 30_000_000,
    of: "samples of a picture that is made smaller",
    why: "Source and result together take a few times as many bytes.",
  },
  compressedPixels: {
    most: 200_000_000,
    of: "pixels of a scan of one bit that is made smaller",
    why: "Eight of them are a byte. A sheet of A2 at 600 dpi has 140 million.",
  },
  softMaskBytes: {
    most: 16 * MIB,
    of: "bytes of a soft mask that is searched for transparency",
    why: "It is decoded only to be left out where it hides nothing.",
  },
  newJpegPixels: {
    most: 6_000_000,
    of: "pixels of a picture that becomes a JPEG",
    why: "Planes, coefficients and their quantized copy take about nine bytes each.",
  },
  progressiveCoefficients: {
    most: 20_000_000,
    of: "coefficients of a progressive JPEG that is made smaller",
    why: "Two bytes each, and one for the sample.",
  },
  recodedCoefficients: {
    most: 12_000_000,
    of: "coefficients of a JPEG that is coded anew at the same size",
    why: "Samples, coefficients and their quantized copy are in memory.",
  },
  transcodedCoefficients: {
    most: 16_000_000,
    of: "coefficients of a JPEG that is held whole, to be written in fewer bytes",
    why: "Two bytes each. Larger ones are read and written row by row.",
  },
} as const satisfies Record<string, Limit>;

/** A limit of bytes, in the words of a message. */
export const inMebibytes = (bytes: number): string => `${bytes / MIB} MiB`;

/** @throws Failure `too_complex` that says how much is allowed */
export function checkLimit(limit: keyof typeof LIMITS, count: number): void {
  const { most, of } = LIMITS[limit];
  if (count <= most) return;
  const [has, allowed] = [count, most].map((number) => Math.ceil(number).toLocaleString("en-US"));
  throw new Failure(
    "too_complex",
    `The file holds more than can be drawn at once: ${has} ${of}, and ${allowed} are allowed. Split it into smaller files.`,
  );
}
