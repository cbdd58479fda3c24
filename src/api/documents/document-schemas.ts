import { z } from "zod";
import { normalizeFolderPath } from "../../domain/folder.ts";
import type { MergeTarget } from "../../domain/merge-target.ts";
import { base64, flag, integer, number, numericId, optional, text } from "../../http/wire-values.ts";
import { settingsSchema } from "./settings-schema.ts";

/** What requests about documents have in common (interface 2.2 and 4.2). */

export const documentParams = z.object({ id: numericId() });

export const nameSchema = text().pipe(z.string().trim().min(1).max(500));

/** Merge language, so its length is that of a template, not of a file name. */
export const outputNameSchema = text().pipe(z.string().max(2_000));

export const folderSchema = text().transform((value, context) => {
  const path = normalizeFolderPath(value);
  if (path !== undefined) return path;

  context.addIssue({
    code: "custom",
    message: "must be a folder's path such as Sales/Invoices, at most 20 levels deep",
  });
  return z.NEVER;
});

const inches = number().pipe(z.number().min(0.1).max(200));

/** Inches as the text that is kept; empty for the default. */
export const sizeSchema = z.union([z.literal("").transform(() => ""), inches.transform(String)]);

/** Days for which merged files are kept, 0: until they are delivered; empty for the workspace's own number. */
export const retentionSchema = z.union([
  z.literal(["", null]).transform(() => null),
  integer().pipe(z.number().min(0).max(3_650, { error: "must be at most 3,650 days" })),
]);

/** Members that documents and data routes have in common, in create and update alike. */
export const targetMembers = {
  output_name: optional(outputNameSchema),
  folder: optional(folderSchema),
  active: z.union([z.null(), flag()]).optional(),
  retention_days: retentionSchema.optional(),
};

/** Members that were sent, in the words of the domain. */
export function targetChanges(
  body: { name?: string | undefined } & {
    [Name in keyof typeof targetMembers]?: z.output<(typeof targetMembers)[Name]>;
  },
): Partial<MergeTarget> {
  return withoutUndefined({
    name: body.name,
    outputName: body.output_name,
    folder: body.folder,
    active: body.active ?? undefined,
    retentionDays: body.retention_days,
  });
}

/** What a new document or data route has of members that were not sent. */
export const TARGET_DEFAULTS = { outputName: "", folder: "", active: true };

export function withoutUndefined<Members extends object>(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Members;
}

/** Members of a document in create and update alike; of html, file_contents and file_url a request sends one. */
export const documentMembers = {
  ...targetMembers,
  output: optional(text()),
  html: optional(text()),
  file_contents: optional(base64()),
  file_url: optional(text()),
  size_width: optional(sizeSchema),
  size_height: optional(sizeSchema),
  settings: optional(settingsSchema),
};

/** A field as answers list it (interface 2.3). */
export const fieldSchema = z.object({ key: z.string(), name: z.string() });

/** A document as lists show it (interface 2.2): text throughout, never null. */
export const listedDocumentSchema = z.object({
  id: z.string(),
  key: z.string(),
  type: z.string(),
  name: z.string(),
  output: z.string(),
  output_name: z.string(),
  folder: z.string(),
  size: z.string(),
  size_width: z.string(),
  size_height: z.string(),
  active: z.string(),
  url: z.string(),
});

export const documentSchema = listedDocumentSchema.extend({
  /** Only for documents that have a number of their own. */
  retention_days: z.string().optional(),
  settings: z.record(z.string(), z.unknown()),
});

export const documentWithFieldsSchema = documentSchema.extend({ fields: z.array(fieldSchema) });
