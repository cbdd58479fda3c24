import { drawPageImages } from "../../browser/print.ts";
import { appendAll } from "../../domain/collections/long-lists.ts";
import { Failure } from "../../domain/failure.ts";
import { runYielding } from "../../domain/steps.ts";
import { WorkMeter } from "../../domain/work-meter.ts";
import type { BitmapFormat } from "../../image/drawable-image.ts";
import { readSheetTables } from "../../layout/sheets/sheet-tables.ts";
import { wallClock } from "../../office/wall-clock.ts";
import { guardedFetch } from "../../outbound/guarded-fetch.ts";
import { type OutboundPolicy, outboundPolicy } from "../../outbound/outbound-policy.ts";
import { openPackage } from "../../pages/open-package.ts";
import { openPdf } from "../../pdf/document.ts";
import { bitmapPages } from "../../pdf/image/bitmap-pages.ts";
import { writePdf } from "../../pdf/writer.ts";
import type { ImageKind } from "../../word/new-document.ts";
import { type ConversionContext, type SourceFile, unlocked } from "../convert-to-pdf.ts";
import { convertWholly } from "../convert-wholly.ts";
import { decodeHtmlFile } from "../html-text.ts";
import { identify } from "../identify.ts";
import { readable } from "../office/readable.ts";
import { checkPages } from "../page-images.ts";
import { sourceFormat } from "../source-format.ts";
import { truncatedImage } from "../truncated-file.ts";
import { type HtmlImage, htmlDocument, imageAddresses } from "./html-document.ts";
import { type DrawnPage, imageDocument, pageImagesDocument } from "./image-document.ts";
import { sheetDocument } from "./sheet-document.ts";
import { writeWordPackage } from "./write-word-package.ts";

/** A Word document made of a file. */
export interface WordContent {
  bytes: Uint8Array;
  warnings: string[];
}

const DRAWING_TIMEOUT_MS = 27_000;
/** Sheets with more cells are not meant for reading; the rest is left out with a warning. */
const MAX_CELLS = 50_000;
/** As sharp as print; a page of text is about 150 KB. */
const PAGE_RESOLUTION = 144;
/** One call draws this much, and the next goes on from there. */
const DRAWING_BUDGET = { budgetMs: 12_000, budgetBytes: 12 * 1024 * 1024 };
const MAX_DRAWN_PAGES = 300;
const MAX_DRAWN_BYTES = 40 * 1024 * 1024;
/** The whole of an html file is a tree in memory. */
const MAX_HTML_CHARACTERS = 4 * 1024 * 1024;
const MAX_HTML_IMAGES = 100;
const MAX_HTML_IMAGE_BYTES = 24 * 1024 * 1024;

/**
 * Makes a Word document of a file of any kind (docs/decisions/combining-word.md): Word files stay what they are, html
 * becomes paragraphs and tables, sheets become tables, pictures stay pictures, slides and PDF pages become pictures.
 *
 * @throws Failure those of `convertToPdf`, `file_not_readable`, `file_too_large`, `too_many_pages`
 */
export async function convertToWord(sent: SourceFile, context: ConversionContext): Promise<WordContent> {
  const file = unlocked(sent, context);
  const { format, warning } = sourceFormat(file.bytes, file.name);
  const content = await wordContent(file, format, context);

  return { bytes: content.bytes, warnings: [...(warning === undefined ? [] : [warning]), ...content.warnings] };
}

async function wordContent(
  file: SourceFile,
  format: ReturnType<typeof sourceFormat>["format"],
  context: ConversionContext,
): Promise<WordContent> {
  const { bytes, name } = file;
  switch (format) {
    case "docx":
      return { bytes, warnings: [] };
    case "doc":
    case "odt":
    case "rtf":
    case "txt": {
      const pack = readable(() => openPackage(format, bytes));
      return { bytes: writeWordPackage(pack), warnings: [...pack.notes] };
    }
    case "xlsx":
    case "xls":
    case "xlsb":
    case "ods":
    case "csv":
      return sheetContent(file, format, context);
    case "jpeg":
    case "png":
    case "gif":
      return { bytes: imageDocument(bytes, format, name), warnings: truncatedImage(bytes, name) };
    case "webp":
    case "bmp":
    case "tiff":
      return bitmapContent(file, format, context);
    case "html":
      return htmlContent(file, context);
    case "pdf":
      return pageContent(decrypted(file), name, context);
    default:
      return printedContent(file, context);
  }
}

/** One picture stays a picture; a TIFF of several pages is taken as a document of pages. */
async function bitmapContent(file: SourceFile, format: BitmapFormat, context: ConversionContext): Promise<WordContent> {
  const [page, ...others] = await runYielding(bitmapPages(file.bytes, format));
  if (page && others.length === 0) return { bytes: imageDocument(page.bytes, page.format, file.name), warnings: [] };
  return printedContent(file, context);
}

async function printedContent(file: SourceFile, context: ConversionContext): Promise<WordContent> {
  const printed = await convertWholly(file, context);
  const { bytes, warnings } = await pageContent(printed.bytes, file.name, context);
  return { bytes, warnings: [...printed.warnings, ...warnings] };
}

function sheetContent(
  { bytes }: SourceFile,
  kind: "xlsx" | "xls" | "xlsb" | "ods" | "csv",
  { now, timeZone }: ConversionContext,
): WordContent {
  const warnings = new Set<string>();
  const tables = readable(() =>
    readSheetTables(openPackage(kind, bytes), {
      now: wallClock(now.getTime(), timeZone),
      maxCells: MAX_CELLS,
      warnings,
      meter: new WorkMeter(),
    }),
  );

  return { bytes: sheetDocument(tables), warnings: [...warnings] };
}

async function htmlContent({ bytes, name }: SourceFile, context: ConversionContext): Promise<WordContent> {
  const html = decodeHtmlFile(bytes);
  if (html.length > MAX_HTML_CHARACTERS)
    throw new Failure("file_too_large", `"${name}" has more than 4 MiB of html: it cannot become Word content.`);
  const warnings: string[] = [];
  const images = await readImages(imageAddresses(html), context, warnings);

  return { bytes: htmlDocument(html, (address) => images.get(address)), warnings };
}

/** The pictures that can be had: of the file itself, and guarded from elsewhere. */
async function readImages(
  addresses: readonly string[],
  { env, internalHosts }: ConversionContext,
  warnings: string[],
): Promise<Map<string, HtmlImage>> {
  const policy = outboundPolicy(env, internalHosts);
  const images = new Map<string, HtmlImage>();
  let size = 0;
  for (const address of addresses) {
    const label = `The picture ${address.slice(0, 80)}`;
    try {
      if (images.size >= MAX_HTML_IMAGES || size > MAX_HTML_IMAGE_BYTES) throw new Error("there are too many.");
      const bytes = await imageBytes(address, policy);
      const kind = identify(bytes).format;
      if (kind !== "png" && kind !== "jpeg" && kind !== "gif") throw new Error("it is not a PNG, JPEG or GIF picture.");
      size += bytes.length;
      images.set(address, { bytes, kind: kind satisfies ImageKind });
    } catch (error) {
      warnings.push(`${label} is missing: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return images;
}

async function imageBytes(address: string, policy: OutboundPolicy): Promise<Uint8Array> {
  const data = /^data:[^,]{0,200};base64,/i.exec(address);
  if (data) return Uint8Array.from(atob(address.slice(data[0].length).replace(/\s/g, "")), (one) => one.charCodeAt(0));
  if (!/^https?:/i.test(address)) throw new Error("only http and data addresses can be read.");
  return (await guardedFetch(address, policy)).bytes;
}

/** A PDF that anyone can open. @throws Failure those of `openPdf` */
function decrypted({ bytes, password }: SourceFile): Uint8Array {
  const document = openPdf(bytes, { password });
  return document.trailer.get("Encrypt") === undefined ? bytes : writePdf(document);
}

async function pageContent(pdf: Uint8Array, name: string, { env }: ConversionContext): Promise<WordContent> {
  const pages: DrawnPage[] = [];
  checkPages(pdf, 1, MAX_DRAWN_PAGES);
  let size = 0;
  for (let total = 1; pages.length < total; ) {
    const options = { from: pages.length + 1, resolution: PAGE_RESOLUTION, ...DRAWING_BUDGET };
    const answer = await drawPageImages(env, { pdf, options, timeoutMs: DRAWING_TIMEOUT_MS });
    const drawn = answer.pages;
    total = answer.total;
    if (drawn.length === 0) throw new Failure("file_not_readable", `The pages of "${name}" cannot be drawn.`);
    if (total > MAX_DRAWN_PAGES) {
      const message = `"${name}" has ${total} pages; ${MAX_DRAWN_PAGES} can be brought into a Word document as pictures.`;
      throw new Failure("too_many_pages", message);
    }
    size += drawn.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (size > MAX_DRAWN_BYTES)
      throw new Failure(
        "file_too_large",
        `The pages of "${name}" as pictures have more than ${MAX_DRAWN_BYTES} bytes.`,
      );
    appendAll(pages, drawn);
  }
  return { bytes: pageImagesDocument(pages, name), warnings: [] };
}
