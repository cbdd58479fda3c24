import type { LayoutKind, LayoutOptions } from "../browser/layout-protocol.ts";
import { type PrintEnv, printHtml, printLayout } from "../browser/print.ts";
import type { PageSetup, PrintLimits, PrintResult } from "../browser/print-protocol.ts";
import { Failure } from "../domain/failure.ts";
import type { BroughtFonts } from "../domain/own-font.ts";
import type { Renderer } from "../domain/renderer.ts";
import { inTurns } from "../domain/steps.ts";
import type { OutboundSettings } from "../outbound/outbound-policy.ts";
import { openPdf } from "../pdf/document.ts";
import { bitmapPages } from "../pictures/bitmap-pages.ts";
import { imagesToPdf } from "../pictures/image-to-pdf.ts";
import { cutOffPicture, cutOffWarning, PDF_TAIL_BYTES } from "./cut-off-file.ts";
import { type DrawingPool, drawOfficeFile } from "./draw-office-file.ts";
import { decodeHtmlFile } from "./html-text.ts";
import { describeFormat, type FileFormat } from "./identify.ts";
import { isPagesKind } from "./office-pages.ts";
import { sourceFormat } from "./source-format.ts";

/** A file to convert. */
export interface SourceFile {
  name: string;
  bytes: Uint8Array;
  /** What the bytes are, if the service wrote them itself; otherwise this is found out. */
  format?: FileFormat;
  /** Opens a PDF that is encrypted. */
  password?: string | undefined;
}

/** What a conversion needs besides the file. */
export interface ConversionContext {
  env: PrintEnv & OutboundSettings & { ASSETS: Fetcher; TOOL_WORKERS?: DrawingPool };
  /** Hosts of the workspace's own network that html files may name. */
  internalHosts: readonly string[];
  fonts: BroughtFonts;
  now: Date;
  /** BCP 47. */
  locale?: string;
  /** IANA name. */
  timeZone?: string;
  /** R2 key, never used before, for a PDF that is too large to hand over; without one such a PDF is refused. */
  resultKey?: string;
}

/** A PDF: in memory, or, if it is large, under the context's `resultKey`. */
export type ConvertedFile = {
  format: FileFormat;
  warnings: string[];
  /** What drew the pages; absent for PDFs and pictures. */
  renderer?: Renderer;
} & ({ bytes: Uint8Array; key?: undefined } | { bytes?: undefined; key: string });

/** With waiting and handing over, an answer comes within half a minute, whatever the file does. */
const OFFICE_LIMITS: PrintLimits = { maxPages: 2_000, timeoutMs: 27_000 };
/** Layout of an Office file that takes longer falls back to plain text. */
const LAYOUT_BUDGET_MS = 15_000;
/** One message to the browser's object holds 32 MiB. */
const MAX_OFFICE_BYTES = 28 * 1024 * 1024;
const MAX_HTML_CHARACTERS = 12 * 1024 * 1024;

/** US Letter with the margins that html documents have by default (wire "HTML page size"). */
const HTML_PAGE: PageSetup = {
  widthInches: 8.5,
  heightInches: 11,
  marginsInches: { top: 0.4, right: 0.4, bottom: 0.4, left: 0.4 },
  landscape: false,
};

const LAYOUT_KINDS: ReadonlySet<FileFormat> = new Set<FileFormat>(["docx", "doc", "xlsx", "xls", "pptx", "ppt"]);

/**
 * Converts a file to PDF (interface 4.1). What it is follows from its content, unless it is known. A PDF stays itself, byte for byte.
 * A printed one is as the browser wrote it, each object by itself: whoever hands it on finishes it or combines it with others.
 *
 * @throws Failure those of {@link sourceFormat}, of printing (`render_timeout`, `too_many_pages`, `file_too_large`,
 *   `file_not_readable`, `browser_unavailable`), of pictures (`file_not_readable`, `file_too_large`) and of opening PDFs
 */
export async function convertToPdf(file: SourceFile, context: ConversionContext): Promise<ConvertedFile> {
  const { format, warning } = file.format
    ? { format: file.format, warning: undefined }
    : sourceFormat(file.bytes, file.name);
  const warnings = warning === undefined ? [] : [warning];
  switch (format) {
    case "pdf": {
      const document = openPdf(file.bytes, { password: file.password });
      const cutOff = cutOffWarning(document, file.bytes.subarray(-PDF_TAIL_BYTES), file.name);
      if (cutOff !== undefined) warnings.push(cutOff);
      return { format, warnings, bytes: file.bytes };
    }
    case "jpeg":
    case "png":
    case "gif":
      warnings.push(...cutOffPicture(file.bytes, file.name));
      return { format, warnings, bytes: imagesToPdf([{ bytes: file.bytes, format }]) };
    case "webp":
    case "bmp":
    case "tiff":
      return { format, warnings, bytes: imagesToPdf(await inTurns(bitmapPages(file.bytes, format))) };
    case "html":
      return printed(format, warnings, await printHtmlFile(file, context));
    default:
      return convertOfficeFile(file, format, warnings, context);
  }
}

/** Office files are drawn here where commands can draw what they hold; what is left to the browser is counted by name. */
async function convertOfficeFile(
  file: SourceFile,
  format: LayoutKind,
  warnings: string[],
  context: ConversionContext,
): Promise<ConvertedFile> {
  if (isPagesKind(format)) {
    const { env, fonts, now, timeZone } = context;
    const { maxPages } = OFFICE_LIMITS;
    const options = { kind: format, fileName: file.name, now, timeZone, maxPages };
    const { bytes, warnings: told } = await drawOfficeFile(file.bytes, options, fonts, env);
    warnings.push(...told);
    if (bytes) return { format, warnings, bytes, renderer: "pages" };
  }
  return printed(format, warnings, await printOfficeFile(file, format, context));
}

async function printHtmlFile({ name, bytes }: SourceFile, context: ConversionContext): Promise<PrintResult> {
  const html = decodeHtmlFile(bytes);
  if (html.length > MAX_HTML_CHARACTERS) throw new Failure("file_too_large", "The html file is larger than 12 MiB.");

  // Without a nonce no script of the file runs (docs/decisions/conversion.md).
  return await printHtml(context.env, {
    html,
    page: HTML_PAGE,
    description: { title: name.replace(/\.html?$/i, ""), language: context.locale },
    resources: { internalHosts: context.internalHosts, fonts: context.fonts.fonts },
    limits: OFFICE_LIMITS,
    blobKey: context.resultKey,
  });
}

async function printOfficeFile(
  { name, bytes }: SourceFile,
  format: LayoutKind,
  { env, now, locale, timeZone, resultKey }: ConversionContext,
): Promise<PrintResult> {
  if (!LAYOUT_KINDS.has(format)) {
    const message = `"${name}" is ${describeFormat(format)}, which cannot be converted to PDF yet.`;
    throw new Failure("file_type_unsupported", message);
  }
  if (bytes.byteLength > MAX_OFFICE_BYTES) throw new Failure("file_too_large", "The file is larger than 28 MiB.");
  const options: LayoutOptions = {
    kind: format,
    locale,
    timeZone,
    now: now.getTime(),
    fileName: name,
    budgetMs: LAYOUT_BUDGET_MS,
    // One more than allowed: layout would stop with a warning where the whole print has to fail.
    maxPages: OFFICE_LIMITS.maxPages + 1,
  };

  return await printLayout(env, { options, limits: OFFICE_LIMITS, blobKey: resultKey, bytes }, crypto.randomUUID());
}

function printed(format: FileFormat, warnings: string[], result: PrintResult): ConvertedFile {
  const described = { format, warnings: [...warnings, ...result.warnings], renderer: "browser" as const };
  return result.bytes ? { ...described, bytes: result.bytes } : { ...described, key: result.key };
}
