import type { DeliveryOwner } from "../../domain/delivery/delivery.ts";
import type { FillInField, FillInSettings } from "../../domain/fill-in.ts";
import type { Route } from "../../domain/route.ts";
import { askedByRules, askedFields } from "../../fill-in/asked-fields.ts";
import type { RequestContext } from "../../http/context.ts";
import { type ResolvedTarget, resolvedDocument, resolvedRoute } from "../../merge/merge-target.ts";
import { fieldName } from "../../merge/route/rule-conditions.ts";
import type { FillInPage } from "../../store/addresses/fill-in-pages.ts";
import type { StoredDocument } from "../../store/document-rows.ts";

/** Whose page it is: a document's or a data route's. */
export interface PageOwner {
  key: DeliveryOwner;
  workspaceId: string;
  name: string;
  active: boolean;
  settings: FillInSettings | undefined;
  /** What the page asks that nobody has arranged. */
  fields(): Promise<FillInField[]>;
  /** What is merged with the answers. What strangers write is text, even where the documents' own data may be markup. */
  target(): Promise<ResolvedTarget>;
}

export function documentOwner({ store }: RequestContext, document: StoredDocument): PageOwner {
  const { id, workspaceId, name, active } = document;
  return {
    key: { documentId: id },
    workspaceId,
    name,
    active,
    settings: document.settings.fill_in,
    fields: async () => askedFields(await store.fields.ofDocument(workspaceId, id)),
    target: async () => resolvedDocument(document, { autoescape: true }),
  };
}

export function routeOwner({ store }: RequestContext, route: Route): PageOwner {
  const { id, workspaceId, name, active } = route;
  return {
    key: { routeId: id },
    workspaceId,
    name,
    active,
    settings: route.settings.fill_in,
    async fields() {
      const rules = await store.rules.ofRoute(workspaceId, id);
      const asking = rules.map(async ({ documentId, loopField, conditions }) => ({
        fields: documentId === undefined ? [] : await store.fields.ofDocument(workspaceId, documentId),
        list: fieldName(loopField),
        conditions: conditions.map(({ field }) => fieldName(field)),
      }));
      return askedByRules(await Promise.all(asking));
    },
    target: async () => resolvedRoute(route, await store.rules.ofRoute(workspaceId, id), { autoescape: true }),
  };
}

/** Whose page an address leads to; undefined if that is gone. */
export async function ownerOf(context: RequestContext, page: FillInPage): Promise<PageOwner | undefined> {
  const { store } = context;
  if ("documentId" in page.owner) {
    const document = await store.documents.byId(page.workspaceId, page.owner.documentId);
    return document && documentOwner(context, document);
  }
  const route = await store.routes.byId(page.workspaceId, page.owner.routeId);
  return route && routeOwner(context, route);
}
