import * as z from "zod";
import { convertWholly } from "../../convert/convert-wholly.ts";
import { toPdfa } from "../../convert/to-pdfa.ts";
import { IMAGE_DPI, PDF_A_LEVELS } from "../../domain/document.ts";
import { PRINTERS } from "../../domain/renderer.ts";
import { runYielding } from "../../domain/steps.ts";
import { bareName } from "../../domain/text/bare-name.ts";
import { BROWSER_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { flag, integer, optional } from "../../http/wire-values.ts";
import type { ByteSource } from "../../pdf/byte-source.ts";
import { reduceImages } from "../../pdf/compress/reduce-images.ts";
import { openPdf } from "../../pdf/document.ts";
import { finalizeDocument } from "../../pdf/finalize/finalize-pdf.ts";
import { openForChange } from "../../pdf/operations/open-for-change.ts";
import type { PdfaProfile } from "../../pdf/pdfa/pdfa-profile.ts";
import { writeSteps } from "../../pdf/writer.ts";
import { localeSchema, timezoneSchema } from "../documents/settings-schema.ts";
import { byteStream } from "./byte-stream.ts";
import { conversionContext } from "./conversion-context.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { htmlPageMembers, htmlPageOf } from "./html-pages.ts";
import { type InputFile, openInput, wholeFile } from "./input-file.ts";
import { isPdfInput, MAX_CONVERTED_BYTES } from "./open-as-pdf.ts";
import { PDF_ANSWER, pdfAnswer } from "./pdf-answer.ts";
import { pdfaAnswer } from "./pdfa-answer.ts";
import { SIGNED_MEMBERS } from "./signed-files.ts";

export const convertToPdfTool = fileTool({
  name: "convert_to_pdf",
  summary: "Convert a file to PDF",
  description:
    "Files under a password are opened with the file's `password`. What the file is follows from its content; the name only tells html, txt and csv from each other. A PDF stays as it is. " +
    "Pictures (JPEG, PNG, GIF, WebP, BMP, TIFF) become one page of their size at their resolution, a TIFF a page for each of its " +
    "own (at most 500, 200 MiB uncompressed), html files pages of the size that is asked for, that their style sheets say (`@page`), or of US Letter, without their scripts. " +
    "The header `Conversion-Warnings` (a list of strings, RFC 9651) tells what could not be kept, " +
    "With `pdf_a` or `pdf_ua` the PDF conforms to the standard, or the answer names the clauses that keep it from " +
    "conforming; a PDF is then written anew.",
  body: z.object({
    file: fileInfo,
    pdf_a: optional(z.enum(PDF_A_LEVELS)).meta({ description: "Part and level of PDF/A to conform to, such as `3a`." }),
    picture_dpi: optional(integer().pipe(z.int().min(IMAGE_DPI.least).max(IMAGE_DPI.most))).meta({
      description:
        "Pixels per inch, such as 150: pictures with far more are reduced to it. Those of PDFs are left to compress_pdf.",
    }),
    pdf_ua: flag().meta({ description: "1: conform to PDF/UA-1." }),
    locale: optional(localeSchema).meta({
      description:
        "Language tag such as `de-DE`: dates of workbooks that follow the system are those of its region. The workspace's when absent.",
    }),
    timezone: optional(timezoneSchema).meta({
      description:
        "Time zone such as `Europe/Berlin`, in which fields and formulas show what is today and now. The workspace's when absent.",
    }),
    printer: optional(z.enum(PRINTERS)).meta({
      description:
        "The system whose Office program's pages are drawn: rows and columns of workbooks differ. What the file says, else `windows`, when absent.",
    }),
    ...SIGNED_MEMBERS,
    ...htmlPageMembers,
  }),
  answers: PDF_ANSWER,
  problems: [...BROWSER_PROBLEMS, "pdf_not_conforming", "pdf_signed"],
  secrets: [],
  readsWorkspace: true,
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const name = renamed(input.name, "pdf");
    const profile: PdfaProfile = { pdfA: body.pdf_a, pdfUa: body.pdf_ua };
    const isPdfa = profile.pdfA !== undefined || profile.pdfUa;
    if (await isPdfInput(input)) {
      return isPdfa ? pdfaAnswer(input, profile, scope, body.signed) : pdfAnswer(await unchanged(input), name);
    }
    const bytes = await wholeFile(input, MAX_CONVERTED_BYTES);
    const source = { name: input.name, bytes, password: input.password };
    const context = await conversionContext(scope, {
      htmlPage: htmlPageOf(body),
      locale: body.locale,
      timeZone: body.timezone,
      printer: body.printer,
    });
    const { bytes: drawn, warnings, renderer } = await convertWholly(source, context);
    const { picture_dpi: dpi } = body;
    const document = isPdfa ? openForChange(drawn, {}) : openPdf(drawn);
    if (dpi !== undefined) await runYielding(reduceImages(document, dpi));
    // A file's pages are the same whenever they are drawn, and so are the bytes: they do not carry today's date.
    const options = { now: undefined, title: bareName(name), language: context.locale };
    if (!isPdfa) {
      finalizeDocument(document, options);
      return { ...pdfAnswer(await runYielding(writeSteps(document)), name, warnings), renderer };
    }
    const conformed = await toPdfa(context.env.ASSETS, document, { ...options, profile });
    return { ...pdfAnswer(conformed.bytes, name, [...warnings, ...conformed.warnings]), renderer };
  },
});

/** A PDF stays itself, byte for byte; opening it finds out whether it is one. */
async function unchanged(input: InputFile): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  await openInput(input);
  const { content } = input;
  return content instanceof Uint8Array ? content : await byteStream(pieces(content));
}

const PIECE_BYTES = 4 * 1024 * 1024;

async function* pieces(source: ByteSource): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < source.size; at += PIECE_BYTES) yield source.read(at, PIECE_BYTES);
}
