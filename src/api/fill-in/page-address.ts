import * as z from "zod";
import { FILL_IN_KINDS } from "../../domain/fill-in.ts";
import { escapeHtml } from "../../domain/text/escape-html.ts";
import type { RequestContext } from "../../http/context.ts";
import { json } from "../../http/responses.ts";
import type { FillInPage } from "../../store/addresses/fill-in-pages.ts";
import { fieldJson } from "../documents/fill-in-schema.ts";
import type { PageOwner } from "./page-owner.ts";

export const addressSchema = z
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

export const pageSchema = addressSchema
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
          "The fields of the template, or of the documents of a data route and of its conditions, as the page asks for them when `settings[fill_in][fields]` is absent.",
      }),
  })
  .meta({ id: "FillInPage" });

export function pageUrl({ owner, key }: FillInPage, publicBaseUrl: string): string {
  return `${publicBaseUrl}/form/${"documentId" in owner ? owner.documentId : owner.routeId}/${key}`;
}

function addressJson(
  page: FillInPage | undefined,
  title: string,
  publicBaseUrl: string,
): z.output<typeof addressSchema> {
  if (!page) return { url: "", embed: "", sent: 0 };
  const url = pageUrl(page, publicBaseUrl);
  const style = "width:100%;height:800px;border:0";
  const embed = `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" style="${style}"></iframe>`;
  return { url, embed, sent: page.sent };
}

/** Where a page is, and what it asks unless somebody has arranged it. */
export async function answerPage({ store, settings }: RequestContext, owner: PageOwner): Promise<Response> {
  const [page, fields] = await Promise.all([store.fillInPages.ofOwner(owner.workspaceId, owner.key), owner.fields()]);
  return json({ ...addressJson(page, owner.name, settings.publicBaseUrl), fields: fields.map(fieldJson) });
}

/** Gives a page another address. @param store leaves the entry of it in the log */
export async function answerRenewed(
  { settings, now }: RequestContext,
  store: Pick<RequestContext["store"], "fillInPages">,
  owner: PageOwner,
): Promise<Response> {
  const page = await store.fillInPages.renew(owner.workspaceId, owner.key, now());
  return json(addressJson(page, owner.name, settings.publicBaseUrl));
}
