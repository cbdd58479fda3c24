import * as z from "zod";
import type { Caller, RequestContext } from "../../http/context.ts";
import { MERGE_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { flag } from "../../http/wire-values.ts";
import { guardPublication } from "../../merge/document/document-tests.ts";
import { templateSource } from "../../merge/document/production.ts";
import { snapshotOf } from "../../merge/merge-target.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { documentWithFieldsSchema } from "../documents/document-schemas.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { TEMPLATE_PROBLEMS } from "../documents/template-upload.ts";
import { versionParams } from "./find-version.ts";

/** The request and answer when a version becomes the one that merges use, be it a draft or an old one. */
export const PUBLICATION = {
  tag: "Versions",
  auth: "key",
  needs: "document:publish",
  params: versionParams,
  body: z.object({
    force: flag().meta({ description: "1: even if tests fail or fields that were used are gone.", examples: [0] }),
  }),
  problems: [...TEMPLATE_PROBLEMS, ...MERGE_PROBLEMS, "tests_failed", "fields_dropped", "approval_required"],
  responses: { 200: { description: "The document with its fields", schema: documentWithFieldsSchema } },
} as const;

/** Checks a document, with the version that merges are to use, against its tests and what the last runs used. */
export async function guardVersion(
  context: RequestContext,
  { workspaceId }: Caller,
  document: StoredDocument,
  fields: readonly { name: string }[],
): Promise<void> {
  const services = mergeServicesOf(context);
  const source = templateSource(services, workspaceId, snapshotOf(document));
  await guardPublication(services, document, source, fields);
}
