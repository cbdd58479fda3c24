/** Office files that become PDFs in the Worker itself, without a browser. */
import { Failure } from "../domain/failure.ts";
import type { BroughtFonts } from "../domain/own-font.ts";
import { LayoutTimeout } from "../layout/flow/layout-context.ts";
import type { OpcPackage } from "../office/package.ts";
import { wallClock } from "../office/wall-clock.ts";
import { openPackage } from "../pages/open-package.ts";
import { openSheetsFile } from "../pages/open-sheets-file.ts";
import { openSlidesFile } from "../pages/open-slides-file.ts";
import { openWordFile } from "../pages/open-word-file.ts";
import { sheetsToPdf } from "../pages/sheets-to-pdf.ts";
import { slidesToPdf } from "../pages/slides-to-pdf.ts";
import { wordToPdf } from "../pages/word-to-pdf.ts";
import { FaceStore, type ReadAsset } from "../typefaces/face-store.ts";
import { FontLibrary, type OwnFace } from "../typefaces/font-library.ts";

/** Kinds of files whose pages may be drawn here. */
export type PagesKind = keyof typeof OPENERS;

export interface OfficePagesOptions {
  kind: PagesKind;
  fileName: string;
  now: Date;
  timeZone: string | undefined;
  maxPages: number;
}

/** Where fonts come from. */
interface FontSources {
  assets: Fetcher;
  /** Fonts of the workspace; undefined if it has none. */
  fonts?: BroughtFonts;
}

interface OpenOptions {
  /** Wall clock. */
  now: Date;
  fileName: string;
}

interface DrawOptions {
  fonts: FontLibrary;
  maxPages: number;
  clock: () => number;
  readAsset: ReadAsset;
  pause: () => Promise<void>;
}

/** A file that is to be drawn here, or why it is not. */
type OpenedFile = DrawableFile | { because: readonly string[] };

interface DrawableFile {
  because?: undefined;
  /** Faces that the file carries. */
  faces: readonly OwnFace[];
  /** Warnings about parts that could not be read so far. */
  damage(): readonly string[];
  draw(options: DrawOptions): Promise<{ bytes: Uint8Array; pageCount: number; warnings: string[] }>;
}

const SIZE = "its size";
/** The file, its pictures taken apart and its PDF are in memory at once. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Layout looks at the clock for every block, some tenths of a millisecond: this is some ten seconds. */
const MIN_STEPS = 40_000;
/** Long documents have more blocks: a paragraph has a hundred bytes and more of markup, and takes two steps. */
const STEPS_PER_BYTE = 0.06;
/** The same for rows of sheets. */
const MAX_ROW_STEPS = 200_000;
/** The same for objects and lines of slides, which are read and laid out. */
const MAX_SLIDE_STEPS = 400_000;

/** How what a package holds is read. */
const OPENERS = {
  docx: openWord,
  doc: openWord,
  xlsx: openSheets,
  xls: openSheets,
  pptx: openSlides,
  ppt: openSlides,
} satisfies Record<string, (pack: OpcPackage, options: OpenOptions) => OpenedFile>;

export function isPagesKind(kind: string): kind is PagesKind {
  return kind in OPENERS;
}

function openWord(pack: OpcPackage, options: OpenOptions): OpenedFile {
  const opened = openWordFile(pack, options);
  if (opened.way !== "pages") return { because: opened.because };
  const { document, faces, picture: pictures, mainPartBytes } = opened;
  const { fileName } = options;
  const budgetMs = MIN_STEPS + mainPartBytes * STEPS_PER_BYTE;
  // Asked for now: the package of a long document is let go of while its pages are drawn.
  const damage = pack.damageWarnings;
  return {
    faces,
    damage: () => damage,
    draw: (draw) => wordToPdf(document, { pictures, fileName, budgetMs, ...draw }),
  };
}

function openSheets(pack: OpcPackage, options: OpenOptions): OpenedFile {
  const opened = openSheetsFile(pack, options);
  if (opened.way !== "pages") return { because: opened.because };
  const { workbook, sheets, picture: pictures } = opened;
  const draw = (drawing: DrawOptions) =>
    sheetsToPdf(workbook, sheets, { pictures, ...options, budgetMs: MAX_ROW_STEPS, ...drawing });
  return { faces: [], damage: () => pack.damageWarnings, draw };
}

function openSlides(pack: OpcPackage, { now, fileName }: OpenOptions): OpenedFile {
  const opened = openSlidesFile(pack, { now, checkTime: stepCounter(countingClock(), MAX_SLIDE_STEPS) });
  if (opened.way !== "pages") return { because: opened.because };
  const { deck, faces, picture: pictures } = opened;
  const draw = ({ clock, ...drawing }: DrawOptions) =>
    slidesToPdf(deck, { pictures, fileName, checkTime: stepCounter(clock, MAX_SLIDE_STEPS), ...drawing });
  return { faces, damage: () => pack.damageWarnings, draw };
}

/** Throws when more steps were taken than allowed. */
function stepCounter(clock: () => number, most: number): () => void {
  return () => {
    if (clock() > most) throw new LayoutTimeout();
  };
}

/** One for the isolate: it keeps the faces that documents used lately. */
let faces: { assets: Fetcher; store: Promise<FaceStore> } | undefined;

/** A PDF; without bytes the file is left to the browser, and the warnings say why. */
export interface DrawnOfficeFile {
  bytes?: Uint8Array;
  warnings: string[];
}

/**
 * The PDF of an Office file, unless it holds what commands cannot draw yet, or what it holds cannot be read: for such a
 * file the browser's way shows the text.
 * @throws Failure `too_many_pages`, and `file_not_readable` for a file that cannot be opened
 */
export async function officePagesPdf(
  bytes: Uint8Array,
  options: OfficePagesOptions,
  { assets, fonts: brought }: FontSources,
): Promise<DrawnOfficeFile> {
  const { maxPages } = options;
  if (bytes.length > MAX_FILE_BYTES) return leftToBrowser([SIZE]);
  // Under way while the file is opened.
  const store = faceStore(assets);
  const opened = opening(bytes, options);
  if (!opened) return { warnings: [] };
  if (opened.because) return leftToBrowser(opened.because);
  atWork++;
  bytesAtWork += bytes.length;
  try {
    const fonts = new FontLibrary(await store, opened.faces, brought);
    const read = (path: string) => readAsset(assets, path);
    const drawing = { fonts, maxPages: maxPages + 1, clock: countingClock(), readAsset: read, pause: pauses() };
    const pdf = await opened.draw(drawing);
    if (pdf.pageCount > maxPages) {
      throw new Failure("too_many_pages", `The document has more than ${maxPages} pages.`);
    }
    return { bytes: pdf.bytes, warnings: [...pdf.warnings, ...opened.damage()] };
  } catch (error) {
    if (error instanceof LayoutTimeout) return leftToBrowser(["the length of its layout"]);
    throw error;
  } finally {
    atWork--;
    bytesAtWork -= bytes.length;
  }
}

function leftToBrowser(because: readonly string[]): DrawnOfficeFile {
  return { warnings: [`drawn by the browser because of ${because.join("; ")}`] };
}

/** Conversions of this isolate, and their files. */
let atWork = 0;
let bytesAtWork = 0;
/** Letters and the like are done sooner than they could be sent elsewhere. */
const MAX_AT_WORK = 3;
/** Files together: a packed one may take fifty times its size. */
const MAX_BYTES_AT_WORK = 512 * 1024;

/** Whether a file had better be drawn in another isolate. */
export function isBusyFor({ length }: Uint8Array): boolean {
  return atWork >= MAX_AT_WORK || (atWork > 0 && bytesAtWork + length > MAX_BYTES_AT_WORK);
}
/** Pages after which others get their turn if no other conversion waits: answers, and requests that come in. */
const PAGES_IN_A_ROW = 8;

/** After each page the next conversion has its turn: a letter does not wait for the end of a book. */
function pauses(): () => Promise<void> {
  let pages = 0;
  return async () => {
    if (++pages % PAGES_IN_A_ROW === 0 || atWork > 1) await new Promise((resolve) => setTimeout(resolve, 0));
  };
}

/** The clock of a Worker stands still while it computes: what is counted is how often layout looks at it. */
function countingClock(): () => number {
  let steps = 0;
  return () => steps++;
}

/** Undefined if readers throw an `Error` about what the package holds; the package is not kept then. */
function opening(bytes: Uint8Array, { kind, fileName, now, timeZone }: OfficePagesOptions): OpenedFile | undefined {
  const pack = openPackage(kind, bytes);
  try {
    return OPENERS[kind](pack, { now: wallClock(now.getTime(), timeZone), fileName });
  } catch {
    return undefined;
  }
}

function faceStore(assets: Fetcher): Promise<FaceStore> {
  if (faces?.assets !== assets) faces = { assets, store: FaceStore.open((path) => readAsset(assets, path)) };
  // What failed once is tried again by the next document.
  faces.store.catch(() => {
    faces = undefined;
  });
  return faces.store;
}

async function readAsset(assets: Fetcher, path: string): Promise<Uint8Array | undefined> {
  const response = await assets.fetch(new URL(path, "https://assets.invalid"));
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}
