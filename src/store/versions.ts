import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { TemplateWarning } from "../domain/template-warning.ts";
import type { Statement } from "./batch.ts";
import type { Database } from "./database.ts";
import { afterStart, inOrder, type Page } from "./page.ts";
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
  /** What the linter says about it. */
  warnings: readonly TemplateWarning[];
  /** The API key that wrote it, `person:` and an id, or `console`; empty if unrecorded. */
  createdBy: string;
  /** Saved, but not yet published. */
  draft: boolean;
}

/** Template versions; new ones are written by `documents.create` and `documents.update`. */
export function createVersions(database: Database) {
  return {
    /** The versions of a document, oldest first unless the page says otherwise; none for an unknown document. */
    async ofDocument(workspaceId: string, documentId: number, page: Page): Promise<TemplateVersion[]> {
      const rows = await database
        .select({ version: templateVersions })
        .from(templateVersions)
        .innerJoin(documents, eq(documents.id, templateVersions.documentId))
        .where(
          and(
            eq(templateVersions.documentId, documentId),
            eq(documents.workspaceId, workspaceId),
            isNull(documents.deletedAt),
            afterStart({ id: templateVersions.number }, page),
          ),
        )
        .orderBy(...inOrder({ id: templateVersions.number }, page))
        .limit(page.limit);
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

    /** The version that a run pinned; it exists even after its document was deleted. */
    async byId(workspaceId: string, id: string): Promise<TemplateVersion | undefined> {
      const [row] = await database
        .select()
        .from(templateVersions)
        .where(and(eq(templateVersions.id, id), eq(templateVersions.workspaceId, workspaceId)));
      return row && toTemplateVersion(row);
    },
  };
}

type VersionRow = typeof templateVersions.$inferSelect;

/** @param row lists leave the warnings out */
export function toTemplateVersion(row: Omit<VersionRow, "warnings"> & Partial<VersionRow>): TemplateVersion {
  return {
    id: row.id,
    documentId: row.documentId,
    number: row.number,
    blobKey: row.blobKey,
    sha256: row.sha256,
    sizeBytes: row.sizeBytes,
    restoredFrom: row.restoredFrom ?? undefined,
    createdAt: new Date(row.createdAt),
    warnings: row.warnings ?? [],
    createdBy: row.createdBy,
    draft: row.draft,
  };
}

/** The statement that adds a version to the document that `condition` selects, numbered after its last one. */
export function insertVersion(
  database: Database,
  versionId: string,
  content: {
    blobKey: string;
    sha256: string;
    sizeBytes: number;
    warnings: readonly TemplateWarning[];
    author: string;
    draft: boolean;
  },
  condition: SQL | undefined,
  now: Date,
): Statement {
  return database.insert(templateVersions).select(sql`
    select ${versionId}, documents.workspace_id, documents.id,
      1 + (select coalesce(max(number), 0) from template_versions where document_id = documents.id),
      ${content.blobKey}, ${content.sha256}, ${content.sizeBytes}, null, ${now.getTime()}, ${JSON.stringify(content.warnings)},
      ${content.author}, ${content.draft ? 1 : 0}
    from documents where ${condition}`);
}

/** The statement that replaces what is said about the current version of the selected document. */
export function setWarnings(
  database: Database,
  warnings: readonly TemplateWarning[],
  condition: SQL | undefined,
): Statement {
  return database
    .update(templateVersions)
    .set({ warnings: [...warnings] })
    .where(sql`${templateVersions.id} in (select version_id from documents where ${condition})`);
}

/** The statement that makes a draft of the selected document a version like any other. */
export function publishVersion(database: Database, number: number, condition: SQL | undefined): Statement {
  return database
    .update(templateVersions)
    .set({ draft: false })
    .where(
      and(
        eq(templateVersions.number, number),
        sql`${templateVersions.documentId} in (select id from documents where ${condition})`,
      ),
    );
}

/** The statement that adds an old version of the selected document again; nothing if there is no such version. */
export function restoreVersion(
  database: Database,
  versionId: string,
  number: number,
  { warnings, author }: { warnings: readonly TemplateWarning[]; author: string },
  condition: SQL | undefined,
  now: Date,
): Statement {
  return database.insert(templateVersions).select(sql`
    select ${versionId}, version.workspace_id, documents.id,
      1 + (select max(number) from template_versions where document_id = documents.id),
      blob_key, sha256, size_bytes, version.number, ${now.getTime()}, ${JSON.stringify(warnings)},
      ${author}, 0
    from documents join template_versions as version on version.document_id = documents.id and version.number = ${number}
    where ${condition}`);
}
