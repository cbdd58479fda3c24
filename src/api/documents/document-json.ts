import type * as z from "zod";
import type { DocumentField } from "../../domain/document.ts";
import type { TemplateWarning } from "../../domain/template-warning.ts";
import type { RequestContext } from "../../http/context.ts";
import { entityTag } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import type { WholeDocument } from "../../store/document-lists.ts";
import type { ListedDocument, StoredDocument } from "../../store/document-rows.ts";
import type { documentSchema, listedDocumentSchema, wholeDocumentSchema } from "./document-schemas.ts";
import { settingsJson } from "./settings-schema.ts";
import { textWarnings } from "./text-warnings.ts";

/** US Letter, in inches (wire "HTML page size"). */
const DEFAULT_SIZE = { width: "8.5", height: "11" };

/** A document in the shape of interface 2.2, with its settings. */
export function documentJson(document: StoredDocument, publicBaseUrl: string): z.output<typeof documentSchema> {
  return {
    ...listedDocumentJson(document, publicBaseUrl),
    ...(document.retentionDays === undefined ? {} : { retention_days: String(document.retentionDays) }),
    settings: settingsJson(document.settings),
    warnings: [...document.version.warnings, ...nameWarnings(document.outputName)],
  };
}

/** Whether a request only sends back the size that answers show of a document without one of its own. */
export function isShownSize(document: ListedDocument, width: string | undefined, height: string | undefined): boolean {
  const hasNone = document.sizeWidth === "" && document.sizeHeight === "";
  return hasNone && width === DEFAULT_SIZE.width && height === DEFAULT_SIZE.height;
}

/** A document with everything that is known about it (`details=1`). */
export function wholeDocumentJson(
  document: WholeDocument,
  publicBaseUrl: string,
): z.output<typeof wholeDocumentSchema> {
  const { lastRun } = document;

  return {
    ...documentJson(document, publicBaseUrl),
    version: document.version.number,
    created_at: document.createdAt.toISOString(),
    updated_at: document.updatedAt.toISOString(),
    last_run: lastRun
      ? { id: lastRun.id, status: lastRun.status, test: lastRun.test, accepted_at: lastRun.acceptedAt.toISOString() }
      : null,
  };
}

/** The name of the merged file is a small template, too. */
const nameWarnings = (text: string): TemplateWarning[] =>
  textWarnings({ part: "output_name", place: "the name of the merged file (output_name)", text });

/** A document in exactly the shape of interface 2.2, as lists show it. */
export function listedDocumentJson(
  document: ListedDocument,
  publicBaseUrl: string,
): z.output<typeof listedDocumentSchema> {
  const isHtml = document.type === "html";

  return {
    id: String(document.id),
    key: document.key,
    type: document.type,
    name: document.name,
    output: document.output,
    output_name: document.outputName,
    folder: document.folder,
    size: "",
    size_width: document.sizeWidth || (isHtml ? DEFAULT_SIZE.width : ""),
    size_height: document.sizeHeight || (isHtml ? DEFAULT_SIZE.height : ""),
    active: document.active ? "1" : "0",
    url: `${publicBaseUrl}/merge/${document.id}/${document.key}`,
  };
}

/**
 * The answer of create, update, copy and restore: the document with its fields, and its ETag.
 * @param warnings about the request itself
 */
export async function documentAnswer(
  document: StoredDocument,
  context: RequestContext,
  warnings: readonly TemplateWarning[] = [],
): Promise<Response> {
  const fields = await context.store.fields.ofDocument(document.workspaceId, document.id);
  const shown = documentJson(document, context.settings.publicBaseUrl);
  const body = { ...shown, warnings: [...warnings, ...shown.warnings], fields: fields.map(fieldJson) };

  return json(body, 200, { etag: documentTag(document) });
}

export const fieldJson = ({ key, name }: DocumentField) => ({ key, name });

export const documentTag = (document: StoredDocument): string => entityTag(document.revision);
