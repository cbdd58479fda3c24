import { Buffer } from "node:buffer";
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { ServiceCalls } from "./service-calls.ts";
import { answer, answered, READS } from "./tool-answers.ts";
import { mergeData } from "./tool-arguments.ts";

const fileArgument = z
  .object({
    name: z.string().describe("Name with its extension"),
    url: z.string().optional().describe("Public address of the file"),
    contents: z.string().optional().describe("The file as base64, in place of url"),
    password: z.string().optional().describe("Opens it, if it is encrypted"),
  })
  .describe("A file: name, and url or contents");

const madeShape = z.looseObject({ name: z.string(), media_type: z.string(), size: z.number() });
/** Of a file that goes into a conversation. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

export function registerFileTools(server: McpServer, calls: ServiceCalls): void {
  server.registerTool(
    "fill_template",
    {
      title: "Fill a template once",
      description:
        "Fills a template (docx, xlsx, pptx, pdf or html) that is sent along and returns the file. No document is made, nothing is kept and nothing is sent.",
      inputSchema: z.object({
        file: fileArgument.optional(),
        html: z.string().optional().describe("The template as html, in place of file"),
        data: mergeData.optional(),
        output: z.string().optional().describe("pdf (the default), or the template's own type"),
        output_name: z.string().optional(),
        settings: z
          .record(z.string(), z.unknown())
          .optional()
          .describe("As of documents: pdf_a, pdf_ua, locale, e_invoice ...; and user_password for the PDF"),
      }),
      outputSchema: madeShape,
      annotations: READS,
    },
    (body) => answered(calls, () => madeFile(calls, "merge", body)),
  );

  server.registerTool(
    "convert_to_pdf",
    {
      title: "Convert a file to PDF",
      description: "Word, Excel, PowerPoint, html or a picture becomes a PDF. Nothing is kept.",
      inputSchema: z.object({ file: fileArgument, pdf_a: z.string().optional().describe("Such as 2b") }),
      outputSchema: madeShape,
      annotations: READS,
    },
    (body) => answered(calls, () => madeFile(calls, "convert_to_pdf", body)),
  );

  server.registerTool(
    "inspect_pdf",
    {
      title: "Look into a PDF",
      description: "Pages, sizes, encryption, form fields and facts of a PDF.",
      inputSchema: z.object({ file: fileArgument }),
      outputSchema: z.looseObject({ pages: z.number() }),
      annotations: READS,
    },
    (body) =>
      answered(calls, async () => answer(z.looseObject({}).parse(await calls.post("/api/tools/pdf_info", body)))),
  );
}

async function madeFile(calls: ServiceCalls, tool: string, body: object): Promise<CallToolResult> {
  const response = await calls.open("POST", `/api/tools/${tool}`, {}, body);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const mimeType = response.headers.get("content-type") ?? "application/octet-stream";
  const [, encoded = "file"] =
    /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  const facts = {
    name: decodeURIComponent(encoded),
    media_type: mimeType,
    size: bytes.byteLength,
    warnings: response.headers.get("conversion-warnings") ?? "",
  };
  if (bytes.byteLength > MAX_FILE_BYTES)
    return answer({ ...facts, note: "The file is too large for a conversation: call the API for it." });
  const blob = Buffer.from(bytes).toString("base64");
  return answer(facts, [{ type: "resource", resource: { uri: `file:///${encoded}`, mimeType, blob } }]);
}
