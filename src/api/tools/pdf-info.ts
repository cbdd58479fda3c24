import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { documentInfo, type PdfInfo } from "../../pdf/operations/info.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import { openInput } from "./input-file.ts";

const answerSchema = z.object({
  version: z.string(),
  pages: z.number(),
  page_sizes: z.array(z.object({ first_page: z.number(), width_points: z.number(), height_points: z.number() })),
  metadata: z.record(z.string(), z.unknown()),
  encryption: z
    .object({
      method: z.string(),
      key_bits: z.number(),
      permissions: z.array(z.string()),
      opened_as_owner: z.boolean(),
    })
    .nullable(),
  tagged: z.boolean(),
  signed: z.boolean(),
  form: z.boolean(),
  xfa: z.boolean(),
  outline: z.boolean(),
  layers: z.boolean(),
  attachments: z.number(),
  named_destinations: z.number(),
});

function infoJson(info: PdfInfo): z.output<typeof answerSchema> {
  return {
    version: info.version,
    pages: info.pageCount,
    page_sizes: info.pageSizes.map((size) => ({
      first_page: size.firstPage,
      width_points: size.widthPoints,
      height_points: size.heightPoints,
    })),
    metadata: { ...info.metadata },
    encryption: info.encryption && {
      method: info.encryption.method,
      key_bits: info.encryption.keyBits,
      permissions: info.encryption.permissions,
      opened_as_owner: info.encryption.openedAsOwner,
    },
    tagged: info.isTagged,
    signed: info.isSigned,
    form: info.hasForm,
    xfa: info.hasXfa,
    outline: info.hasOutline,
    layers: info.hasLayers,
    attachments: info.attachmentCount,
    named_destinations: info.namedDestinationCount,
  };
}

export const pdfInfoTool = endpoint({
  method: "post",
  path: "/api/tools/pdf_info",
  summary: "What there is to know about a PDF",
  tag: "File tools",
  auth: "key",
  body: z.object({ file: fileInfo }),
  takesLargeFiles: true,
  responses: { 200: { description: "Pages, sizes, encryption, and what the file holds.", schema: answerSchema } },
  async handle({ body, caller, context }) {
    const input = await readInputFile(context, caller, body.file, "/file");
    return json(infoJson(documentInfo(await openInput(input))));
  },
});
