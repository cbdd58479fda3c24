import * as z from "zod";
import { documentResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { FILL_IN_KINDS } from "../../domain/fill-in.ts";
import { escapeHtml } from "../../domain/text/escape-html.ts";
import { askedFields } from "../../fill-in/asked-fields.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import type { FillInPage } from "../../store/addresses/fill-in-pages.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { fieldJson } from "../documents/fill-in-schema.ts";
import { findDocument } from "../documents/find-document.ts";

const addressSchema = z
  .object({
    url: z.string().meta({
      description: "Where the page is; empty if it has never been on.",
      examples: ["https://docs.example.com/form/7/Zk3v"],
    }),
    embed: z.string().meta({
      description: "The line of html that shows it within another page.",
      examples: ['<iframe src="https://docs.example.com/form/7/Zk3v"></iframe>'],
    }),
    sent: z.int().meta({ description: "How often it was sent at this address." }),
  })
  .meta({ id: "FillInAddress" });

function addressJson(
  page: FillInPage | undefined,
  title: string,
  publicBaseUrl: string,
): z.output<typeof addressSchema> {
  if (!page) return { url: "", embed: "", sent: 0 };
  const id = "documentId" in page.owner ? page.owner.documentId : page.owner.routeId;
  const url = `${publicBaseUrl}/form/${id}/${page.key}`;
  const style = "width:100%;height:800px;border:0";
  const embed = `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" style="${style}"></iframe>`;
  return { url, embed, sent: page.sent };
}

const pageSchema = addressSchema
  .extend({
    fields: z
      .array(
        z.looseObject({
          name: z.string().meta({ description: "The member of the merge data." }),
          kind: z.enum(FILL_IN_KINDS).meta({ description: "What is asked for." }),
        }),
      )
      .meta({
        description:
          "The fields of the template, as the page asks for them when `settings[fill_in][fields]` is absent.",
      }),
  })
  .meta({ id: "FillInPage" });

/** GET /api/documents/:id/fill_in: where the fill-in page is. */
export const getFillIn = endpoint({
  method: "get",
  path: "/api/documents/:id/fill_in",
  summary: "Get the address of a fill-in page",
  description: "What the page asks and says is in `settings[fill_in]` of the document.",
  tag: "Fill-in pages",
  auth: "key",
  needs: "document:read",
  params: documentParams,
  responses: { 200: { description: "The address", schema: pageSchema } },

  async handle({ params, caller, context: { store, settings }, context }) {
    const document = await findDocument(context, caller, params.id);
    const page = await store.fillInPages.ofOwner(caller.workspaceId, { documentId: document.id });
    const fields = askedFields(await store.fields.ofDocument(caller.workspaceId, document.id)).map(fieldJson);
    return json({ ...addressJson(page, document.name, settings.publicBaseUrl), fields });
  },
});

/** POST /api/documents/:id/fill_in/key: another address; the old one leads nowhere at once. */
export const renewFillInKey = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/documents/:id/fill_in/key",
  summary: "Give a fill-in page another address",
  description: "The old one leads nowhere from then on, and what is sent is counted anew.",
  tag: "Fill-in pages",
  auth: "key",
  needs: "document:write",
  params: documentParams,
  responses: { 200: { description: "The new address", schema: addressSchema } },

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const { store } = recorded(context, caller, {
      action: "document.fill_in_address_renewed",
      resource: documentResource(document),
    });
    const page = await store.fillInPages.renew(caller.workspaceId, { documentId: document.id }, context.now());
    return json(addressJson(page, document.name, context.settings.publicBaseUrl));
  },
});
