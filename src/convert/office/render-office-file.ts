/** Office files become PDFs here, in the isolate that is asked. */

import type { CustomFonts } from "../../domain/custom-font.ts";
import { Failure } from "../../domain/failure.ts";
import type { Printer } from "../../domain/renderer.ts";
import { assetReader, type ReadAsset } from "../../domain/static-asset.ts";
import { WorkMeter } from "../../domain/work-meter.ts";
import { FaceStore } from "../../font/library/face-store.ts";
import { type CustomFace, FontLibrary } from "../../font/library/font-library.ts";
import type { OpcPackage } from "../../office/package.ts";
import { wallClock } from "../../office/wall-clock.ts";
import { openPackage } from "../../pages/open-package.ts";
import { openSheetsFile } from "../../pages/open-sheets-file.ts";
import { openSlidesFile } from "../../pages/open-slides-file.ts";
import { openWordFile } from "../../pages/open-word-file.ts";
import { sheetsToPdf } from "../../pages/sheets-to-pdf.ts";
import { slidesToPdf } from "../../pages/slides-to-pdf.ts";
import { wordToPdf } from "../../pages/word-to-pdf.ts";
import type { OfficeKind } from "../identify.ts";
import { readable } from "./readable.ts";

export interface RenderOptions {
  kind: OfficeKind;
  fileName: string;
  now: Date;
  /** BCP 47; that of America when absent. */
  locale?: string;
  /** IANA name. */
  timeZone: string | undefined;
  /** As the file says, else Windows, when absent. */
  printer?: Printer;
  maxPages: number;
  /** What the call may cost; absent: a budget of its own. */
  meter?: WorkMeter;
}

/** Where fonts come from. */
interface FontSources {
  assets: Fetcher;
  /** Fonts of the workspace; undefined if it has none. */
  fonts?: CustomFonts;
}

interface OpenOptions {
  /** Wall clock. */
  now: Date;
  fileName: string;
  locale: string | undefined;
  printer: Printer | undefined;
  maxPages: number;
  meter: WorkMeter;
}

interface DrawOptions extends Pick<OpenOptions, "maxPages" | "meter"> {
  fonts: FontLibrary;
  readAsset: ReadAsset;
  pause: () => Promise<void>;
}

interface OpenedFile {
  /** Faces that the file carries. */
  faces: readonly CustomFace[];
  draw(options: DrawOptions): Promise<{ bytes: Uint8Array; pageCount: number; warnings: string[] }>;
}

/** How what a package holds is read. */
const OPENERS: Record<OfficeKind, (pack: OpcPackage, options: OpenOptions) => OpenedFile> = {
  docx: openWord,
  doc: openWord,
  xlsx: openSheets,
  xls: openSheets,
  xlsb: openSheets,
  pptx: openSlides,
  ppt: openSlides,
  odp: openSlides,
  ods: openSheets,
  odt: openWord,
  rtf: openWord,
  txt: openWord,
  csv: openSheets,
};

function openWord(pack: OpcPackage, options: OpenOptions): OpenedFile {
  const { document, faces, image: images } = openWordFile(pack, options);
  const { fileName } = options;
  return { faces, draw: (drawing) => wordToPdf(document, { images, fileName, ...drawing }) };
}

function openSheets(pack: OpcPackage, options: OpenOptions): OpenedFile {
  const { workbook, sheets, image: images } = openSheetsFile(pack, options);
  return { faces: [], draw: (drawing) => sheetsToPdf(workbook, sheets, { images, ...options, ...drawing }) };
}

function openSlides(pack: OpcPackage, options: OpenOptions): OpenedFile {
  const { deck, faces, image: images } = openSlidesFile(pack, options);
  const { fileName } = options;
  return { faces, draw: (drawing) => slidesToPdf(deck, { images, fileName, ...drawing }) };
}

/** One for the isolate: it keeps the faces that documents used lately. */
let faceStoreOfIsolate: { assets: Fetcher; store: Promise<FaceStore> } | undefined;

const EMPTY_DOCUMENT = "There is nothing to print in this document.";
const EMPTY_WORKBOOK =
  "There is nothing to print in this workbook: its sheets are empty or hidden, or their print areas hold nothing.";
const EMPTY_DECK = "There is nothing to print in this presentation: it has no slides, or all of them are hidden.";
/** A PDF has a page at least (ISO 32000-2, 7.7.3.2). */
const NOTHING: Record<OfficeKind, string> = {
  ...{ docx: EMPTY_DOCUMENT, doc: EMPTY_DOCUMENT, xlsx: EMPTY_WORKBOOK, xls: EMPTY_WORKBOOK, xlsb: EMPTY_WORKBOOK },
  ...{
    pptx: EMPTY_DECK,
    ppt: EMPTY_DECK,
    odt: EMPTY_DOCUMENT,
    ods: EMPTY_WORKBOOK,
    odp: EMPTY_DECK,
    rtf: EMPTY_DOCUMENT,
    txt: EMPTY_DOCUMENT,
  },
  csv: "There is nothing to print in this table: it has no values.",
};

export interface RenderedOfficeFile {
  bytes: Uint8Array;
  /** Sentences about what was left out or could not be drawn. */
  warnings: string[];
}

/**
 * The PDF of an Office file.
 * @throws Failure `file_not_readable` with the reader's own sentence, `nothing_to_print`, `too_many_pages`, `too_complex`,
 *   and those of opening packages; whatever else is thrown is a bug
 */
export async function renderOfficeFile(
  bytes: Uint8Array,
  { kind, fileName, now, locale, timeZone, printer, maxPages, meter = new WorkMeter() }: RenderOptions,
  { assets, fonts: customFonts }: FontSources,
): Promise<RenderedOfficeFile> {
  // Under way while the file is opened.
  const store = faceStore(assets);
  const limits = { maxPages, meter };
  filesAtWork++;
  bytesAtWork += bytes.length;
  try {
    const { opened, damage } = readable(() => {
      const pack = openPackage(kind, bytes);
      const options = { now: wallClock(now.getTime(), timeZone), fileName, locale, printer, ...limits };
      // Asked for now: the package is let go of while its pages are drawn.
      return { opened: OPENERS[kind](pack, options), damage: [...pack.damageWarnings, ...pack.notes] };
    });
    const fonts = new FontLibrary(await store, opened.faces, customFonts);
    const pdf = await opened.draw({ fonts, readAsset: assetReader(assets), pause: pauses(), ...limits });
    if (pdf.pageCount === 0) throw new Failure("nothing_to_print", NOTHING[kind]);
    return { bytes: pdf.bytes, warnings: [...pdf.warnings, ...damage] };
  } finally {
    filesAtWork--;
    bytesAtWork -= bytes.length;
  }
}

/** Conversions of this isolate, and their files. */
let filesAtWork = 0;
let bytesAtWork = 0;
/** Letters and the like are done sooner than they could be sent elsewhere. */
const MAX_FILES_AT_WORK = 3;
/** Files together: a packed one may take fifty times its size. */
const MAX_BYTES_AT_WORK = 512 * 1024;

/** Whether a file had better be drawn in another isolate. */
export function isBusyFor({ length }: Uint8Array): boolean {
  return filesAtWork >= MAX_FILES_AT_WORK || (filesAtWork > 0 && bytesAtWork + length > MAX_BYTES_AT_WORK);
}

/** Pages after which others get their turn if no other conversion waits: answers, and requests that come in. */
const PAGES_IN_A_ROW = 8;

/** After each page the next conversion has its turn: a letter does not wait for the end of a book. */
function pauses(): () => Promise<void> {
  let pages = 0;
  return async () => {
    if (++pages % PAGES_IN_A_ROW === 0 || filesAtWork > 1) await new Promise((resolve) => setTimeout(resolve, 0));
  };
}

function faceStore(assets: Fetcher): Promise<FaceStore> {
  if (faceStoreOfIsolate?.assets !== assets) {
    faceStoreOfIsolate = { assets, store: FaceStore.open(assetReader(assets)) };
  }
  // What failed once is tried again by the next document; whoever waits for it gets the error.
  faceStoreOfIsolate.store.catch(() => {
    faceStoreOfIsolate = undefined;
  });
  return faceStoreOfIsolate.store;
}
