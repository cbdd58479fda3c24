import * as z from "zod";
import type { DocumentField } from "../../domain/document.ts";
import { json } from "../../http/responses.ts";
import { flag, optional } from "../../http/wire-values.ts";
import { fieldsToJsonSchema } from "../../language/fields-schema.ts";
import { fieldJson } from "./document-json.ts";
import { fieldAttributesSchema, fieldSchema } from "./document-schemas.ts";

/** How the fields of a document or of a data route are asked for (wire "Beyond the listed endpoints"). */
export const fieldsQuery = z.object({
  attributes: flag().meta({ description: "1: with type, occurrences, choices and members of each field." }),
  format: optional(z.enum(["json_schema", "json_swagger"])).meta({
    description: "A JSON Schema of the merge data, in place of the list.",
  }),
});

export const fieldsResponses = {
  200: {
    description: "Fields, with all attributes if asked for; with `format` a JSON Schema of the merge data",
    schema: z.union([
      z.array(fieldSchema),
      z.array(fieldAttributesSchema),
      z.looseObject({}).meta({ description: "A JSON Schema (2020-12) of the merge data, with data that fit it." }),
    ]),
  },
};

export function fieldsAnswer(fields: readonly DocumentField[], query: z.output<typeof fieldsQuery>): Response {
  if (query.format === "json_schema") return json(mergeDataSchema(fields));
  if (query.format === "json_swagger") return json({ schema: { type: "array", items: mergeDataSchema(fields) } });

  return json(query.attributes ? fields : fields.map(fieldJson));
}

/** The schema of the merge data, with data that fits it as its example. */
function mergeDataSchema(fields: readonly DocumentField[]): Record<string, unknown> {
  const { schema, sample } = fieldsToJsonSchema(fields);
  return { ...schema, examples: [sample] };
}
