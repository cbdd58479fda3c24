import { LETTER } from "../browser/page-size.ts";
import { type PrintEnv, printHtml } from "../browser/print.ts";
import type { PageSetup, PrintLimits, PrintResult } from "../browser/print-protocol.ts";
import { appendAll } from "../domain/collections/long-lists.ts";
import type { CustomFonts } from "../domain/custom-font.ts";
import { Failure } from "../domain/failure.ts";
import type { Printer, Renderer } from "../domain/renderer.ts";
import { runYielding } from "../domain/steps.ts";
import { type Metered, WorkMeter } from "../domain/work-meter.ts";
import type { OutboundSettings } from "../outbound/outbound-policy.ts";
import { openPdf } from "../pdf/document.ts";
import { bitmapPages } from "../pdf/image/bitmap-pages.ts";
import { imagesToPdf } from "../pdf/image/image-to-pdf.ts";
import { decodeHtmlFile } from "./html-text.ts";
import type { FileFormat, OfficeKind } from "./identify.ts";
import { unlock } from "./locked/unlock.ts";
import { type DrawingPool, type Placement, placeOfficeFile } from "./office/placement.ts";
import { sourceFormat } from "./source-format.ts";
import { PDF_TAIL_BYTES, truncatedImage, truncationWarning } from "./truncated-file.ts";

/** A file to convert. */
export interface SourceFile {
  name: string;
  bytes: Uint8Array;
  /** What the bytes are, if the service wrote them itself; otherwise this is found out. */
  format?: FileFormat;
  /** Opens a PDF or an Office file that is encrypted. */
  password?: string;
}

/** What a conversion needs besides the file. */
export interface ConversionContext extends Placement {
  env: PrintEnv & OutboundSettings & { ASSETS: Fetcher; TOOL_WORKERS?: DrawingPool };
  /** Hosts of the workspace's own network that html files may name. */
  internalHosts: readonly string[];
  fonts: CustomFonts;
  /** How html files are printed; as their style sheets say, else on US Letter, when absent. */
  htmlPage?: PageSetup;
  now: Date;
  /** BCP 47. */
  locale?: string;
  /** IANA name. */
  timeZone?: string;
  /** How Office programs print on the system that the file is for; as the file says when absent. */
  printer?: Printer;
  /** What may be spent on making keys of passwords; a budget of its own when absent. */
  meter?: Metered;
  /** R2 key, never used before, for a PDF that is too large to hand over; without one such a PDF is refused. */
  resultKey?: string;
  /** Nobody waits for the answer: what somebody waits for comes first. */
  isQueued?: boolean;
}

/** A PDF: in memory, or, if it is large, under the context's `resultKey`. */
export type ConvertedFile = {
  format: FileFormat;
  warnings: string[];
  /** What drew the pages; absent for PDFs and pictures. */
  renderer?: Renderer;
} & ({ bytes: Uint8Array; key?: undefined } | { bytes?: undefined; key: string });

/** With waiting and handing over, an answer comes within half a minute, whatever the file does. */
const PRINT_LIMITS_OF_FILES: PrintLimits = { maxPages: 2_000, timeoutMs: 27_000 };
const MAX_HTML_CHARACTERS = 12 * 1024 * 1024;

/** What their page rules say, else US Letter with the margins that html documents have by default (wire "HTML page size"). */
const HTML_PAGE: PageSetup = {
  ...LETTER,
  marginsInches: { top: 0.4, right: 0.4, bottom: 0.4, left: 0.4 },
  landscape: false,
  sizeIsDefault: true,
  heightIsAuto: false,
};

/**
 * Converts a file to PDF (interface 4.1). What it is follows from its content, unless it is known. A PDF stays itself, byte for byte.
 * A printed one is as the browser wrote it, each object by itself: whoever hands it on finishes it or combines it with others.
 *
 * @throws Failure those of {@link unlock}, of {@link sourceFormat}, of drawing (`file_not_readable`, `too_many_pages`, `too_complex`), of printing
 *   (`render_timeout`, `too_many_pages`, `too_complex`, `file_too_large`, `browser_unavailable`), of pictures (`file_not_readable`, `file_too_large`) and of opening PDFs
 */
export async function convertToPdf(sent: SourceFile, context: ConversionContext): Promise<ConvertedFile> {
  const file = unlocked(sent, context);
  const { format, warning } = file.format
    ? { format: file.format, warning: undefined }
    : sourceFormat(file.bytes, file.name);
  const warnings = warning === undefined ? [] : [warning];
  switch (format) {
    case "pdf": {
      const document = openPdf(file.bytes, { password: file.password });
      const truncation = truncationWarning(document, file.bytes.subarray(-PDF_TAIL_BYTES), file.name);
      if (truncation !== undefined) warnings.push(truncation);
      return { format, warnings, bytes: file.bytes };
    }
    case "jpeg":
    case "png":
    case "gif":
      appendAll(warnings, truncatedImage(file.bytes, file.name));
      return { format, warnings, bytes: imagesToPdf([{ bytes: file.bytes, format }]) };
    case "webp":
    case "bmp":
    case "tiff":
      return { format, warnings, bytes: imagesToPdf(await runYielding(bitmapPages(file.bytes, format))) };
    case "html":
      return printed(format, warnings, await printHtmlFile(file, context));
    default:
      return convertOfficeFile(file, format, warnings, context);
  }
}

/** The file as it is without the password of an Office file. @throws Failure those of {@link unlock} */
export function unlocked(file: SourceFile, { meter = new WorkMeter() }: ConversionContext): SourceFile {
  return file.format ? file : { ...file, bytes: unlock(file, meter) };
}

async function convertOfficeFile(
  { name, bytes }: SourceFile,
  kind: OfficeKind,
  warnings: string[],
  { env, fonts, now, locale, timeZone, printer, isPool, isQueued, workspaceId }: ConversionContext,
): Promise<ConvertedFile> {
  const options = { kind, fileName: name, now, locale, timeZone, printer, maxPages: PRINT_LIMITS_OF_FILES.maxPages };
  const drawn = await placeOfficeFile(bytes, options, fonts, env, { isPool, isQueued, workspaceId });
  return { format: kind, warnings: [...warnings, ...drawn.warnings], bytes: drawn.bytes, renderer: "pages" };
}

async function printHtmlFile({ name, bytes }: SourceFile, context: ConversionContext): Promise<PrintResult> {
  const html = decodeHtmlFile(bytes);
  if (html.length > MAX_HTML_CHARACTERS) throw new Failure("file_too_large", "The html file is larger than 12 MiB.");

  // Without a nonce no script of the file runs (docs/decisions/conversion.md).
  return await printHtml(context.env, {
    html,
    page: context.htmlPage ?? HTML_PAGE,
    place: { now: context.now.getTime(), timeZone: context.timeZone ?? "UTC", locale: context.locale ?? "en-US" },
    description: { title: name.replace(/\.html?$/i, ""), language: context.locale },
    resources: { internalHosts: context.internalHosts, fonts: context.fonts.fonts },
    limits: PRINT_LIMITS_OF_FILES,
    isQueued: context.isQueued,
    blobKey: context.resultKey,
  });
}

function printed(format: FileFormat, warnings: string[], result: PrintResult): ConvertedFile {
  const described = { format, warnings: [...warnings, ...result.warnings], renderer: "browser" as const };
  return result.bytes ? { ...described, bytes: result.bytes } : { ...described, key: result.key };
}
