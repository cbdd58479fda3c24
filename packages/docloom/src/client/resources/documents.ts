import { dataOf } from "../answers.ts";
import type { Api, BodyOf, QueryOf } from "../api.ts";
import { type FileContents, fromBase64, wireContents } from "../bytes.ts";
import { fillInCalls } from "./fill-in.ts";

const ONE = "/api/documents/{id}";

/** Members of a new document; the template of types other than html is `file`. */
export type NewDocument = Omit<BodyOf<"/api/documents", "post">, "file_contents" | "file"> & { file?: FileContents };

/** Members of a document that change. */
export type DocumentChanges = Omit<NonNullable<BodyOf<typeof ONE, "put">>, "file_contents" | "file"> & {
  file?: FileContents;
};

export type NewDelivery = BodyOf<"/api/documents/{id}/deliveries", "post">;
export type DeliveryChanges = NonNullable<BodyOf<"/api/documents/{id}/deliveries/{delivery}", "put">>;

/** Documents are templates with their settings. */
export function documentsResource(api: Api) {
  const at = (id: string) => ({ params: { path: { id } } });

  return {
    /** Without templates and fields; `{search, folder}` narrow the list. */
    list: (query: QueryOf<"/api/documents"> = {}) => dataOf(api.GET("/api/documents", { params: { query } })),

    /** With `html` for documents of that type. */
    get: (id: string) => dataOf(api.GET(ONE, at(id))),

    create: async ({ file, ...members }: NewDocument) =>
      dataOf(api.POST("/api/documents", { body: await withFile(members, file) })),

    /** Only what is given changes; with an ETag only if the document still has it (`precondition_failed`). */
    update: async (id: string, { file, ...members }: DocumentChanges, { etag }: { etag?: string } = {}) =>
      dataOf(
        api.PUT(ONE, {
          params: { path: { id }, ...(etag === undefined ? {} : { header: { "If-Match": etag } }) },
          body: await withFile(members, file),
        }),
      ),

    copy: (id: string, name: string) => dataOf(api.POST("/api/documents/{id}/copy", { ...at(id), body: { name } })),

    delete: async (id: string): Promise<void> => {
      await api.DELETE(ONE, at(id));
    },

    /** Names and keys; with attributes also types, options and members. */
    fields: (id: string, query: QueryOf<"/api/documents/{id}/fields"> = {}) =>
      dataOf(api.GET("/api/documents/{id}/fields", { params: { path: { id }, query } })),

    /** The template of documents of types other than html. */
    file: async (id: string) => {
      const { contents, ...rest } = await dataOf(api.GET("/api/documents/{id}/file", at(id)));
      return { ...rest, bytes: fromBase64(contents) };
    },

    /** Merge addresses that it had at another service, under which it is merged here, too. */
    formerAddresses: (id: string) => dataOf(api.GET("/api/documents/{id}/addresses", at(id))),

    /** Takes an address of another service over: only its host changes. `address_taken` if it leads to something else here. */
    addFormerAddress: (id: string, url: string) =>
      dataOf(api.POST("/api/documents/{id}/addresses", { ...at(id), body: { url } })),

    deleteFormerAddress: async (id: string, address: string): Promise<void> => {
      await api.DELETE("/api/documents/{id}/addresses/{address}", { params: { path: { id, address } } });
    },

    /** The form fields of a PDF template: pages, boxes, kinds, names, conditions. */
    pdfFields: (id: string) => dataOf(api.GET("/api/documents/{id}/pdf_fields", at(id))),

    /** Makes the form's fields those that are listed, as a new version: with their ids changed, without added, others removed. */
    setPdfFields: (id: string, body: BodyOf<"/api/documents/{id}/pdf_fields", "put">) =>
      dataOf(api.PUT("/api/documents/{id}/pdf_fields", { ...at(id), body })),

    ...fillInCalls(api, "documents"),

    /** Places of an old letter that are filled in by hand, and could be fields. */
    placeholders: (id: string) => dataOf(api.GET("/api/documents/{id}/placeholders", at(id))),

    /** Writes fields in their place; the file becomes a new version. */
    acceptPlaceholders: (id: string, fields: { id: string; name: string }[]) =>
      dataOf(api.POST("/api/documents/{id}/placeholders", { ...at(id), body: { fields } })),

    deliveries: (id: string) => dataOf(api.GET("/api/documents/{id}/deliveries", at(id))),

    addDelivery: (id: string, body: NewDelivery) =>
      dataOf(api.POST("/api/documents/{id}/deliveries", { ...at(id), body })),

    updateDelivery: (id: string, delivery: string, body: DeliveryChanges) =>
      dataOf(api.PUT("/api/documents/{id}/deliveries/{delivery}", { params: { path: { id, delivery } }, body })),

    deleteDelivery: async (id: string, delivery: string): Promise<void> => {
      await api.DELETE("/api/documents/{id}/deliveries/{delivery}", { params: { path: { id, delivery } } });
    },

    versions: (id: string) => dataOf(api.GET("/api/documents/{id}/versions", at(id))),
  };
}

async function withFile<Members extends object>(members: Members, file: FileContents | undefined) {
  return file === undefined ? members : { ...members, file_contents: await wireContents(file) };
}
