import * as z from "zod";
import { CERTIFICATIONS, SIGNATURE_LEVELS } from "../../domain/document.ts";
import { number, optional, text } from "../../http/wire-values.ts";
import { levelProblem } from "../../merge/pdf/signature-level.ts";

const points = (description: string) => optional(number().pipe(z.number().min(0).max(14_400))).meta({ description });

/**
 * The options of a signature, whoever asks for it.
 * @param said the text that is written into the signature, with a description
 * @param name of a field of the PDF
 */
export function signatureMembers<Said extends z.ZodType, Name extends z.ZodType>(
  said: (description: string) => Said,
  name: Name,
) {
  return {
    reason: said("Why it is signed."),
    location: said("Where it is signed."),
    contact: said("How to reach the signer."),
    field: optional(name).meta({
      description: "The signature field: an unsigned one in the PDF, or the name of a new one.",
    }),
    certify: optional(z.enum(CERTIFICATIONS)).meta({
      description: "Makes it the author's signature, and says what may be changed afterwards.",
    }),
    page: optional(number().pipe(z.int().min(-10_000).max(100_000))).meta({
      description: "Page of a visible signature, counted from 1; -1 is the last one.",
    }),
    left: points("Distance from the left edge of the page, in points."),
    top: points("Distance from the top of the page, in points."),
    width: points("Width of a visible signature, in points."),
    height: points("Height of a visible signature, in points."),
    text: said("What a visible signature says; name, date and reason when absent."),
  };
}

const mergedText = (description: string) =>
  optional(text().pipe(z.string().max(2_000))).meta({ description: `${description} May hold merge fields.` });

/** How JPEG and PNG begin, in base64. */
const IMAGE_BEGINS = /^(?:\/9j\/|iVBORw0KGgo)/;
/** 200 KB of a file; settings are part of every answer about a document. */
const MAX_IMAGE_CHARACTERS = Math.ceil(200_000 / 3) * 4;
const image = text().pipe(
  z
    .base64({ error: "must be a picture in base64" })
    .max(MAX_IMAGE_CHARACTERS, { error: "must be a picture of at most 200 KB" })
    .regex(IMAGE_BEGINS, {
      error: "must be a JPEG or PNG",
    }),
);

const timestampAddress = z
  .string()
  .max(2_000)
  .refine((url) => /^https?:/i.test(url) && URL.canParse(url), {
    error: "must be an address that begins with http:// or https://",
  });

/** How the PDF of a document or a route is signed. */
export const signatureSchema = z
  .strictObject({
    identity: text()
      .pipe(z.string().trim().min(1).max(200))
      .meta({ description: "Id or name of a signing identity of the workspace." }),
    ...signatureMembers(mergedText, text().pipe(z.string().max(200))),
    timestamp_url: optional(text().pipe(timestampAddress)).meta({
      description: "Address of a timestamping authority (RFC 3161).",
    }),
    level: optional(z.enum(SIGNATURE_LEVELS)).meta({
      description:
        "PAdES level; b-t when there is a `timestamp_url`, else b-b. b-lt also puts into the PDF what is known about the revocation of the certificates.",
    }),
    picture: optional(image).meta({
      description: "What a visible signature shows beside its text: a JPEG or PNG of at most 200 KB, in base64.",
    }),
  })
  .superRefine((settings, context) => {
    const message = levelProblem(settings);
    if (message) context.addIssue({ code: "custom", path: ["level"], message });
  })
  .refine(({ width, height }) => (width === undefined) === (height === undefined), {
    error: "needs both width and height where it is visible",
  });
