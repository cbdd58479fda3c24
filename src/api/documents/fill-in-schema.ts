import * as z from "zod";
import {
  FILE_KINDS,
  FILL_IN_FOLLOWS,
  FILL_IN_KINDS,
  FILL_IN_LANGUAGES,
  type FillInField,
  type FillInSettings,
} from "../../domain/fill-in.ts";
import { ASKABLE } from "../../fill-in/asked-fields.ts";
import { flag, integer, list, moment, text } from "../../http/wire-values.ts";

/** Longest words of an author, in characters, and most fields of a page. */
const MAX_TEXT = 5_000;
const MAX_FIELDS = 200;
const MAX_COLUMNS = 20;
const MAX_OPTIONS = 300;
/** Characters of a logo in base64: some 100 KB. */
const MAX_LOGO = 140_000;

const words = text().pipe(z.string().max(MAX_TEXT));
const line = words.pipe(
  z
    .string()
    .max(200)
    .regex(/^[^\p{Cc}]*$/u, { error: "must be one line" }),
);
const linesByLanguage = z
  .partialRecord(z.enum(FILL_IN_LANGUAGES), line)
  .refine((texts) => Object.keys(texts).length > 0, { error: "must have a text for one language at least" });
const byLanguage = z
  .partialRecord(z.enum(FILL_IN_LANGUAGES), words)
  .refine((texts) => Object.keys(texts).length > 0, { error: "must have a text for one language at least" });

/** A text of the author's, in one language or in several. */
const shownText = (description: string) => z.union([words, byLanguage]).optional().meta({ description });

const nameSchema = text()
  .pipe(z.string().trim().regex(ASKABLE, { error: "must be a field's name such as Name or Customer.Name" }))
  .meta({ description: "The member of the merge data; `Customer.Name` is a member of a member." });

const fieldMembers = {
  name: nameSchema,
  kind: z.enum(FILL_IN_KINDS).default("text").meta({ description: "What is asked for." }),
  label: shownText("What people read; the name when absent."),
  help: shownText("A line of help below the field."),
  required: flag().meta({ description: "1: the page cannot be sent without it; of `yes_no`: without a yes." }),
  default: words.optional().meta({ description: "What the field holds at first; a date as 2026-11-28, 1 for yes." }),
  options: list(z.array(text().pipe(z.string().trim().min(1).max(200))).max(MAX_OPTIONS))
    .optional()
    .meta({ description: "What a `choice` offers." }),
  prefill: flag().meta({ description: "1: the query of the page's address may fill it." }),
};

const hasOptions = ({ kind, options }: { kind: string; options?: readonly string[] }) =>
  kind !== "choice" || (options?.length ?? 0) > 0;
const NEEDS_OPTIONS = { error: "must have options, as it is a choice", path: ["options"] };

const columnSchema = z
  .strictObject({
    ...fieldMembers,
    kind: z
      .enum(FILL_IN_KINDS)
      .exclude(["rows", ...FILE_KINDS])
      .default("text")
      .meta({ description: "What is asked for in the column." }),
  })
  .omit({ prefill: true })
  .refine(({ name }) => !name.includes("."), { error: "must be a plain name, as it is a column", path: ["name"] })
  .refine(hasOptions, NEEDS_OPTIONS);

const fieldSchema = z
  .strictObject({
    ...fieldMembers,
    fields: list(z.array(columnSchema).min(1).max(MAX_COLUMNS))
      .optional()
      .meta({ description: "The columns of `rows`." }),
  })
  .refine(hasOptions, NEEDS_OPTIONS)
  .refine(({ kind, fields }) => (kind === "rows") === (fields !== undefined), {
    error: "must be there for rows, and for nothing else",
    path: ["fields"],
  });

const logoSchema = text()
  .pipe(z.string().max(MAX_LOGO, { error: "must be smaller: at most 100 KB" }))
  .refine((value) => /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/.test(value), {
    error: "must be a PNG, JPEG or WebP picture as a data URI",
  });

const addressSchema = text().refine((value) => isWebAddress(value), { error: "must be an address with https" });

/** An origin that CSP takes as it is: nothing of it can end its directive. */
const originSchema = text().refine(
  (value) => value === "*" || /^https:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/.test(value),
  {
    error: "must be an origin such as https://www.example.com, or *",
  },
);

/** `settings[fill_in]`; it replaces the setting as a whole. */
export const fillInSchema = z
  .strictObject({
    on: flag().meta({ description: "1: the page is there." }),
    title: shownText("Its heading; the name of the document when absent."),
    before: shownText("Words above the fields."),
    after: shownText("Words below the fields."),
    fields: list(z.array(fieldSchema).max(MAX_FIELDS))
      .optional()
      .meta({ description: "What is asked, in this order; the fields of the template when absent." }),
    follows: z.enum(FILL_IN_FOLLOWS).optional().meta({
      description:
        "What people get when they have sent it: words (the default), the merged file, another address, or the merged file by mail.",
    }),
    thanks: shownText("The words that follow."),
    address: addressSchema.optional().meta({ description: "The address that follows." }),
    mail_to: nameSchema.optional().meta({ description: "The field of kind `email` whose address the mail goes to." }),
    mail_subject: z
      .union([line, linesByLanguage])
      .optional()
      .meta({ description: "Subject of the mail; the title when absent." }),
    mail_text: shownText("What the mail says; the merged file is attached."),
    until: moment()
      .transform((time) => time.toISOString())
      .optional()
      .meta({ description: "When it closes." }),
    times: integer()
      .pipe(z.int().min(1).max(1_000_000))
      .optional()
      .meta({ description: "How often it can be sent, in all." }),
    logo: logoSchema.optional().meta({ description: "A picture as a data URI, at most 100 KB." }),
    color: text()
      .pipe(z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: "must be a color such as #0b5cad" }))
      .optional()
      .meta({ description: "Color of the button that sends it, such as `#0b5cad`." }),
    languages: list(
      z.array(z.enum(FILL_IN_LANGUAGES)).max(FILL_IN_LANGUAGES.length, { error: "must name each language once" }),
    )
      .optional()
      .meta({ description: "Languages it may be shown in, by what browsers ask for; the first one for all others." }),
    frames: list(z.array(originSchema).max(20))
      .optional()
      .meta({ description: "Origins of the pages that may show it in a frame; `*` for all." }),
  })
  .refine(({ follows, address }) => follows !== "address" || address !== undefined, {
    error: "must be there, as it is what follows",
    path: ["address"],
  })
  .refine(
    ({ follows, mail_to, fields = [] }) =>
      follows !== "mail" || fields.some(({ name, kind }) => name === mail_to && kind === "email"),
    { error: "must name one of the fields, of kind email, as a mail follows", path: ["mail_to"] },
  )
  .refine(({ fields = [] }) => new Set(fields.map(({ name }) => name)).size === fields.length, {
    error: "must have names that differ",
    path: ["fields"],
  });

/** The setting as an answer shows it: flags are 1 or 0. */
export function fillInJson(settings: FillInSettings): Record<string, unknown> {
  const { on = false, fields, ...others } = settings;
  return { on: +on, ...others, ...(fields ? { fields: fields.map(fieldJson) } : {}) };
}

/** A field as an answer shows it. */
export function fieldJson({ required, prefill, fields, ...others }: FillInField): Record<string, unknown> {
  return {
    ...others,
    ...(required ? { required: 1 } : {}),
    ...(prefill ? { prefill: 1 } : {}),
    ...(fields ? { fields: fields.map(fieldJson) } : {}),
  };
}

function isWebAddress(value: string): boolean {
  if (!/^https:\/\/[^\s"'<>;]+$/.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === "" && password === "";
}
