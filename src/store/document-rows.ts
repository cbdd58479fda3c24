import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { DocumentOutput, DocumentSettings, DocumentType } from "../domain/document.ts";
import type { Database } from "./database.ts";
import { documents, templateVersions } from "./schema/documents.ts";
import { folders } from "./schema/merge-targets.ts";
import { type TemplateVersion, toTemplateVersion } from "./versions.ts";

/** A document with its current template version, as it is kept. */
export interface StoredDocument {
  id: number;
  workspaceId: string;
  key: string;
  name: string;
  type: DocumentType;
  output: DocumentOutput;
  /** Merge language; empty for the document's name. */
  outputName: string;
  /** Whole path; empty for no folder. */
  folder: string;
  /** Inches, as text; empty for the defaults. */
  sizeWidth: string;
  sizeHeight: string;
  active: boolean;
  settings: DocumentSettings;
  /** Days for which merged files are kept; undefined: as the workspace says. */
  retentionDays: number | undefined;
  version: TemplateVersion;
  /** Grows with every change: the ETag. */
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A document found by its merge address. */
export interface AddressedDocument extends StoredDocument {
  /** What its workspace keeps, in bytes. */
  storedBytes: number;
  /** Of what merges of its workspace read, before this was read. */
  targetsRevision: number;
}

/** A document as lists show it: settings may hold whole header and footer templates. */
export type ListedDocument = Omit<StoredDocument, "settings">;

const { settings: _, ...listedColumns } = getTableColumns(documents);
const { warnings: _warnings, ...listedVersionColumns } = getTableColumns(templateVersions);

/** Like `selectDocuments`, for lists. */
export function selectListedDocuments(database: Database) {
  return database
    .select({ document: listedColumns, folder: folders.path, version: listedVersionColumns })
    .from(documents)
    .innerJoin(templateVersions, eq(templateVersions.id, documents.versionId))
    .leftJoin(folders, eq(folders.id, documents.folderId));
}

/** Documents with folder and version; the caller adds the condition. */
export function selectDocuments(database: Database) {
  return database
    .select({ document: documents, folder: folders.path, version: templateVersions })
    .from(documents)
    .innerJoin(templateVersions, eq(templateVersions.id, documents.versionId))
    .leftJoin(folders, eq(folders.id, documents.folderId));
}

/** What the workspace behind an address keeps, in bytes. */
export const storedBytesOf = (workspaceId: AnySQLiteColumn): SQL<number> =>
  sql<number>`(select stored_bytes from workspaces where workspaces.id = ${workspaceId})`;

/** Like `selectDocuments`, with what the workspace keeps. */
export function selectAddressed(database: Database) {
  return database
    .select({
      document: documents,
      folder: folders.path,
      version: templateVersions,
      storedBytes: storedBytesOf(documents.workspaceId),
      targetsRevision: sql<number>`(select targets_revision from workspaces where workspaces.id = ${documents.workspaceId})`,
    })
    .from(documents)
    .innerJoin(templateVersions, eq(templateVersions.id, documents.versionId))
    .leftJoin(folders, eq(folders.id, documents.folderId));
}

interface ListedRow {
  document: Omit<typeof documents.$inferSelect, "settings">;
  folder: string | null;
  version: Parameters<typeof toTemplateVersion>[0];
}

export function toListedDocument({ document, folder, version }: ListedRow): ListedDocument {
  return {
    id: document.id,
    workspaceId: document.workspaceId,
    key: document.key,
    name: document.name,
    type: document.type,
    output: document.output,
    outputName: document.outputName,
    folder: folder ?? "",
    sizeWidth: document.sizeWidth,
    sizeHeight: document.sizeHeight,
    active: document.active,
    retentionDays: document.retentionDays ?? undefined,
    version: toTemplateVersion(version),
    revision: document.revision,
    createdAt: new Date(document.createdAt),
    updatedAt: new Date(document.updatedAt),
  };
}

export function toStoredDocument(
  row: ListedRow & { document: Pick<typeof documents.$inferSelect, "settings"> },
): StoredDocument {
  return { ...toListedDocument(row), settings: row.document.settings };
}

export function toAddressedDocument(
  row: Parameters<typeof toStoredDocument>[0] & Pick<AddressedDocument, "storedBytes" | "targetsRevision">,
): AddressedDocument {
  return { ...toStoredDocument(row), storedBytes: row.storedBytes, targetsRevision: row.targetsRevision };
}

/** Text as `search` compares it: case, width and composition do not matter. */
export function toSearchText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
