import { dataOf } from "../answers.ts";
import type { Api, BodyOf } from "../api.ts";

/** `settings.fill_in` of a document or a data route. */
export type FillInSettings = BodyOf<"/api/documents/{id}/fill_in/preview", "post">["fill_in"];

/** Calls about the fill-in page of documents or of data routes. */
export function fillInCalls(api: Api, kind: "documents" | "routes") {
  const at = (id: string) => ({ params: { path: { id } } });

  return {
    /** Where its fill-in page is (`settings.fill_in`), what it asks unless that is arranged, and how often it was sent. */
    fillIn: (id: string) => dataOf(api.GET(`/api/${kind}/{id}/fill_in`, at(id))),

    /** Gives the fill-in page another address: the old one leads nowhere. */
    renewFillIn: (id: string) => dataOf(api.POST(`/api/${kind}/{id}/fill_in/key`, at(id))),

    /** The page in html, as these settings would make it; nothing is saved. */
    previewFillIn: async (id: string, fill_in: FillInSettings): Promise<string> =>
      String(
        await dataOf(api.POST(`/api/${kind}/{id}/fill_in/preview`, { ...at(id), body: { fill_in }, parseAs: "text" })),
      ),
  };
}
