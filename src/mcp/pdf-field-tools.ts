import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { ServiceCalls } from "./service-calls.ts";
import { answer, answered, askForConfirm, changed, READS, REPLACES } from "./tool-answers.ts";
import { confirm, documentId } from "./tool-arguments.ts";

const fieldsShape = z.looseObject({ fields: z.array(z.looseObject({})) });

/** Form fields of PDF templates. */
export function registerPdfFieldTools(server: McpServer, calls: ServiceCalls): void {
  server.registerTool(
    "list_pdf_fields",
    {
      title: "List the form fields of a PDF",
      outputSchema: fieldsShape.extend({
        found: z.array(z.looseObject({})).optional().describe("Places that ask to be filled, to be sent as fields"),
      }),
      description:
        "The form fields of a PDF document's template: page, box (points, lower left and upper right corner), kind, name, text, condition. With find: true also the places of a flat PDF that ask to be filled, named by their labels.",
      inputSchema: z.object({ id: documentId, find: z.boolean().optional() }),
      annotations: READS,
    },
    ({ id, find }) =>
      answered(calls, async () => {
        const path = `/api/documents/${id}`;
        const listed = fieldsShape.parse(await calls.get(`${path}/pdf_fields`));
        if (!find) return answer(listed);
        const { contents } = z.looseObject({ contents: z.string() }).parse(await calls.get(`${path}/file`));
        const file = { name: "template.pdf", contents };
        const { fields: found } = fieldsShape.parse(await calls.post("/api/tools/detect_fields", { file }));
        return answer({ ...listed, found });
      }),
  );

  server.registerTool(
    "set_pdf_fields",
    {
      title: "Set the form fields of a PDF",
      outputSchema: changed(),
      annotations: REPLACES,
      description:
        "Gives a PDF document's template the fields that are listed and no others, as a new version: those with an id of list_pdf_fields are changed, others added, what is not listed is removed. Check boxes and radio buttons can have a condition, as in {if}: $Age >= 18.",
      inputSchema: z.object({
        id: documentId,
        fields: z.array(
          z.looseObject({
            id: z.string().optional(),
            page: z.number().describe("Counted from 1"),
            box: z.array(z.number()).length(4),
            kind: z.string().describe("text, multiline, comb, check, radio, choice, image or signature"),
            name: z.string().describe("The merge field, such as Customer.Name"),
            text: z.string().optional().describe("In place of the name: text with tags, such as {$Street}, {$City}"),
            condition: z.string().optional(),
          }),
        ),
        confirm,
      }),
    },
    ({ id, fields, confirm: isConfirmed }) =>
      answered(calls, async () => {
        const path = `/api/documents/${id}`;
        const { name } = z.looseObject({ name: z.string() }).parse(await calls.get(path));
        if (!isConfirmed) {
          const before = fieldsShape.parse(await calls.get(`${path}/pdf_fields`)).fields.length;
          return askForConfirm(`give "${name}" ${fields.length} form fields in place of its ${before}`, { id });
        }
        const written = fieldsShape.parse(await calls.put(`${path}/pdf_fields`, { fields }));
        return answer({ done: true, id, ...written });
      }),
  );
}
