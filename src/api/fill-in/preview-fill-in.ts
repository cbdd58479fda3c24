import * as z from "zod";
import { askedFields } from "../../fill-in/asked-fields.ts";
import { formPage } from "../../fill-in/form-page.ts";
import { openedWith } from "../../fill-in/typed.ts";
import { speechOf } from "../../fill-in/words.ts";
import { endpoint } from "../../http/endpoint.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { fillInSchema } from "../documents/fill-in-schema.ts";
import { findDocument } from "../documents/find-document.ts";
import { pageLanguage } from "./page-at.ts";

/** POST /api/documents/:id/fill_in/preview: the page as these settings would make it. */
export const previewFillIn = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/documents/:id/fill_in/preview",
  summary: "Preview a fill-in page",
  description: "The page as it would be with these settings; nothing is saved, and what is written in it goes nowhere.",
  tag: "Fill-in pages",
  auth: "key",
  needs: "document:read",
  params: documentParams,
  body: z.object({
    fill_in: fillInSchema.meta({ description: "As in `settings[fill_in]`.", examples: [{ on: 1, title: "Order" }] }),
  }),
  responses: { 200: { description: "The page", mediaType: "text/html" } },

  async handle({ params, body, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const { fill_in: settings } = body;
    const speech = speechOf(pageLanguage(context.request, settings));
    const fields =
      settings.fields ?? askedFields(await context.store.fields.ofDocument(caller.workspaceId, document.id));
    return formPage({
      settings,
      title: speech.text(settings.title) || document.name,
      fields,
      typed: openedWith(fields, new URLSearchParams()),
      problems: new Map(),
      once: "",
      speech,
    });
  },
});
