import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { components } from "../../packages/docloom/src/generated/openapi.ts";
import { answerOf, api, getPage, type ListPage, request } from "./client.ts";

/** Entries that a list reads at a time: a screen holds about twenty. */
export const PAGE_SIZE = 100;

/** What a list of documents is narrowed to, in the words of the request. */
export interface DocumentFilters {
  search?: string | undefined;
  folder?: string | undefined;
  type?: string | undefined;
  order?: string | undefined;
}

/** A document as lists show it, with what happened to it last. */
export interface ListedDocument {
  id: string;
  key: string;
  type: string;
  name: string;
  output: string;
  output_name: string;
  folder: string;
  active: string;
  url: string;
  version?: number;
  updated_at?: string;
  last_run?: { id: string; status: string; test: boolean; accepted_at: string } | null;
}

/** Documents with their last merge, page by page. */
export const documentList = (filters: DocumentFilters) =>
  infiniteQueryOptions({
    queryKey: ["documents", "list", filters],
    queryFn: ({ pageParam, signal }) =>
      getPage<ListedDocument>(
        "/api/documents",
        { ...filters, details: 1, limit: PAGE_SIZE, cursor: pageParam },
        signal,
      ),
    initialPageParam: "",
    getNextPageParam: followingCursor,
    select: allItems,
  });

/** For `getNextPageParam`. */
export const followingCursor = ({ next }: ListPage<unknown>): string | undefined => next;

/** For `select`: the entries of all pages that were read. */
export function allItems<Item>({ pages }: { pages: ListPage<Item>[] }): Item[] {
  return pages.flatMap(({ items }) => items);
}

interface DocumentAnswer extends ListedDocument {
  size_width: string;
  size_height: string;
  retention_days?: string;
  settings: Record<string, unknown>;
  html?: string;
  draft?: number | "";
}

/** A document, whole, with its ETag. */
export interface OneDocument extends DocumentAnswer {
  etag: string;
}

/** One document with its settings, and its html if it has any. */
export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", id],
    async queryFn(): Promise<OneDocument> {
      const response = await request(`/api/documents/${encodeURIComponent(id)}?details=1`);

      return { ...((await response.json()) as DocumentAnswer), etag: response.headers.get("etag") ?? "" };
    },
  });

/** The document's fields with what is known about each. */
export const fieldsQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", id, "fields"],
    queryFn: async () =>
      (await answerOf(
        api.GET("/api/documents/{id}/fields", { params: { path: { id }, query: { attributes: 1 } } }),
      )) as Field[],
  });

/** A merge field, whole. */
export type Field = components["schemas"]["FieldWithAttributes"];

/** A JSON Schema as far as forms need it. */
export interface DataSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  format?: string;
  enum?: unknown[];
  properties?: Record<string, DataSchema>;
  required?: string[];
  items?: DataSchema;
  examples?: unknown[];
  default?: unknown;
}

/** The schema of the document's merge data; its first example is data that fits. */
export const dataSchemaQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", id, "schema"],
    queryFn: async () =>
      (await answerOf(
        api.GET("/api/documents/{id}/fields", { params: { path: { id }, query: { format: "json_schema" } } }),
      )) as DataSchema,
  });

/** Every folder by its whole path. */
export const foldersQuery = queryOptions({
  queryKey: ["folders"],
  queryFn: () => answerOf(api.GET("/api/folders")),
});
