import { noticePage } from "../../fill-in/notice-page.ts";
import { speechOf } from "../../fill-in/words.ts";
import type { RequestContext } from "../../http/context.ts";
import { acceptsHtml } from "../../http/prefer.ts";
import { pageUrl } from "./page-address.ts";
import { isOpen, pageLanguage } from "./page-at.ts";
import type { PageOwner } from "./page-owner.ts";

/** Whether somebody has opened a merge address in a browser: nothing of the query is to be merged. */
export const isOpened = ({ request }: RequestContext, { _use_get: merges }: { _use_get: boolean }): boolean =>
  !merges && request.method === "GET" && acceptsHtml(request);

/** Says what a merge address is, and leads to the fill-in page, if there is one that is open. */
export async function mergeAddressPage(context: RequestContext, owner: PageOwner): Promise<Response> {
  const { store, request, settings } = context;
  const asks = owner.settings;
  const page = asks?.on ? await store.fillInPages.ofOwner(owner.workspaceId, owner.key) : undefined;
  const canBeFilled = page && asks && isOpen(context, owner, asks, page);
  const link = canBeFilled ? pageUrl(page, settings.publicBaseUrl) : undefined;
  return noticePage("merge", speechOf(pageLanguage(request, asks)), 200, { link });
}
