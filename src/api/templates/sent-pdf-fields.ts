import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { assetReader } from "../../domain/static-asset.ts";
import { runYielding } from "../../domain/steps.ts";
import type { RequestContext } from "../../http/context.ts";
import { optional, text } from "../../http/wire-values.ts";
import { openPdf } from "../../pdf/document.ts";
import { placeFields, type WantedField } from "../../pdf/form/place-fields.ts";
import { listPlacedFields, type PlacedField } from "../../pdf/form/placed-fields.ts";
import { NUMBER_STYLES } from "../../pdf/form/value-format.ts";
import { writeChangedSteps } from "../../pdf/pdfa/preserved-identification.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { drawingFonts } from "../../templates/pdf/form-fonts.ts";
import { fieldList, newField, newFieldSchema, textsOf } from "../form-fields/sent-fields.ts";

const MOST_FIELDS = 5_000;

const sentSchema = newFieldSchema.extend({
  id: optional(text().pipe(z.string().max(100))).meta({
    description: "The id of a field from the list: that one is changed. Without it the field is new.",
    examples: ["3.0.0"],
  }),
});

/** Fields of a PDF as a request has them: all that the form is to have. */
export const sentPdfFields = () => fieldList(z.array(sentSchema).max(MOST_FIELDS));

type SentPdfField = z.output<typeof sentSchema>;

const shownFormat = z.discriminatedUnion("kind", [
  z
    .object({
      kind: z.literal("number").meta({ description: "A number." }),
      decimals: z.int().meta({ description: "Digits behind the decimal point." }),
      style: z.enum(NUMBER_STYLES).meta({ description: "How thousands and decimals are written." }),
      before: z.string().optional().meta({ description: "What stands before the number." }),
      after: z.string().optional().meta({ description: "What stands behind it." }),
    })
    .meta({ id: "NumberFormat" }),
  z
    .object({
      kind: z.literal("date").meta({ description: "A date or a time." }),
      mask: z.string().meta({ description: "As in Acrobat.", examples: ["dd.mm.yyyy"] }),
    })
    .meta({ id: "DateFormat" }),
]);

/** A field of a PDF as answers list it. */
export const pdfFieldSchema = z
  .object({
    id: z.string().meta({ description: "Names the field until the form changes.", examples: ["3.0.0"] }),
    page: z.int().meta({ description: "The page, counted from 1." }),
    box: z
      .array(z.number())
      .length(4)
      .meta({
        description: "Lower left and upper right corner in points of the page.",
        examples: [[70, 198, 220, 213]],
      }),
    kind: newFieldSchema.shape.kind.meta({ description: "The kind; `image` is a button, which shows a picture." }),
    name: z.string().meta({ description: "Its full name.", examples: ["Customer.Name"] }),
    tooltip: z.string().optional().meta({ description: "What is read aloud, where it is not the name." }),
    required: z.boolean().meta({ description: "Whether it has to be filled." }),
    max_length: z.int().optional().meta({ description: "How many characters it takes." }),
    n: z.int().optional().meta({ description: "Cells of a comb." }),
    value: z.string().optional().meta({ description: "What a check box or radio button stands for when it is on." }),
    options: z.array(z.string()).optional().meta({ description: "What can be chosen." }),
    text: z.string().optional().meta({ description: "What it holds until it is filled; its tags are merged." }),
    condition: z
      .string()
      .optional()
      .meta({ description: "When a merge turns it on.", examples: ["$Age >= 18"] }),
    format: shownFormat.optional().meta({ description: "How a text shows its value." }),
    font: z.string().optional().meta({ description: "Its font, if that is one that new fields can have." }),
    font_size: z.number().optional().meta({ description: "In points; 0 fits the text into the field." }),
    align: z.enum(["left", "center", "right"]).optional().meta({ description: "Where its text stands." }),
    color: z
      .string()
      .optional()
      .meta({ description: "The color of its text.", examples: ["#1a2b3c"] }),
  })
  .meta({ id: "PdfField" });

/** The fields of a document's template, with ids that hold for its version. */
export function pdfFieldsOf(bytes: Uint8Array, version: number): z.output<typeof pdfFieldSchema>[] {
  return listPlacedFields(openPdf(bytes)).map((field) => pdfFieldJson(field, version));
}

function pdfFieldJson({ id, count, maxLength, fontSizePoints, color, ...field }: PlacedField, version: number) {
  const hasLook = field.kind !== "signature" && field.kind !== "image";
  return {
    id: `${version}.${id}`,
    ...field,
    box: [...field.box],
    options: field.options && [...field.options],
    required: field.required === true,
    max_length: maxLength,
    n: count,
    ...(hasLook
      ? { font_size: fontSizePoints ?? 0, align: field.align ?? ("left" as const), color: hexOf(color ?? [0, 0, 0]) }
      : {}),
  };
}

const hexOf = (channels: readonly number[]): string =>
  `#${channels
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

/**
 * A template whose form has these fields.
 * @param current the version whose fields the ids name
 * @throws Failure `invalid_request`, `pdf_page_out_of_range` with the place in the list
 */
export async function withPdfFields(
  { env, now }: RequestContext,
  bytes: Uint8Array,
  current: number,
  sent: readonly SentPdfField[],
): Promise<Uint8Array> {
  const document = openPdf(bytes);
  const fields = sent.map((field, index) => wantedField(field, index, current));
  placeFields(document, fields, await drawingFonts(document, assetReader(env.ASSETS), textsOf(fields)));
  return (await runYielding(writeChangedSteps(document, now()))).bytes;
}

function wantedField({ id, ...field }: SentPdfField, index: number, current: number): WantedField {
  const wanted = newField(field);
  if (id === undefined) return wanted;
  const prefix = `${current}.`;
  if (id.startsWith(prefix)) return { ...wanted, id: id.slice(prefix.length) };
  const message = `Field ${index + 1} names a field of another version than ${current}, which is the document's now: list them again.`;
  throw new Failure("invalid_request", message, { errors: [{ pointer: `/fields/${index}/id`, message }] });
}

/** @throws Failure `invalid_request` for a document that is no PDF */
export function requirePdf({ type }: StoredDocument): void {
  if (type === "pdf") return;
  throw new Failure("invalid_request", `The document is of type ${type}: only PDF templates have form fields.`);
}
