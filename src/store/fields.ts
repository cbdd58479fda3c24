import { Buffer } from "node:buffer";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { DocumentField, InspectedField } from "../domain/document.ts";
import { jsonChunks, type Statement } from "./batch.ts";
import type { Database } from "./database.ts";
import { documents, fields } from "./schema/documents.ts";

/** The merge fields of documents' current templates (interface 2.3). */
export function createFields(database: Database) {
  return {
    /** Fields that an inspection has found, with the keys that they would be stored under. */
    withKeys: (inspected: readonly InspectedField[]): Promise<DocumentField[]> =>
      Promise.all(inspected.map((field) => withKeys(field, ""))),

    /** In template order; none for an unknown document. */
    async ofDocument(workspaceId: string, documentId: number): Promise<DocumentField[]> {
      const rows = await database
        .select({ key: fields.key, name: fields.name, attributes: fields.attributes })
        .from(fields)
        .innerJoin(documents, eq(documents.id, fields.documentId))
        .where(
          and(eq(fields.documentId, documentId), eq(documents.workspaceId, workspaceId), isNull(documents.deletedAt)),
        )
        .orderBy(asc(fields.position));
      return rows.map(({ key, name, attributes }) => ({ key, name, ...attributes }));
    },
  };
}

/** Statements that write all fields of the document that `source`, a select of its id, finds. */
export async function insertFields(
  database: Database,
  inspected: readonly InspectedField[],
  source: SQL,
): Promise<Statement[]> {
  const rows = await Promise.all(
    inspected.map(async (field, position) => {
      const { key, name, ...attributes } = await withKeys(field, "");
      return { position, key, name, attributes };
    }),
  );

  return jsonChunks(rows).map((chunk) =>
    database.insert(fields).select(sql`
      select document.id, field.value ->> 'position', field.value ->> 'key', field.value ->> 'name',
        field.value -> 'attributes'
      from (${source}) as document, json_each(${chunk}) as field where true`),
  );
}

/**
 * A field's key follows from its path: the same field has the same key in every version, copy and data route. Members
 * of lists and objects have theirs too.
 */
async function withKeys(field: InspectedField, parent: string): Promise<DocumentField> {
  const path = `${parent}${field.name}`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(path));
  const key = Buffer.from(digest).subarray(0, 16).toString("base64url");
  const { fields: members, ...own } = field;

  return {
    key,
    ...own,
    ...(members ? { fields: await Promise.all(members.map((member) => withKeys(member, `${path}.`))) } : {}),
  };
}
