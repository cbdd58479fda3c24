import * as z from "zod";
import type { FillInSettings } from "../../domain/fill-in.ts";
import { formPage } from "../../fill-in/form-page.ts";
import { pageFields } from "../../fill-in/page-fields.ts";
import { openedWith } from "../../fill-in/typed.ts";
import { speechOf } from "../../fill-in/words.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { fillInSchema } from "../documents/fill-in-schema.ts";
import { findDocument } from "../documents/find-document.ts";
import { findRoute } from "../routes/find-route.ts";
import { routeParams } from "../routes/route-schemas.ts";
import { pageLanguage } from "./page-at.ts";
import { documentOwner, type PageOwner, routeOwner } from "./page-owner.ts";

const body = z.object({
  fill_in: fillInSchema.meta({ description: "As in `settings[fill_in]`.", examples: [{ on: 1, title: "Order" }] }),
});
const description =
  "The page as it would be with these settings; nothing is saved, and what is written in it goes nowhere.";
const responses = { 200: { description: "The page", mediaType: "text/html" } };

/** POST /api/documents/:id/fill_in/preview: the page as these settings would make it. */
export const previewFillIn = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/documents/:id/fill_in/preview",
  summary: "Preview a fill-in page",
  description,
  tag: "Fill-in pages",
  auth: "key",
  needs: "document:read",
  params: documentParams,
  body,
  responses,

  handle: async ({ params, body: { fill_in: settings }, caller, context }) =>
    answerPreview(context, documentOwner(context, await findDocument(context, caller, params.id)), settings),
});

/** POST /api/routes/:id/fill_in/preview: the same of a data route. */
export const previewRouteFillIn = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/routes/:id/fill_in/preview",
  summary: "Preview a data route's fill-in page",
  description,
  tag: "Fill-in pages",
  auth: "key",
  needs: "document:read",
  params: routeParams,
  body,
  responses,

  handle: async ({ params, body: { fill_in: settings }, caller, context }) =>
    answerPreview(context, routeOwner(context, await findRoute(context, caller, params.id)), settings),
});

async function answerPreview(
  { request }: RequestContext,
  owner: PageOwner,
  settings: FillInSettings,
): Promise<Response> {
  const speech = speechOf(pageLanguage(request, settings));
  const fields = await pageFields(settings, owner.fields);
  const typed = openedWith(fields, new URLSearchParams());
  const title = speech.text(settings.title) || owner.name;
  return await formPage({ settings, title, fields, typed, problems: new Map(), once: "", speech });
}
