import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { components } from "../../packages/docloom/src/generated/openapi.ts";
import { getJson, getPage } from "./client.ts";
import { allItems, type DataSchema, type Field, followingCursor, PAGE_SIZE } from "./documents.ts";

/** A data route as lists show it. */
export type ListedRoute = components["schemas"]["ShownRoute"];

/** A rule of a data route. */
export type Rule = NonNullable<ListedRoute["rules"]>[number];

/** Up to a thousand data routes, for menus. */
export const routesQuery = queryOptions({
  queryKey: ["routes", "all"],
  queryFn: () => getJson<ListedRoute[]>("/api/routes", { limit: 1_000 }),
});

export const routeList = (filters: { search?: string | undefined; order?: string | undefined }) =>
  infiniteQueryOptions({
    queryKey: ["routes", "list", filters],
    queryFn: ({ pageParam, signal }) =>
      getPage<ListedRoute>("/api/routes", { ...filters, details: 1, limit: PAGE_SIZE, cursor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: followingCursor,
    select: allItems,
  });

export const routeQuery = (id: string) =>
  queryOptions({
    queryKey: ["routes", id],
    queryFn: () => getJson<ListedRoute>(`/api/routes/${encodeURIComponent(id)}`, { details: 1 }),
  });

export const rulesQuery = (id: string) =>
  queryOptions({
    queryKey: ["routes", id, "rules"],
    queryFn: () => getJson<Rule[]>(`/api/routes/${encodeURIComponent(id)}/rules`),
  });

/** The fields of all documents of the route. */
export const routeFieldsQuery = (id: string) =>
  queryOptions({
    queryKey: ["routes", id, "fields"],
    queryFn: () => getJson<Field[]>(`/api/routes/${encodeURIComponent(id)}/fields`, { attributes: 1 }),
  });

/** The schema of the route's merge data; its first example is data that fits. */
export const routeSchemaQuery = (id: string) =>
  queryOptions({
    queryKey: ["routes", id, "schema"],
    queryFn: () => getJson<DataSchema>(`/api/routes/${encodeURIComponent(id)}/fields`, { format: "json_schema" }),
  });
