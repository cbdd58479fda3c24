import * as z from "zod";
import { documentInfo, type PdfInfo } from "../../pdf/operations/info.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { openInput } from "./input-file.ts";
import { jsonAnswer } from "./json-answer.ts";

const answerSchema = z.object({
  version: z.string().meta({ description: "PDF version that the file states." }),
  pages: z.number().meta({ description: "Number of pages." }),
  page_sizes: z
    .array(
      z.object({
        first_page: z.number().meta({ description: "The first page of this size, counted from 1." }),
        width_points: z.number().meta({ description: "Width in points, 72 to the inch." }),
        height_points: z.number().meta({ description: "Height in points." }),
      }),
    )
    .meta({ description: "Sizes, each with the page from which it applies." }),
  metadata: z.record(z.string(), z.unknown()).meta({
    description: "Title, author and the like, as the file states them.",
    examples: [{ Title: "Invoice 2026-117", Producer: "Docloom" }],
  }),
  encryption: z
    .object({
      method: z.string().meta({ description: "How the file is encrypted." }),
      key_bits: z.number().meta({ description: "Length of the key in bits." }),
      permissions: z.array(z.string()).meta({ description: "What is allowed without the owner's password." }),
      opened_as_owner: z.boolean().meta({ description: "Whether the password that was sent is the owner's." }),
    })
    .nullable()
    .meta({ description: "How it is encrypted; null when it is not." }),
  tagged: z.boolean().meta({ description: "Whether it has tags for readers." }),
  signed: z.boolean().meta({ description: "Whether it has signatures." }),
  form: z.boolean().meta({ description: "Whether it has form fields." }),
  xfa: z.boolean().meta({ description: "Whether the form is XFA." }),
  outline: z.boolean().meta({ description: "Whether it has bookmarks." }),
  layers: z.boolean().meta({ description: "Whether it has layers." }),
  attachments: z.number().meta({ description: "Number of attached files." }),
  named_destinations: z.number().meta({ description: "Number of named destinations." }),
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
  summary: "Get the facts about a PDF",
  description: "The answer is JSON. With `password` encrypted files are opened, too.",
  body: z.object({ file: fileInfo }),
  answers: { description: "Pages, sizes, encryption, and what the file holds.", schema: answerSchema },
  secrets: [],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const info = infoJson(documentInfo(await openInput(input)));
    return jsonAnswer(input, info);
  },
});
