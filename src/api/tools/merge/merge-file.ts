import { createHash } from "node:crypto";
import * as z from "zod";
import { FILE_TYPES, MEDIA_TYPES } from "../../../domain/media-type.ts";
import { mergeDataOf, withoutPrototype } from "../../../domain/merge-data.ts";
import type { DocumentSnapshot } from "../../../domain/run-task.ts";
import { warningMessage } from "../../../domain/template-warning.ts";
import { ELSEWHERE_PROBLEMS, MERGE_PROBLEMS } from "../../../http/openapi/openapi-problems.ts";
import { bodyTree, flag, optional, text } from "../../../http/wire-values.ts";
import { mergeText } from "../../../language/merge-text.ts";
import { type MergeContext, mergeContext, workspaceDefaults } from "../../../merge/context.ts";
import { produceFile } from "../../../merge/document/produce-file.ts";
import { checkInvoiceSettings } from "../../../merge/pdf/merged-invoice.ts";
import { outputFileName } from "../../../merge/run/file-names.ts";
import { type FileBeside, type MergedContent, mediaTypeOf, nameBeside } from "../../../merge/run/merged-file.ts";
import { dataWarnings, runFields } from "../../../merge/run/run-fields.ts";
import { outputNameSchema, pageHeightSchema, sizeSchema } from "../../documents/document-schemas.ts";
import { checkedTemplate, TEMPLATE_PROBLEMS } from "../../documents/template-upload.ts";
import { mergeData } from "../../merge/merge-data.ts";
import { byteStream } from "../byte-stream.ts";
import { fileInfo } from "../file-info.ts";
import { fileTool, type ToolAnswer, type ToolScope } from "../file-tool.ts";
import { objectOrJson } from "../json-member.ts";
import { zipChunks } from "../zip-stream.ts";
import { fileOutput, mergeSettingsSchema, readMergeSettings } from "./merge-settings.ts";
import { sentTemplate } from "./merge-template.ts";
import { protectedPdf } from "./protected-pdf.ts";

/** A template that is sent with its data: filled in one call, and nothing of it is kept. */
export const mergeFileTool = fileTool({
  name: "merge",
  summary: "Fill a template that is sent along",
  description:
    "The template (docx, xlsx, pptx, pdf or html; what it is follows from its content) and the data come in one call, the answer is the file, and " +
    "nothing is kept: no document, no run. `settings` are those of a document (`pdf_a`, `pdf_ua`, `signature`, `e_invoice`, `locale` ...), and `password`, " +
    "`user_password` and `permissions` for the PDF. In a multipart body `data` and `settings` may be JSON. An e-invoice that is a file of its own " +
    "comes with the PDF in a ZIP archive. The header `Conversion-Warnings` (a list of strings, RFC 9651) tells what could not be done as asked.",
  example: {
    html: "<h1>Invoice {$Number}</h1><p>{$Name}</p>",
    data: { Number: 42, Name: "Ada Lovelace" },
    output: "pdf",
  },
  body: z.object({
    file: optional(fileInfo).meta({ description: "The template: its name with its contents or its address." }),
    html: optional(text()).meta({
      description: "The template as html, in place of `file`.",
      examples: ["<h1>Invoice {$Number}</h1><p>{$Name}</p>"],
    }),
    data: optional(objectOrJson(bodyTree())).meta({
      description: "Merge data: members by the names of the template's fields, or their JSON.",
      examples: [{ Number: 42, Name: "Ada Lovelace" }],
    }),
    output: optional(text()).meta({
      description:
        "Type of the answer: `pdf`, the template's own type, or `xml`, the e-invoice alone; `pdf` when absent.",
      examples: ["pdf"],
    }),
    output_name: optional(outputNameSchema).meta({
      description: "Name of the file, in the merge language; that of the template when absent.",
    }),
    size_width: optional(sizeSchema).meta({ description: "Width of html pages in inches." }),
    size_height: optional(pageHeightSchema).meta({
      description: "Height of html pages in inches; `auto`: as high as what is on it.",
    }),
    settings: optional(objectOrJson(mergeSettingsSchema)).meta({
      description: "How it is merged, or the JSON of that.",
    }),
    test: flag().meta({
      description: "1: marked as a sample, with what the linter says about the template among the warnings.",
    }),
  }),
  answers: { description: "The filled file.", mediaType: FILE_TYPES },
  problems: [
    ...MERGE_PROBLEMS,
    ...TEMPLATE_PROBLEMS,
    ...ELSEWHERE_PROBLEMS,
    "pdf_same_passwords",
    "pdf_permission_unknown",
  ],
  secrets: [],
  secretsInJson: ["settings"],
  async run(body, scope) {
    const { services, workspaceId } = scope;
    const template = await sentTemplate(body, scope);
    const { type, bytes } = template;
    const output = fileOutput(body.output, type);
    const { settings, protection } = readMergeSettings(body.settings ?? {}, output);
    checkInvoiceSettings(settings, output);
    const { warnings: lint } = await checkedTemplate(services, workspaceId, { bytes, type, settings, output });

    const data = body.data ? mergeDataOf(JSON.stringify(mergeData(body.data))) : withoutPrototype();
    const { signature, ...unsigned } = settings;
    const snapshot: DocumentSnapshot = {
      documentId: 0,
      versionId: "",
      templateKey: "",
      name: template.name,
      type,
      output,
      outputName: body.output_name ?? "",
      sizeWidth: body.size_width ?? "",
      sizeHeight: body.size_height ?? "",
      // encrypting a PDF would break its signature: it is signed afterwards
      settings: protection ? unsigned : settings,
    };
    const defaults = workspaceDefaults(await services.store.workspaces.byId(workspaceId));
    const context = mergeContext(services, workspaceId, defaults, { settings: snapshot.settings, test: body.test });
    const versionKey = `sent/${createHash("sha256").update(bytes).digest("hex")}`;
    const source = { versionKey, bytes: async () => bytes };
    const resultKey = services.store.blobs.resultKey(workspaceId, `sent-${crypto.randomUUID()}`);
    const produced = await produceFile({ context, snapshot, source, data, resultKey });

    const { templateFields, extension, beside } = produced;
    const fields = runFields(templateFields.names, data);
    const warnings = [
      ...produced.warnings,
      ...dataWarnings(fields, (name) => templateFields.placeOf(name)),
      ...(body.test ? lint.map(warningMessage) : []),
    ];
    const { content } = await produced.write(body.test && settings.show_warnings ? warnings : []);
    const file = protection
      ? await protectedPdf(context, await wholeContent(context, content), { protection, signature, data })
      : { content, warnings: [] };
    const name = outputFileName(mergeText(snapshot.outputName, data, context.environment), template.name, extension);
    const made = { name, mediaType: mediaTypeOf(extension), content: file.content };
    return {
      ...(await answerOf(scope, made, beside)),
      warnings: [...warnings, ...file.warnings],
      ...(produced.renderer ? { renderer: produced.renderer } : {}),
    };
  },
});

interface MadeFile {
  name: string;
  mediaType: string;
  content: MergedContent;
}

/** The file; with its e-invoice in an archive where that is a file of its own. */
async function answerOf(
  scope: ToolScope,
  { name, mediaType, content }: MadeFile,
  beside: FileBeside | undefined,
): Promise<Omit<ToolAnswer, "warnings">> {
  if (!beside) {
    const sent = "bytes" in content ? content.bytes : await byteStream(piecesOf(scope, content.blobKey));
    return { kind: "file", name, mediaType, content: sent };
  }
  const files = [
    { name, chunks: "bytes" in content ? [content.bytes] : piecesOf(scope, content.blobKey) },
    { name: nameBeside(name, beside), chunks: [beside.bytes] },
  ];
  const archive = { name: name.replace(/\.[a-z]+$/, ".zip"), mediaType: MEDIA_TYPES.zip };
  return { kind: "file", ...archive, content: await byteStream(zipChunks(files)) };
}

const PIECE_BYTES = 4 * 1024 * 1024;

/** A file that was put away for its size, which goes once it has been read. */
async function* piecesOf({ services, workspaceId }: ToolScope, key: string): AsyncGenerator<Uint8Array> {
  const { blobs } = services.store;
  try {
    const ranges = await blobs.ranges(workspaceId, key);
    if (!ranges) throw new Error(`The blob ${key} is gone`);
    for (let at = 0; at < ranges.size; at += PIECE_BYTES) yield await ranges.read(at, PIECE_BYTES);
  } finally {
    await blobs.delete([key]);
  }
}

async function wholeContent({ services, workspaceId }: MergeContext, content: MergedContent): Promise<Uint8Array> {
  if ("bytes" in content) return content.bytes;
  const { blobs } = services.store;
  const bytes = await blobs.get(workspaceId, content.blobKey);
  await blobs.delete([content.blobKey]);
  if (!bytes) throw new Error(`The blob ${content.blobKey} is gone`);
  return bytes;
}
