import { endpoint } from "../../http/endpoint.ts";
import { documentParams } from "./document-schemas.ts";
import { fieldsAnswer, fieldsQuery, fieldsResponses } from "./fields-answer.ts";
import { findDocument } from "./find-document.ts";

/** GET /api/documents/:id/fields (interface 4.2, wire "Beyond the listed endpoints"). */
export const listFields = endpoint({
  method: "get",
  path: "/api/documents/:id/fields",
  summary: "List the merge fields of a document",
  description:
    "The fields that the template of today has. `format` answers a JSON Schema of the merge data in place of the list.",
  tag: "Documents",
  auth: "key",
  params: documentParams,
  query: fieldsQuery,
  responses: fieldsResponses,

  async handle({ params, query, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    return fieldsAnswer(await context.store.fields.ofDocument(caller.workspaceId, document.id), query);
  },
});
