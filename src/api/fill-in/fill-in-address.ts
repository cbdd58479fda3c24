import { documentResource, routeResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { endpoint } from "../../http/endpoint.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";
import { findRoute } from "../routes/find-route.ts";
import { routeParams } from "../routes/route-schemas.ts";
import { addressSchema, answerPage, answerRenewed, pageSchema } from "./page-address.ts";
import { documentOwner, routeOwner } from "./page-owner.ts";

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

  handle: async ({ params, caller, context }) =>
    answerPage(context, documentOwner(context, await findDocument(context, caller, params.id))),
});

/** GET /api/routes/:id/fill_in: the same of a data route. */
export const getRouteFillIn = endpoint({
  method: "get",
  path: "/api/routes/:id/fill_in",
  summary: "Get the address of a data route's fill-in page",
  description: "What the page asks and says is in `settings[fill_in]` of the data route.",
  tag: "Fill-in pages",
  auth: "key",
  needs: "document:read",
  params: routeParams,
  responses: { 200: { description: "The address", schema: pageSchema } },

  handle: async ({ params, caller, context }) =>
    answerPage(context, routeOwner(context, await findRoute(context, caller, params.id))),
});

const RENEWED = "The old one leads nowhere from then on, and what is sent is counted anew.";

/** POST /api/documents/:id/fill_in/key: another address; the old one leads nowhere at once. */
export const renewFillInKey = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/documents/:id/fill_in/key",
  summary: "Give a fill-in page another address",
  description: RENEWED,
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
    return await answerRenewed(context, store, documentOwner(context, document));
  },
});

/** POST /api/routes/:id/fill_in/key: the same of a data route. */
export const renewRouteFillInKey = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/routes/:id/fill_in/key",
  summary: "Give a data route's fill-in page another address",
  description: RENEWED,
  tag: "Fill-in pages",
  auth: "key",
  needs: "document:write",
  params: routeParams,
  responses: { 200: { description: "The new address", schema: addressSchema } },

  async handle({ params, caller, context }) {
    const route = await findRoute(context, caller, params.id);
    const { store } = recorded(context, caller, {
      action: "route.fill_in_address_renewed",
      resource: routeResource(route),
    });
    return await answerRenewed(context, store, routeOwner(context, route));
  },
});
