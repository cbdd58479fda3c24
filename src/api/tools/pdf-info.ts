import { z } from "zod";
import { documentInfo, type PdfInfo } from "../../pdf/operations/info.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
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

export const pdfInfoTool = fileTool({
  name: "pdf_info",
  summary: "What there is to know about a PDF",
  body: z.object({ file: fileInfo }),
  answers: { description: "Pages, sizes, encryption, and what the file holds.", schema: answerSchema },
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const info = infoJson(documentInfo(await openInput(input)));
    return {
      kind: "json",
      name: renamed(input.name, "json"),
      mediaType: "application/json",
      content: new TextEncoder().encode(JSON.stringify(info)),
      warnings: [],
    };
  },
});
