import * as z from "zod";
import { numberedList } from "../../domain/collections/numbered-list.ts";
import { FilePart } from "../../http/body/body-tree.ts";
import { flag, integer, number, optional, shownAs, text } from "../../http/wire-values.ts";
import { NEW_FIELD_FONTS, NEW_FIELD_KINDS, type NewField } from "../../pdf/form/new-field.ts";
import { DATE_MASK, FORMAT_MARK, NUMBER_STYLES } from "../../pdf/form/value-format.ts";

const MOST_FIELDS = 1_000;
/** Of a comb, and of a text. */
const MOST_CHARACTERS = 10_000;

const FONTS = Object.keys(NEW_FIELD_FONTS) as (keyof typeof NEW_FIELD_FONTS)[];

const MOST_CONDITION_LENGTH = 2_000;

const mark = () => optional(z.string().regex(FORMAT_MARK, { error: "must be up to 20 characters without quotes" }));

/** How a text field shows its value. */
const formatSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({
      kind: z.literal("number").meta({ description: "A number." }),
      decimals: integer()
        .pipe(z.int().min(0).max(10))
        .default(2)
        .meta({ description: "Digits behind the decimal point; 2 when absent." }),
      style: z
        .enum(NUMBER_STYLES)
        .default(NUMBER_STYLES[0])
        .meta({ description: "How thousands and decimals are written; `1,234.56` when absent." }),
      before: mark().meta({ description: "What stands before the number, such as `$`." }),
      after: mark().meta({ description: "What stands behind it, such as ` EUR`; not beside `before`." }),
    })
    .refine(({ before, after }) => before === undefined || after === undefined, {
      error: "has either before or after",
    })
    .meta({ id: "NumberFormat" }),
  z
    .strictObject({
      kind: z.literal("date").meta({ description: "A date or a time." }),
      mask: z
        .string()
        .regex(DATE_MASK, { error: "must be made of d, m, y, H, h, M, s, t and the marks between them" })
        .meta({ description: "As in Acrobat: `dd.mm.yyyy`, `mmmm d, yyyy`, `HH:MM`.", examples: ["dd.mm.yyyy"] }),
    })
    .meta({ id: "DateFormat" }),
]);

/** A field as requests describe it. */
export const newFieldSchema = z.object({
  page: integer().pipe(z.int().min(1)).meta({ description: "The page, counted from 1." }),
  box: z.preprocess(numberedList, z.array(number()).length(4)).meta({
    description: "Lower left and upper right corner in points of the page's own coordinates.",
    examples: [[70, 198, 220, 213]],
  }),
  kind: z.enum(NEW_FIELD_KINDS).meta({ description: "The kind of field." }),
  name: text()
    .pipe(z.string().trim().min(1).max(500))
    .meta({
      description: "Its full name. Fields of the same name show the same value; radio buttons are a group.",
      examples: ["Customer.Name"],
    }),
  tooltip: optional(text()).meta({ description: "What is read aloud; the name when absent." }),
  required: optional(flag()).meta({ description: "Whether it has to be filled." }),
  max_length: optional(integer().pipe(z.int().min(1).max(MOST_CHARACTERS))).meta({
    description: "How many characters it takes.",
  }),
  n: optional(integer().pipe(z.int().min(1).max(MOST_CHARACTERS))).meta({
    description: "Cells of a comb; `max_length` when absent.",
  }),
  value: optional(text().pipe(z.string().max(120))).meta({
    description: "What a check box or radio button stands for when it is on.",
  }),
  options: optional(z.preprocess(numberedList, z.array(text()).max(MOST_FIELDS))).meta({
    description: "What can be chosen; without them anything can be typed.",
  }),
  text: optional(text().pipe(z.string().max(MOST_CHARACTERS))).meta({
    description: "What a text or choice holds until it is filled; merges fill in its tags.",
    examples: ["{$Customer.Street}, {$Customer.City}"],
  }),
  condition: optional(text().pipe(z.string().max(MOST_CONDITION_LENGTH))).meta({
    description: "When a merge turns a check box or radio button on, as in `{if ...}`; its value's data when absent.",
    examples: ["$Age >= 18"],
  }),
  format: optional(formatSchema).meta({
    description:
      "Of a `text`: its value is shown as a number or date of this form, when it is merged and when somebody types in Acrobat.",
    examples: [
      { kind: "number", decimals: 2, style: "1,234.56", before: "$" },
      { kind: "date", mask: "dd.mm.yyyy" },
    ],
  }),
  font: optional(z.enum(FONTS)).meta({ description: "The font of its text; Helvetica when absent." }),
  font_size: optional(number().pipe(z.number().min(0).max(300))).meta({
    description: "In points; 0, the default, fits the text into the field.",
  }),
  align: optional(z.enum(["left", "center", "right"])).meta({ description: "Where its text stands." }),
  color: optional(z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: "must be a color such as #1a2b3c" })).meta({
    description: "The color of its text, such as `#1a2b3c`; black when absent.",
  }),
});

/** The fields of a body: a list, its JSON as text or as a file part, or the answer of `detect_fields`. */
export function sentFields() {
  return fieldList(z.array(newFieldSchema).min(1).max(MOST_FIELDS));
}

/** The same for fields that have other members, too. */
export function fieldList<Schema extends z.ZodArray>(shown: Schema) {
  const sent = z.unknown().transform((value, context) => {
    const tree = value instanceof FilePart || typeof value === "string" ? parsed(value) : value;
    if (tree === undefined) {
      context.addIssue({ code: "custom", message: "must be a list of fields, or its JSON; this is no valid JSON" });
      return z.NEVER;
    }
    const isAnswer = typeof tree === "object" && tree !== null && "fields" in tree;
    return numberedList(isAnswer ? tree.fields : tree);
  });
  return shownAs(sent.pipe(shown), shown);
}

function parsed(value: FilePart | string): unknown {
  const json = typeof value === "string" ? value : new TextDecoder().decode(value.bytes);
  try {
    return JSON.parse(json.replace(/^\ufeff/, ""));
  } catch {
    // Whoever asks says what is expected instead.
    return undefined;
  }
}

export function newField({ max_length, n, font_size, color, ...field }: z.output<typeof newFieldSchema>): NewField {
  const channels =
    color === undefined ? undefined : [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  return {
    ...field,
    maxLength: max_length,
    count: n,
    fontSizePoints: font_size,
    color: channels?.map((channel) => Math.round(channel * 1_000) / 1_000),
  };
}

/** What fields will hold, for the choice of fonts. */
export const textsOf = (fields: readonly NewField[]): string[] =>
  fields.flatMap(({ text: held, options = [] }) => [held ?? "", ...options]);
