import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { endpoint } from "../../http/endpoint.ts";
import { FILE_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { json } from "../../http/responses.ts";
import { requireRoom } from "../../http/storage-room.ts";
import { text } from "../../http/wire-values.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { letterPlaceholders, withFields } from "../../templates/placeholders/letter-placeholders.ts";
import { changeDocument } from "../documents/change-document.ts";
import { documentAnswer } from "../documents/document-json.ts";
import { documentParams, documentWithFieldsSchema } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";
import { authorOf, checkTemplate, TEMPLATE_PROBLEMS } from "../documents/template-upload.ts";
import { templateBytes } from "./template-bytes.ts";

const MAX_FIELDS = 500;
const FIELD = /^[\p{L}_][\p{L}\p{N}\p{M}_]*(?:\.[\p{L}_][\p{L}\p{N}\p{M}_]*)*$/u;

const placeholderSchema = z
  .object({
    id: z.string().meta({ description: "Stays the same as long as the template does." }),
    kind: z.enum(["named", "blank", "date", "amount"]).meta({
      description: "`named`: [Company], «Field»; `blank`: a line or dots; `date`: XX.XX.XXXX; `amount`: X.XXX,XX.",
    }),
    text: z.string().meta({ description: "As it is written.", examples: ["[Company]"] }),
    before: z.string().meta({ description: "The text of its paragraph before it." }),
    behind: z.string().meta({ description: "The text of its paragraph behind it." }),
    place: z.string().meta({ description: "Where it is, in words." }),
    name: z.string().meta({ description: "What the field could be called.", examples: ["Company"] }),
  })
  .meta({ id: "Placeholder" });

/** GET /api/documents/:id/placeholders: what in an old letter is filled in by hand. */
export const listPlaceholders = endpoint({
  method: "get",
  path: "/api/documents/:id/placeholders",
  summary: "Find what could be fields",
  description:
    "Places of a Word or PowerPoint template that are filled in by hand: `[Company]`, `«Field»`, lines of underscores or dots, `XX.XX.XXXX`. " +
    "Each with a name for its field, after the words around it. Templates of other types have none.",
  tag: "Documents",
  auth: "key",
  needs: "document:read",
  params: documentParams,
  problems: FILE_PROBLEMS,
  responses: { 200: { description: "The places, in the order of the file", schema: z.array(placeholderSchema) } },

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);

    return json(hasLetters(document) ? letterPlaceholders(await templateBytes(context, document)) : []);
  },
});

/** POST /api/documents/:id/placeholders: those that were accepted become fields. */
export const acceptPlaceholders = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/documents/:id/placeholders",
  summary: "Make fields of placeholders",
  description:
    "Writes `{$name}` in place of each placeholder that is named, in its format, and saves the file as a new version. Nothing else of " +
    "the file changes.",
  tag: "Documents",
  auth: "key",
  needs: "document:write",
  params: documentParams,
  revised: true,
  body: z.object({
    fields: z
      .array(
        z.object({
          id: text().meta({ description: "Id of a placeholder, from the list.", examples: ["word/document.xml:0:6"] }),
          name: text()
            .pipe(z.string().regex(FIELD, { error: "must be a name such as Company or Customer.name" }))
            .meta({ description: "Name of the field, without `$`.", examples: ["Company"] }),
        }),
      )
      .min(1, "must not be empty")
      .max(MAX_FIELDS)
      .meta({ description: "What was accepted." }),
  }),
  problems: [...TEMPLATE_PROBLEMS, "approval_required", "storage_full"],
  responses: { 200: { description: "The document with its fields", schema: documentWithFieldsSchema } },

  async handle({ params, body, caller, context }) {
    requireRoom(context, caller);
    const names = new Map(body.fields.map(({ id, name }) => [id, name]));
    const changed = await changeDocument(context, caller, params.id, "document.updated", async (document) => {
      if (!hasLetters(document))
        throw new Failure(
          "invalid_request",
          `The document is of type ${document.type}: only Word and PowerPoint files have placeholders.`,
        );
      const bytes = withFields(await templateBytes(context, document), names);
      const { type, settings, output } = document;
      const inspected = await checkTemplate(context, caller, { bytes, type, settings, output });

      return { changes: {}, template: { ...inspected, author: authorOf(caller) } };
    });

    return await documentAnswer(changed, context, []);
  },
});

const hasLetters = ({ type }: StoredDocument): boolean => type === "docx" || type === "pptx";
