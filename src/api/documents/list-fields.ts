import { z } from "zod";
import type { DocumentField } from "../../domain/document.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag, optional } from "../../http/wire-values.ts";
import { fieldsToJsonSchema } from "../../language/fields-schema.ts";
import { fieldJson } from "./document-json.ts";
import { documentParams, fieldSchema } from "./document-schemas.ts";
import { findDocument } from "./find-document.ts";

const querySchema = z.object({ attributes: flag(), format: optional(z.enum(["json_schema", "json_swagger"])) });

/** GET /api/documents/:id/fields (interface 4.2, decisions "Beyond the listed endpoints"). */
export const listFields = endpoint({
  method: "get",
  path: "/api/documents/:id/fields",
  summary: "List the merge fields of a document",
  tag: "Documents",
  auth: "key",
  params: documentParams,
  query: querySchema,
  responses: {
    200: {
      description: "Fields, with all attributes if asked for; with `format` a JSON Schema of the merge data",
      schema: z.union([z.array(fieldSchema), z.record(z.string(), z.unknown())]),
    },
  },

  async handle({ params, query, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const fields = await context.store.fields.ofDocument(caller.workspaceId, document.id);

    if (query.format === "json_schema") return json(mergeDataSchema(fields));
    if (query.format === "json_swagger") return json({ schema: { type: "array", items: mergeDataSchema(fields) } });

    return json(query.attributes ? fields : fields.map(fieldJson));
  },
});

/** The schema of the merge data, with data that fits it as its example. */
function mergeDataSchema(fields: readonly DocumentField[]): Record<string, unknown> {
  const { schema, sample } = fieldsToJsonSchema(fields);
  return { ...schema, examples: [sample] };
}
