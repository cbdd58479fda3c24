import { noticePage } from "../../fill-in/notice-page.ts";
import { speechOf } from "../../fill-in/words.ts";
import type { RequestContext } from "../../http/context.ts";
import { acceptsHtml } from "../../http/prefer.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { isOpen, pageLanguage } from "./page-at.ts";

/** Whether somebody has opened a merge address in a browser: nothing of the query is to be merged. */
export const isOpened = ({ request }: RequestContext, { _use_get: merges }: { _use_get: boolean }): boolean =>
  !merges && request.method === "GET" && acceptsHtml(request);

/** Says what a merge address is, and leads to the fill-in page, if the document has one that is open. */
export async function mergeAddressPage(context: RequestContext, document?: StoredDocument): Promise<Response> {
  const { store, request, settings } = context;
  const page = document && (await store.fillInPages.ofOwner(document.workspaceId, { documentId: document.id }));
  const asks = document?.settings.fill_in;
  const canBeFilled = page && asks && isOpen(context, document, asks, page);
  const link = canBeFilled ? `${settings.publicBaseUrl}/form/${document.id}/${page.key}` : undefined;
  return noticePage("merge", speechOf(pageLanguage(request, asks)), 200, { link });
}
