import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getJson, getPage } from "./client.ts";
import { allItems, type DataSchema, type Field, followingCursor, PAGE_SIZE } from "./documents.ts";

/** A rule of a data route. */
export interface Rule {
  id: string;
  document_id?: string;
  file?: string;
  combine: number;
  combine_docx: number;
  sort: number;
  loop_field: string;
  conditions: { field: string; exp: string; value: string }[];
}

/** A data route as lists show it. */
export interface ListedRoute {
  id: string;
  key: string;
  name: string;
  url: string;
  output_name?: string;
  folder?: string;
  active?: string;
  retention_days?: string;
  /** How the combined PDF is finished; absent where nothing is set. */
  settings?: Record<string, unknown>;
  rules?: Rule[];
  updated_at?: string;
}

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
