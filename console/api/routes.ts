import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, type QueryOf, type Schemas, withTag } from "./client.ts";
import type { DataSchema, Field } from "./documents.ts";
import { listOptions } from "./lists.ts";

/** A data route as lists show it. */
export type ListedRoute = Schemas["ShownRoute"];

/** A rule of a data route. */
export type Rule = NonNullable<ListedRoute["rules"]>[number];

export const routeList = (filters: QueryOf<"/api/routes">) =>
  listOptions(["routes", "list", filters], (page, signal) =>
    api.GET("/api/routes", { params: { query: { ...filters, ...page, details: 1 } }, signal }),
  );

const at = (id: string) => ({ path: { id } });

export const routeQuery = (id: string) =>
  queryOptions({
    queryKey: ["routes", id],
    queryFn: () => withTag(api.GET("/api/routes/{id}", { params: { ...at(id), query: { details: 1 } } })),
  });

export const rulesQuery = (id: string) =>
  queryOptions({
    queryKey: ["routes", id, "rules"],
    async queryFn() {
      const { data = [], response } = await api.GET("/api/routes/{id}/rules", { params: at(id) });

      return { rules: data, etag: response.headers.get("etag") ?? "" };
    },
  });

/** The fields of all documents of the route. */
export const routeFieldsQuery = (id: string) =>
  queryOptions({
    queryKey: ["routes", id, "fields"],
    queryFn: async () =>
      (await dataOf(
        api.GET("/api/routes/{id}/fields", { params: { ...at(id), query: { attributes: 1 } } }),
      )) as Field[],
  });

/** The schema of the route's merge data; its first example is data that fits. */
export const routeSchemaQuery = (id: string) =>
  queryOptions({
    queryKey: ["routes", id, "schema"],
    queryFn: async () =>
      (await dataOf(
        api.GET("/api/routes/{id}/fields", { params: { ...at(id), query: { format: "json_schema" } } }),
      )) as DataSchema,
  });
