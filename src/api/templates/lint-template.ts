import * as z from "zod";
import { DOCUMENT_TYPES } from "../../domain/document.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { base64, optional, text } from "../../http/wire-values.ts";
import { inspectTemplate } from "../../merge/document/template-weight.ts";
import { fieldAttributesSchema } from "../documents/document-schemas.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { settingsSchema, withoutNulls } from "../documents/settings-schema.ts";
import { checkOutput, readTemplate, TEMPLATE_PROBLEMS, templateMissing } from "../documents/template-upload.ts";

const errorSchema = z.object({
  message: z.string().meta({ description: "What is wrong and what to do about it." }),
  pointer: z.string().optional().meta({ description: "JSON pointer of the member that is wrong." }),
  part: z.string().optional().meta({ description: "Part of the file, such as a page, a slide or a sheet." }),
  place: z.string().optional().meta({ description: "Where to find it, in words." }),
  text: z.string().optional().meta({ description: "The text around it." }),
  tag: z.string().optional().meta({ description: "The tag." }),
  remedy: z.string().optional().meta({ description: "What to write instead." }),
  code: z.string().optional().meta({ description: "Stable word for this kind of finding." }),
  line: z.int().optional().meta({ description: "Line, counted from 1." }),
  column: z.int().optional().meta({ description: "Column, counted from 1." }),
  offset: z.int().optional().meta({ description: "Character at which it begins, counted from 0." }),
  length: z.int().optional().meta({ description: "Its characters." }),
});

const lintSchema = z
  .object({
    errors: z.array(errorSchema).meta({ description: "What keeps the template from being saved." }),
    warnings: z.array(errorSchema).meta({ description: "What is not an error but most likely unintended." }),
    fields: z.array(fieldAttributesSchema).meta({ description: "The merge fields, with all attributes." }),
  })
  .meta({ id: "TemplateFindings" });

/** POST /api/templates/lint: errors, warnings and fields of a template that is being written. */
export const lintTemplate = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/templates/lint",
  summary: "Check a template without saving it",
  description: "Returns all errors and warnings with their places, and the merge fields. Nothing is kept.",
  tag: "Documents",
  auth: "key",
  needs: "document:write",
  body: z.object({
    type: z.enum(DOCUMENT_TYPES).meta({ description: "Type of the template." }),
    html: optional(text()).meta({ description: "The template, for the type html.", examples: ["<p>{$Name}</p>"] }),
    file_contents: optional(base64()).meta({ description: "The template as a file, for other types." }),
    output: optional(text()).meta({
      description: "What it is merged to; some things matter only in html that leaves as html, or only in a PDF.",
      examples: ["pdf"],
    }),
    settings: optional(settingsSchema).meta({
      description: "Settings that say how the template is read.",
      examples: [{ syntax: "docloom" }],
    }),
  }),
  problems: TEMPLATE_PROBLEMS,
  responses: { 200: { description: "Findings about the template", schema: lintSchema } },

  async handle({ body, caller, context }) {
    // An empty text is a template that has just been begun.
    const isEmpty = body.type === "html" && body.html === "";
    const bytes = isEmpty ? new Uint8Array() : await readTemplate(body, body.type, context, caller);
    if (!bytes) throw templateMissing(body.type);

    const settings = withoutNulls(body.settings ?? {});
    const output = body.output ? checkOutput(body.output, body.type) : undefined;
    const template = { bytes, type: body.type, settings, output };
    const services = mergeServicesOf(context);
    const { errors, warnings, fields } = await inspectTemplate(services, caller.workspaceId, template);
    return json({ errors, warnings, fields: await context.store.fields.withKeys(fields) });
  },
});
