import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { pagedList, WHOLE_LIST } from "../../http/paging.ts";
import { flag, optional, text } from "../../http/wire-values.ts";
import { ROUTE_ORDERS } from "../../store/routes.ts";
import { folderSchema, idsSchema } from "../documents/document-schemas.ts";
import { listedRouteJson, wholeRouteJson } from "./route-json.ts";
import { shownRouteSchema } from "./route-schemas.ts";

const page = pagedList(ROUTE_ORDERS, "id", WHOLE_LIST);

/** GET /api/routes (interface 4.4): ascending ids; `limit` and `cursor` page by a Link header. */
export const listRoutes = endpoint({
  method: "get",
  path: "/api/routes",
  summary: "List data routes",
  description: "Data routes; with `details=1` with their rules and settings.",
  tag: "Data routes",
  auth: "key",
  needs: "document:read",
  query: z.object({
    ids: optional(idsSchema).meta({ description: "Only these data routes: up to 1,000 ids, separated by commas." }),
    search: optional(text()).meta({ description: "Part of the name; case does not matter." }),
    folder: optional(folderSchema).meta({ description: "Only data routes directly in this folder." }),
    active: optional(flag()).meta({ description: "1: only active data routes, 0: only those in test mode." }),
    details: flag().meta({ description: "1: with rules, settings and times." }),
    ...page.members,
  }),
  problems: ["folder_not_found"],
  responses: {
    200: {
      description: "Routes; a Link header leads to the next page.",
      schema: z.array(shownRouteSchema),
    },
  },

  async handle({ query, caller, context }) {
    const { folders, routes, rules } = context.store;
    const { workspaceId } = caller;
    const folderId = query.folder ? await folders.idOf(workspaceId, query.folder) : undefined;
    if (query.folder && folderId === undefined) {
      throw new Failure("folder_not_found", `There is no folder "${query.folder}".`);
    }

    const { ids, search, active } = query;
    const { publicBaseUrl } = context.settings;
    return page.answer(context, query, {
      find: (asked) => routes.list(workspaceId, { ids, search, folderId, active }, asked),
      startAfter: ({ id, name, updatedAt }, order) => ({
        value: { id, name, updated_at: updatedAt.getTime() }[order],
        id: String(id),
      }),
      async show(found) {
        if (!query.details) return found.map((route) => listedRouteJson(route, publicBaseUrl));

        const byRoute = await rules.ofRoutes(
          workspaceId,
          found.map(({ id }) => id),
        );
        return found.map((route) => wholeRouteJson(route, byRoute.get(route.id) ?? [], publicBaseUrl));
      },
    });
  },
});
