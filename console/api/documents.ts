import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { type AnswerOf, api, type QueryOf, type Schemas, withTag } from "./client.ts";
import { listOptions } from "./lists.ts";

/** A document as lists show it, with what happened to it last. */
export type ListedDocument = Schemas["ListedDocument"];

/** Documents with their last merge, page by page. */
export const documentList = (filters: QueryOf<"/api/documents">) =>
  listOptions(["documents", "list", filters], (page, signal) =>
    api.GET("/api/documents", { params: { query: { ...filters, ...page, details: 1 } }, signal }),
  );

/** A document, whole, with its ETag. */
export type OneDocument = AnswerOf<"/api/documents/{id}"> & { etag: string };

/** One document with its settings, and its html if it has any. */
export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", id],
    queryFn: (): Promise<OneDocument> =>
      withTag(api.GET("/api/documents/{id}", { params: { path: { id }, query: { details: 1 } } })),
  });

/** The document's fields with what is known about each. */
export const fieldsQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", id, "fields"],
    queryFn: async () =>
      (await dataOf(
        api.GET("/api/documents/{id}/fields", { params: { path: { id }, query: { attributes: 1 } } }),
      )) as Field[],
  });

/** What in a template is no error and most likely unintended. */
export type TemplateWarning = Schemas["TemplateWarning"];

/** A merge field, whole. */
export type Field = Schemas["FieldWithAttributes"];

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
/** The template of a document whose template is a file. */
export const fileQuery = ({ id, version }: OneDocument) =>
  queryOptions({
    queryKey: ["documents", id, "file", version],
    queryFn: async () =>
      Uint8Array.fromBase64((await dataOf(api.GET("/api/documents/{id}/file", { params: { path: { id } } }))).contents),
  });

export const dataSchemaQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", id, "schema"],
    queryFn: async () =>
      (await dataOf(
        api.GET("/api/documents/{id}/fields", { params: { path: { id }, query: { format: "json_schema" } } }),
      )) as DataSchema,
  });

/** Every folder by its whole path. */
export const foldersQuery = queryOptions({
  queryKey: ["folders"],
  queryFn: () => dataOf(api.GET("/api/folders")),
});
