import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Statement } from "./batch.ts";
import type { Database } from "./database.ts";
import { documents, templateVersions } from "./schema/documents.ts";

/** One template that a document has or had. Never changes. */
export interface TemplateVersion {
  id: string;
  documentId: number;
  /** 1, 2, 3, ... within the document. */
  number: number;
  blobKey: string;
  /** SHA-256 of the bytes, hex. */
  sha256: string;
  sizeBytes: number;
  /** The number of the version that this one restored. */
  restoredFrom: number | undefined;
  createdAt: Date;
}

export type Versions = ReturnType<typeof createVersions>;

/** Template versions; new ones are written by `documents.create` and `documents.update`. */
export function createVersions(database: Database) {
  return {
    /** All versions of a document, oldest first; none for an unknown document. */
    async ofDocument(workspaceId: string, documentId: number): Promise<TemplateVersion[]> {
      const rows = await database
        .select({ version: templateVersions })
        .from(templateVersions)
        .innerJoin(documents, eq(documents.id, templateVersions.documentId))
        .where(
          and(
            eq(templateVersions.documentId, documentId),
            eq(documents.workspaceId, workspaceId),
            isNull(documents.deletedAt),
          ),
        )
        .orderBy(asc(templateVersions.number));
      return rows.map((row) => toTemplateVersion(row.version));
    },

    async byNumber(workspaceId: string, documentId: number, number: number): Promise<TemplateVersion | undefined> {
      const [row] = await database
        .select()
        .from(templateVersions)
        .where(
          and(
            eq(templateVersions.documentId, documentId),
            eq(templateVersions.number, number),
            eq(templateVersions.workspaceId, workspaceId),
          ),
        );
      return row && toTemplateVersion(row);
    },

    /** The version that a run pinned; it is there even after its document was deleted. */
    async byId(workspaceId: string, id: string): Promise<TemplateVersion | undefined> {
      const [row] = await database
        .select()
        .from(templateVersions)
        .where(and(eq(templateVersions.id, id), eq(templateVersions.workspaceId, workspaceId)));
      return row && toTemplateVersion(row);
    },
  };
}

export function toTemplateVersion(row: typeof templateVersions.$inferSelect): TemplateVersion {
  return {
    id: row.id,
    documentId: row.documentId,
    number: row.number,
    blobKey: row.blobKey,
    sha256: row.sha256,
    sizeBytes: row.sizeBytes,
    restoredFrom: row.restoredFrom ?? undefined,
    createdAt: new Date(row.createdAt),
  };
}

/** The statement that adds a version to the document that `condition` selects, numbered after its last one. */
export function insertVersion(
  database: Database,
  versionId: string,
  content: { blobKey: string; sha256: string; sizeBytes: number },
  condition: SQL | undefined,
  now: Date,
): Statement {
  return database.insert(templateVersions).select(sql`
    select ${versionId}, documents.workspace_id, documents.id,
      1 + (select coalesce(max(number), 0) from template_versions where document_id = documents.id),
      ${content.blobKey}, ${content.sha256}, ${content.sizeBytes}, null, ${now.getTime()}
    from documents where ${condition}`);
}

/** The statement that adds an old version of the selected document again; nothing when there is no such version. */
export function restoreVersion(
  database: Database,
  versionId: string,
  number: number,
  condition: SQL | undefined,
  now: Date,
): Statement {
  return database.insert(templateVersions).select(sql`
    select ${versionId}, version.workspace_id, documents.id,
      1 + (select max(number) from template_versions where document_id = documents.id),
      blob_key, sha256, size_bytes, version.number, ${now.getTime()}
    from documents join template_versions as version on version.document_id = documents.id and version.number = ${number}
    where ${condition}`);
}
