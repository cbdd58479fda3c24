import { endpoint } from "../../http/endpoint.ts";
import { documentParams } from "./document-schemas.ts";
import { deliveryTexts, templateFields, withUses } from "./field-uses.ts";
import { fieldsAnswer, fieldsQuery, fieldsResponses } from "./fields-answer.ts";
import { findDocument } from "./find-document.ts";

/** GET /api/documents/:id/fields (interface 4.2, wire "Beyond the listed endpoints"). */
export const listFields = endpoint({
  method: "get",
  path: "/api/documents/:id/fields",
  summary: "List the merge fields of a document",
  description:
    "The fields of the template, followed by those that only the name of the merged file or a delivery uses. With " +
    "`attributes=1` each says where it is used. `format` returns a JSON Schema of the merge data in place of the list.",
  tag: "Documents",
  auth: "key",
  needs: "document:read",
  params: documentParams,
  query: fieldsQuery,
  responses: fieldsResponses,

  async handle({ params, query, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const { workspaceId } = caller;
    const [fields, deliveries] = await Promise.all([
      context.store.fields.ofDocument(workspaceId, document.id),
      context.store.deliveries.list(workspaceId, { documentId: document.id }),
    ]);
    const delivered = await deliveryTexts(context, caller, deliveries);
    const texts = [{ text: document.outputName, use: { in: "output_name" } } as const, ...delivered];

    return fieldsAnswer(await withUses(context, templateFields(fields), texts), query);
  },
});
