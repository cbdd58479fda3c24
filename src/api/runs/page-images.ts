import * as z from "zod";
import { drawPage } from "../../convert/page-images.ts";
import { Failure } from "../../domain/failure.ts";
import { MEDIA_TYPES } from "../../domain/media-type.ts";
import { POINTS_PER_INCH } from "../../geometry/units.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { unlessDeadly } from "../../http/deadly-files.ts";
import { endpoint } from "../../http/endpoint.ts";
import { BROWSER_PROBLEMS, PDF_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { SAMPLE_PDF } from "../../http/openapi/sample-file.ts";
import { file, json } from "../../http/responses.ts";
import { base64, integer, optional } from "../../http/wire-values.ts";
import { openPdf } from "../../pdf/document.ts";
import { documentInfo } from "../../pdf/operations/info.ts";
import { fileGone, findRunFile, runFileParams } from "./get-run-file.ts";

/** Width of a picture in pixels: the default and the maximum. */
const WIDTHS = { usual: 800, most: 2_400 };
/** Drawing needs the file in the page as well as here. */
const MAX_PDF_BYTES = 24 * 1024 * 1024;

const widthMember = optional(integer().pipe(z.number().min(16).max(WIDTHS.most))).meta({
  description: `Width of the picture in pixels, at most ${WIDTHS.most}; ${WIDTHS.usual} when absent.`,
});

const pageNumber = integer().pipe(z.number().min(1)).meta({ description: "Page, counted from 1." });

const problems = [
  ...PDF_PROBLEMS,
  ...BROWSER_PROBLEMS,
  "pdf_page_out_of_range",
  "file_too_large",
  "file_not_readable",
  "data_expired",
] as const;

const image = { 200: { description: "The picture", mediaType: ["image/png", "image/jpeg"] } };

const pageSchema = z
  .object({
    page: z.int().meta({ description: "Page, counted from 1." }),
    width: z.number().meta({ description: "Width in points, 72 to the inch." }),
    height: z.number().meta({ description: "Height in points." }),
  })
  .meta({ id: "PageSize" });

/** GET /api/runs/:id/files/:position/pages: the pages of a merged PDF. */
export const listRunFilePages = endpoint({
  method: "get",
  path: "/api/runs/:id/files/:position/pages",
  summary: "List the pages of a run's PDF",
  description: "The pages of a merged PDF with their sizes, to be looked at one by one.",
  tag: "Runs",
  auth: "key",
  needs: "run:data",
  elsewhere: true,
  params: runFileParams,
  problems,
  responses: { 200: { description: "Pages in their order", schema: z.array(pageSchema) } },

  async handle({ params, caller, context }) {
    const pdf = await pdfOf(context, caller, params);
    return json(await unlessDeadly(context, caller.workspaceId, pdf, async () => pagesOf(pdf)));
  },
});

/** GET /api/runs/:id/files/:position/pages/:page: a picture of a page. */
export const getRunFilePage = endpoint({
  method: "get",
  path: "/api/runs/:id/files/:position/pages/:page",
  summary: "Get a picture of a page of a run's PDF",
  description: "A PNG, or a JPEG where that is much smaller, as the page looks on a screen.",
  tag: "Runs",
  auth: "key",
  needs: "run:data",
  elsewhere: true,
  params: runFileParams.extend({ page: pageNumber }),
  query: z.object({ width: widthMember }),
  problems,
  responses: image,

  async handle({ params, query, caller, context }) {
    const pdf = await pdfOf(context, caller, params);
    return await pageAnswer(context, caller, pdf, { page: params.page, width: query.width });
  },
});

/** POST /api/tools/page_picture: a picture of a page of any PDF. */
export const pageImage = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/tools/page_picture",
  summary: "Draw a page of a PDF",
  description:
    "A PNG, or a JPEG where that is much smaller, as the page looks on a screen. Scripts of the file do not run.",
  tag: "File tools",
  auth: "key",
  needs: "tool:use",
  elsewhere: true,
  body: z.object({
    file: z
      .object({
        contents: base64().meta({ description: "The PDF as base64, or as a file part.", examples: [SAMPLE_PDF] }),
      })
      .meta({ description: "The file." }),
    page: optional(pageNumber).meta({ description: "Page, counted from 1; the first when absent.", examples: [1] }),
    width: widthMember,
  }),
  problems: [...problems, "invalid_base64"],
  responses: image,

  async handle({ body, caller, context }) {
    return await pageAnswer(context, caller, body.file.contents, { page: body.page ?? 1, width: body.width });
  },
});

/** A merged PDF. @throws Failure `not_a_pdf`, `file_too_large`, `data_expired` */
async function pdfOf(
  context: RequestContext,
  caller: Caller,
  params: { id: string; position: number },
): Promise<Uint8Array> {
  const found = await findRunFile(context, caller, params);
  if (found.mediaType !== MEDIA_TYPES.pdf) throw new Failure("not_a_pdf", `The file "${found.name}" is not a PDF.`);
  if (found.sizeBytes > MAX_PDF_BYTES) throw tooLarge();
  const bytes = await context.store.blobs.get(caller.workspaceId, found.blobKey);
  if (!bytes) throw fileGone();

  return bytes;
}

const tooLarge = () => new Failure("file_too_large", "Pages of files above 24 MB are not drawn.");

/** The size of each page. @throws Failure those of openPdf */
function pagesOf(bytes: Uint8Array): z.output<typeof pageSchema>[] {
  const { pageCount, pageSizes } = documentInfo(openPdf(bytes, {}));

  return Array.from({ length: pageCount }, (_, index) => {
    const size = pageSizes.findLast(({ firstPage }) => firstPage <= index + 1);
    return { page: index + 1, width: size?.widthPoints ?? 0, height: size?.heightPoints ?? 0 };
  });
}

interface AskedPage {
  page: number;
  width: number | undefined;
}

async function pageAnswer(
  context: RequestContext,
  { workspaceId }: Caller,
  pdf: Uint8Array,
  asked: AskedPage,
): Promise<Response> {
  if (pdf.byteLength > MAX_PDF_BYTES) throw tooLarge();
  return await unlessDeadly(context, workspaceId, pdf, () => drawnPage(context, pdf, asked));
}

async function drawnPage(
  { env }: RequestContext,
  bytes: Uint8Array,
  { page, width = WIDTHS.usual }: AskedPage,
): Promise<Response> {
  const pages = pagesOf(bytes);
  const size = pages[page - 1];
  if (!size) {
    throw new Failure("pdf_page_out_of_range", `The PDF has ${pages.length} pages; there is no page ${page}.`);
  }

  const resolution = (width * POINTS_PER_INCH) / Math.max(size.width, 1);
  const drawn = await drawPage(env, bytes, { page, resolution });
  if (!drawn) throw new Failure("file_not_readable", "The page cannot be drawn.");
  const extension = drawn.mediaType === "image/png" ? "png" : "jpg";
  return file(drawn.bytes, { name: `page-${page}.${extension}`, mediaType: drawn.mediaType });
}
