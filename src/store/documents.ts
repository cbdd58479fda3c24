import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { FolderView } from "../domain/access/rights.ts";
import { appendAll } from "../domain/collections/long-lists.ts";
import type { DocumentOutput, DocumentSettings, DocumentType, InspectedField } from "../domain/document.ts";
import type { MergeTarget } from "../domain/merge-target.ts";
import type { TemplateWarning } from "../domain/template-warning.ts";
import { idByFormerAddress } from "./addresses/former-addresses.ts";
import { useApproval } from "./approvals/approvals.ts";
import { runBatch, type Statement } from "./batch.ts";
import type { Blobs } from "./blobs.ts";
import type { Database } from "./database.ts";
import { copyDeliveries, insertDelivery, type NewDelivery } from "./deliveries.ts";
import { createDocumentLists } from "./document-lists.ts";
import {
  type AddressedDocument,
  type StoredDocument,
  selectAddressed,
  selectDocuments,
  toAddressedDocument,
  toSearchText,
  toStoredDocument,
} from "./document-rows.ts";
import { insertFields } from "./fields.ts";
import { isFolderSeen } from "./folder-view.ts";
import { ensureFolder, folderIdByPath, pathOfFolder, requireFolder } from "./folders.ts";
import { newId, newKey } from "./ids.ts";
import { documents, fields, templateVersions } from "./schema/documents.ts";
import { isHere } from "./schema/is-here.ts";
import { sha256Hex } from "./sha256.ts";
import { insertVersion, publishVersion, restoreVersion, setWarnings } from "./versions.ts";

export interface NewDocument extends MergeTarget {
  type: DocumentType;
  output: DocumentOutput;
  sizeWidth: string;
  sizeHeight: string;
  settings: DocumentSettings;
}

/** Only what is given changes; a member of `settings` that is null goes back to its default. */
export type DocumentChanges = Partial<Omit<NewDocument, "type" | "settings">> & {
  settings?: { [Name in keyof DocumentSettings]?: DocumentSettings[Name] | null };
};

/** A template that was inspected and found to be good. */
export interface InspectedTemplate {
  bytes: Uint8Array;
  fields: readonly InspectedField[];
  warnings: readonly TemplateWarning[];
  /** The API key that writes it, or `console`. */
  author?: string;
}

type Inspection = Omit<InspectedTemplate, "bytes">;

/**
 * What an update does to the template: new bytes, as a draft or for all merges from now on; an old version again; a draft
 * for all merges from now on; or only another look at it (settings changed).
 */
export type TemplateChange =
  | (InspectedTemplate & { draft?: boolean })
  | (Inspection & { restore: number })
  | (Inspection & { publish: number })
  | Inspection;

/** A setting that is an object is replaced as a whole, whereas a patch (RFC 7396) would keep what it does not name. */
function changedSettings(settings: NonNullable<DocumentChanges["settings"]>): SQL {
  const objects = Object.entries(settings).filter(([, value]) => value !== null && typeof value === "object");
  const emptied = JSON.stringify(Object.fromEntries(objects.map(([name]) => [name, null])));
  return sql`json_patch(json_patch(${documents.settings}, ${emptied}), ${JSON.stringify(settings)})`;
}

/** Documents and their templates: bytes first, then all rows in one batch. */
export function createDocuments(database: Database, blobs: Blobs, view?: FolderView) {
  const live = (workspaceId: string, id: number) =>
    and(
      eq(documents.id, id),
      eq(documents.workspaceId, workspaceId),
      isNull(documents.deletedAt),
      isFolderSeen(view, documents.folderId),
    );

  async function first(query: Promise<Parameters<typeof toStoredDocument>[0][]>): Promise<StoredDocument | undefined> {
    const [row] = await query;
    return row && toStoredDocument(row);
  }

  async function storeTemplate(workspaceId: string, versionId: string, bytes: Uint8Array) {
    const sha256 = await sha256Hex(bytes);
    const blobKey = await blobs.putTemplate(workspaceId, versionId, sha256, bytes);
    return { blobKey, sha256, sizeBytes: bytes.byteLength };
  }

  return {
    ...createDocumentLists(database, view),

    async create(
      workspaceId: string,
      document: NewDocument,
      template: InspectedTemplate,
      deliveries: readonly NewDelivery[],
      now: Date,
    ): Promise<StoredDocument> {
      const key = newKey();
      const keySha256 = await sha256Hex(key);
      const versionId = newId();
      const { warnings, author = "" } = template;
      const stored = await storeTemplate(workspaceId, versionId, template.bytes);
      const content = { ...stored, warnings, author, draft: false };

      const isNew = eq(documents.keySha256, keySha256);
      const documentId = sql<number>`(select id from documents where ${isNew})`;
      const { folder, ...values } = document;
      requireFolder(view, folder);
      const rows = await runBatch(
        database,
        [
          ...ensureFolder(database, workspaceId, folder, now),
          database.insert(documents).values({
            ...values,
            workspaceId,
            key,
            keySha256,
            folderId: folderIdByPath(workspaceId, folder),
            searchText: toSearchText(document.name),
            versionId,
            createdAt: now.getTime(),
            updatedAt: now.getTime(),
          }),
          insertVersion(database, versionId, content, isNew, now),
          ...(await insertFields(database, template.fields, sql`select id from documents where ${isNew}`)),
          ...deliveries.map((delivery) => insertDelivery(database, workspaceId, { documentId }, delivery, now)),
        ],
        database.select({ id: documents.id }).from(documents).where(isNew),
      );
      const created = rows[0] && (await this.byId(workspaceId, rows[0].id));
      if (!created) throw new Error("A document that was just written is not there");

      return created;
    },

    /**
     * Changes a document that is still at `revision`.
     * @param approval used up by the change
     * @returns undefined if somebody else changed or deleted it meanwhile, or the version to restore does not exist
     */
    async update(
      workspaceId: string,
      id: number,
      revision: number,
      changes: DocumentChanges,
      template: TemplateChange | undefined,
      now: Date,
      approval?: { id: string },
    ): Promise<StoredDocument | undefined> {
      const { folder, settings, ...values } = changes;
      if (folder !== undefined) requireFolder(view, folder);
      const unchanged = and(live(workspaceId, id), eq(documents.revision, revision));
      const versionId = template && ("bytes" in template || "restore" in template) ? newId() : undefined;
      const isDraft = template !== undefined && "bytes" in template && template.draft === true;
      const statements: Statement[] = folder === undefined ? [] : ensureFolder(database, workspaceId, folder, now);
      let pointer: string | SQL | undefined = isDraft ? undefined : versionId;

      if (approval) {
        const isStill = sql`exists (select 1 from documents where ${unchanged})`;
        statements.push(useApproval(database, approval.id, isStill, now));
      }
      if (versionId && template && "bytes" in template) {
        const { warnings, author = "" } = template;
        const stored = await storeTemplate(workspaceId, versionId, template.bytes);
        const content = { ...stored, warnings, author, draft: isDraft };
        statements.push(insertVersion(database, versionId, content, unchanged, now));
      } else if (versionId && template && "restore" in template) {
        const { restore, warnings, author = "" } = template;
        statements.push(restoreVersion(database, versionId, restore, { warnings, author }, unchanged, now));
      } else if (template && "publish" in template) {
        statements.push(publishVersion(database, template.publish, unchanged));
        pointer = sql`(select id from template_versions where document_id = ${id} and number = ${template.publish})`;
      } else if (template) {
        statements.push(setWarnings(database, template.warnings, unchanged));
      }
      if (template && !isDraft) {
        const source = sql`select id from documents where ${unchanged}`;
        statements.push(database.delete(fields).where(sql`${fields.documentId} in (${source})`));
        appendAll(statements, await insertFields(database, template.fields, source));
      }

      const written = versionId ?? pointer;
      const hasVersion = written ? sql`exists (select 1 from template_versions where id = ${written})` : undefined;
      const updated = await runBatch(
        database,
        statements,
        database
          .update(documents)
          .set({
            ...values,
            ...(values.name === undefined ? {} : { searchText: toSearchText(values.name) }),
            ...(folder === undefined ? {} : { folderId: folderIdByPath(workspaceId, folder) }),
            ...(settings ? { settings: changedSettings(settings) } : {}),
            ...(pointer ? { versionId: pointer } : {}),
            revision: revision + 1,
            updatedAt: now.getTime(),
          })
          .where(and(unchanged, hasVersion))
          .returning({ id: documents.id }),
      );

      return updated.length > 0 ? this.byId(workspaceId, id) : undefined;
    },

    byId: (workspaceId: string, id: number): Promise<StoredDocument | undefined> =>
      first(selectDocuments(database).where(live(workspaceId, id))),

    /** With what merges of it are held against. */
    async addressedById(workspaceId: string, id: number): Promise<AddressedDocument | undefined> {
      const [row] = await selectAddressed(database).where(live(workspaceId, id));
      return row && toAddressedDocument(row);
    },

    /** What a run works on: the document, even if it was deleted after the run was accepted. */
    ofRun: (workspaceId: string, id: number): Promise<StoredDocument | undefined> =>
      first(
        selectDocuments(database).where(
          and(eq(documents.id, id), eq(documents.workspaceId, workspaceId), isFolderSeen(view, documents.folderId)),
        ),
      ),

    /** Another key, and with it another merge address; undefined if there is no such document. */
    async renewKey(workspaceId: string, id: number, now: Date): Promise<StoredDocument | undefined> {
      const key = newKey();
      const keySha256 = await sha256Hex(key);
      const [renewed] = await database
        .update(documents)
        .set({ key, keySha256, revision: sql`${documents.revision} + 1`, updatedAt: now.getTime() })
        .where(live(workspaceId, id))
        .returning({ id: documents.id });
      return renewed && this.byId(workspaceId, id);
    },

    /** A new document with the template, the settings and the deliveries of another one, its fill-in page off; undefined if that is gone. */
    async copy(workspaceId: string, id: number, name: string, now: Date): Promise<StoredDocument | undefined> {
      if (!(await this.byId(workspaceId, id))) return undefined;
      const key = newKey();
      const keySha256 = await sha256Hex(key);
      const versionId = newId();
      const isNew = eq(documents.keySha256, keySha256);
      const time = now.getTime();
      const newDocument = sql`(select id from documents where ${isNew})`;

      const rows = await runBatch(
        database,
        [
          database.insert(documents).select(sql`
            select null, workspace_id, ${key}, ${keySha256}, folder_id, ${name}, output_name, active, retention_days, 1,
              ${time}, ${time}, null, '', ${toSearchText(name)}, type, output, size_width, size_height,
              json_replace(settings, '$.fill_in.on', json('false')), ${versionId}
            from documents where ${live(workspaceId, id)}`),
          database.insert(fields).select(sql`
            select ${newDocument}, position, fields.key, fields.name, attributes
            from fields join documents on documents.id = fields.document_id where ${live(workspaceId, id)}`),
          copyDeliveries(database, workspaceId, id, newDocument, now),
          // At the end: of each document there is one to copy, so that the last statement tells whether there is a copy.
          database.insert(templateVersions).select(sql`
            select ${versionId}, version.workspace_id, ${newDocument}, 1, blob_key, sha256, size_bytes, null, ${time}, version.warnings,
              version.created_by, 0
            from documents join template_versions as version on version.id = documents.version_id
            where ${live(workspaceId, id)}`),
        ],
        database.select({ id: documents.id }).from(documents).where(isNew),
      );

      return rows[0] && this.byId(workspaceId, rows[0].id);
    },

    /**
     * Into the bin, from which the sweep removes it once its time is up and no run needs it.
     * @param revision if given, only a document that is still at it is deleted
     */
    async delete(workspaceId: string, id: number, revision: number | undefined, now: Date): Promise<boolean> {
      const deleted = await database
        .update(documents)
        .set({ deletedAt: now.getTime(), deletedFrom: pathOfFolder, revision: sql`${documents.revision} + 1` })
        .where(and(live(workspaceId, id), revision === undefined ? undefined : eq(documents.revision, revision)))
        .returning({ id: documents.id });
      return deleted.length > 0;
    },
  };
}

/** Documents by their merge addresses. */
export function createDocumentLookUps(database: Database) {
  return {
    /**
     * The document behind a merge address, its own or one that it had at another service. The look-up is by digests alone, so
     * a wrong id and a wrong key take the same path through the same indexes to the same nothing (wire "Keys").
     */
    async byMergeAddress(id: number, key: string): Promise<AddressedDocument | undefined> {
      const keySha256 = await sha256Hex(key);
      const former = await idByFormerAddress("document", id, key);
      const rows = await selectAddressed(database).where(
        and(
          sql`${documents.id} in (select id from documents where key_sha256 = ${keySha256} union all ${former})`,
          isNull(documents.deletedAt),
          isHere(documents.workspaceId),
        ),
      );
      const row = rows.find(({ document }) => document.keySha256 !== keySha256 || document.id === id);
      return row && toAddressedDocument(row);
    },
  };
}
