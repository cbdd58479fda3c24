import * as z from "zod";
import { languageText } from "../../delivery/setting-values.ts";
import { FIELD_USES } from "../../domain/document.ts";
import { normalizeFolderPath } from "../../domain/folder.ts";
import type { MergeTarget } from "../../domain/merge-target.ts";
import { RUN_STATUSES } from "../../domain/run.ts";
import { templateWarningSchema } from "../../http/openapi/template-warning-schema.ts";
import { base64, flag, integer, number, numericId, optional, text } from "../../http/wire-values.ts";
import { settingsSchema } from "./settings-schema.ts";

/** What requests about documents have in common (interface 2.2 and 4.2). */

export const documentParams = z.object({ id: numericId().meta({ description: "Id of the document." }) });

const MAX_IDS = 1_000;

/** Ids of a query, separated by commas. */
export const idsSchema = text().transform((value, context) => {
  const ids = value.split(",").map((id) => numericId().parse(id.trim()));
  if (ids.length <= MAX_IDS) return ids;

  context.addIssue({ code: "custom", message: `must be at most ${MAX_IDS} ids` });
  return z.NEVER;
});

export const nameSchema = text()
  .pipe(z.string().trim().min(1).max(500))
  .meta({ description: "A name for people.", examples: ["Invoice"] });

/** Merge language, so its length is that of a template, not of a file name. */
export const outputNameSchema = text().pipe(languageText()).pipe(z.string().max(2_000));

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

/** Inches, kept as text; empty for the default. */
export const sizeSchema = z.union([z.literal("").transform(() => ""), inches.transform(String)]);

/** The same, or `auto`: as high as what is on the page. */
export const pageHeightSchema = z.union([z.literal("auto"), sizeSchema]);

/** Days for which merged files are kept, 0: until they are delivered; empty for the workspace's own number. */
export const retentionSchema = z.union([
  z.literal(["", null]).transform(() => null),
  integer().pipe(z.number().min(0).max(3_650, { error: "must be at most 3,650 days" })),
]);

/** Members that documents and data routes have in common, in create and update alike. */
export const targetMembers = {
  output_name: optional(outputNameSchema).meta({
    description: "Name of the merged file, in the merge language; the name when empty.",
  }),
  folder: optional(folderSchema).meta({
    description:
      "The folder's whole path, such as `Sales/Invoices`; folders that are missing are made. Empty for none.",
  }),
  active: z.union([z.null(), flag()]).optional().meta({ description: "0: merges are test merges." }),
  retention_days: retentionSchema.optional().meta({
    description:
      "Days for which merged files are kept, 0: until they are delivered; empty for the workspace's default.",
  }),
};

/** Members that were sent, in the words of the domain. */
export function targetChanges(
  body: { name?: string } & {
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

/** What a new document or data route has for members that were not sent. */
export const TARGET_DEFAULTS = { outputName: "", folder: "", active: true };

export function withoutUndefined<Members extends object>(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Members;
}

/** Members of a document in create and update alike; a request sends one of html, file_contents and file_url. */
export const documentMembers = {
  ...targetMembers,
  output: optional(text()).meta({
    description: "Type of the merged file; `pdf`, or the template's own type, when absent.",
  }),
  html: optional(text()).meta({
    description: "The template, when the type is html.",
    examples: ["<h1>Invoice {$Number}</h1><p>{$Name}</p>"],
  }),
  file_contents: optional(base64()).meta({ description: "The template as base64, or as a file part." }),
  file: optional(base64()).meta({ description: "The same as `file_contents`, for forms with a file part." }),
  file_url: optional(text()).meta({ description: "Address from which the template is fetched." }),
  size: z.unknown().optional().meta({
    description:
      "Has no effect; answers have it, empty, and clients send it back. Pages are sized by size_width and size_height.",
  }),
  size_width: optional(sizeSchema).meta({ description: "Width of the page in inches, when the type is html." }),
  size_height: optional(pageHeightSchema).meta({
    description: "Height of the page in inches, when the type is html; `auto`: as high as what is on it.",
  }),
  settings: optional(settingsSchema).meta({
    description:
      "How the document is merged. Only the members you send are changed; empty text resets one to its default.",
    examples: [{ title: "Invoice {$Number}", pdf_a: "2b" }],
  }),
};

/** A field as answers list it (interface 2.3). */
export const fieldSchema = z
  .object({
    key: z.string().meta({ description: "Identifier of the field in its document.", examples: ["f1"] }),
    name: z.string().meta({ description: "Name, as in the placeholder `{$Name}`.", examples: ["Name"] }),
  })
  .meta({ id: "Field" });

/** A field with everything that is known about it (`attributes=1`). */
export const fieldAttributesSchema = z
  .object({
    key: z.string().meta({ description: "Identifier of the field in its document." }),
    name: z.string().meta({ description: "Name, as in the placeholder `{$Name}`." }),
    type: z
      .enum(["text", "number", "date", "boolean", "list", "object", "image", "choice"])
      .meta({ description: "What the template does with the value." }),
    required: z.boolean().meta({ description: "Whether a merge without the field looks incomplete." }),
    occurrences: z
      .array(
        z.object({
          part: z.string().meta({ description: "Part of the template, such as a page, a slide or a sheet." }),
          text: z.string().meta({ description: "The tag and the text around it." }),
        }),
      )
      .meta({ description: "Where the template uses the field." }),
    options: z.array(z.string()).optional().meta({ description: "The values that a choice offers." }),
    default: z.string().optional().meta({ description: "What is shown when the data have no value." }),
    used_in: z
      .array(
        z.object({
          in: z.enum(FIELD_USES).meta({
            description: "template, header or footer of the document, output_name, delivery, or rule of a data route.",
          }),
          id: z.string().optional().meta({ description: "Which delivery, rule or document." }),
          setting: z.string().optional().meta({ description: "Which setting of the delivery." }),
        }),
      )
      .optional()
      .meta({ description: "Where the field is used; only in lists of a document's or data route's fields." }),
    get fields() {
      return z
        .array(fieldAttributesSchema)
        .optional()
        .meta({ description: "Members of an object, or of the items of a list." });
    },
  })
  .meta({ id: "FieldWithAttributes" });

/** A document as lists show it (interface 2.2): text throughout, never null. */
export const listedDocumentSchema = z.object({
  id: z.string().meta({ description: "Identifier of the document.", examples: ["42"] }),
  key: z.string().meta({ description: "The secret part of its merge address." }),
  type: z.string().meta({ description: "Type of the template: `html`, `pdf`, `docx`, `xlsx` or `pptx`." }),
  name: z.string().meta({ description: "A name for people." }),
  output: z.string().meta({ description: "Type of the merged file." }),
  output_name: z.string().meta({ description: "Name of the merged file, in the merge language; empty for the name." }),
  folder: z.string().meta({ description: "The folder's whole path; empty for none." }),
  size: z.string().meta({ description: "Always empty; older clients expect it." }),
  size_width: z.string().meta({ description: "Width of the page in inches; empty where the template has its own." }),
  size_height: z.string().meta({ description: "Height of the page in inches; empty where the template has its own." }),
  active: z.string().meta({ description: "`1`, or `0`: merges are test merges." }),
  url: z.string().meta({ description: "The merge address: anyone who knows it may merge." }),
});

export const documentSchema = listedDocumentSchema.extend({
  warnings: z
    .array(templateWarningSchema)
    .meta({ description: "What is not an error in the template but most likely unintended." }),
  retention_days: z
    .string()
    .optional()
    .meta({ description: "Days for which merged files are kept, where the document sets its own." }),
  settings: z.record(z.string(), z.unknown()).meta({
    description: "How the document is merged: what was set, by the names of the request's `settings`.",
    examples: [{ pdf_a: "2b" }],
  }),
});

export const documentWithFieldsSchema = documentSchema
  .extend({ fields: z.array(fieldSchema).meta({ description: "The merge fields of the template." }) })
  .meta({ id: "Document" });

function namesOf<Shape extends z.core.$ZodLooseShape>(schema: z.ZodObject<Shape>): { [Name in keyof Shape]: true } {
  return Object.fromEntries(Object.keys(schema.shape).map((name) => [name, true])) as { [Name in keyof Shape]: true };
}

/** What `details=1` adds to a document. */
const detailMembers = {
  version: z.int().meta({ description: "Number of the template version that merges use." }),
  created_at: z.iso.datetime().meta({ description: "When it was made." }),
  updated_at: z.iso.datetime().meta({ description: "When it was last changed." }),
  last_run: z
    .object({
      id: z.string().meta({ description: "Identifier of the run." }),
      status: z.enum(RUN_STATUSES).meta({ description: "Its status." }),
      test: z.boolean().meta({ description: "Whether it is a test merge." }),
      accepted_at: z.iso.datetime().meta({ description: "When its data arrived." }),
    })
    .nullable()
    .meta({ description: "The last merge; null before the first one." }),
};

/** A document with everything that is known about it. */
export const wholeDocumentSchema = documentSchema.extend(detailMembers);

/** A document of a list: what goes beyond interface 2.2 is there with `details=1`. */
export const documentOfListSchema = listedDocumentSchema
  .extend(wholeDocumentSchema.omit(namesOf(listedDocumentSchema)).partial().shape)
  .meta({ id: "ListedDocument" });

/** One document: its details are there with `details=1`. */
export const shownDocumentSchema = documentSchema.extend(z.object(detailMembers).partial().shape);
