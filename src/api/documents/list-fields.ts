import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag } from "../../http/wire-values.ts";
import { fieldJson } from "./document-json.ts";
import { documentParams, fieldSchema } from "./document-schemas.ts";
import { findDocument } from "./find-document.ts";

/** GET /api/documents/:id/fields (interface 4.2, decisions "Beyond the listed endpoints"). */
export const listFields = endpoint({
  method: "get",
  path: "/api/documents/:id/fields",
  summary: "List the merge fields of a document",
  tag: "Documents",
  auth: "key",
  params: documentParams,
  query: z.object({ attributes: flag() }),
  responses: { 200: { description: "Fields, with all attributes if asked for", schema: z.array(fieldSchema) } },

  async handle({ params, query, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const fields = await context.store.fields.ofDocument(caller.workspaceId, document.id);

    return json(query.attributes ? fields : fields.map(fieldJson));
  },
});
