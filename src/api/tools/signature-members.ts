import { z } from "zod";
import { CERTIFICATIONS } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import { number, optional, text } from "../../http/wire-values.ts";
import { signatureLook } from "../../merge/signature-look.ts";
import { DOC_MDP } from "../../merge/signed-pdf.ts";
import type { SignPdfOptions } from "../../signing/sign-pdf.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import type { ToolScope } from "./file-tool.ts";
import { wholeFile } from "./input-file.ts";

/** Of a certificate or a picture. */
export const MAX_BESIDE_BYTES = 2 * 1024 * 1024;

const points = (description: string) => optional(number().pipe(z.number().min(0).max(14_400))).meta({ description });

/** What every tool that makes a signature may be told of it. */
export const signatureMembers = {
  reason: optional(text()).meta({ description: "Why it is signed." }),
  location: optional(text()).meta({ description: "Where it is signed." }),
  contact: optional(text()).meta({ description: "How to reach the signer." }),
  field: optional(text()).meta({
    description: "The signature field: one that waits in the PDF, or the name of a new one.",
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
  text: optional(text()).meta({ description: "What a visible signature says; name, date and reason when absent." }),
  picture: optional(fileInfo).meta({ description: "What a visible signature shows beside it: a JPEG or PNG." }),
};

type Members = { [Name in keyof typeof signatureMembers]?: z.output<(typeof signatureMembers)[Name]> };

/** A signature as its members describe it, made by `signer` now. @throws Failure `invalid_request` for half a size */
export async function describedSignature(
  body: Members,
  signer: string,
  scope: ToolScope,
): Promise<Pick<SignPdfOptions, "statement" | "field" | "box" | "look">> {
  const { width, height, reason, location, contact, certify, field } = body;
  if ((width === undefined) !== (height === undefined)) {
    throw new Failure("invalid_request", "A visible signature needs both width and height.");
  }
  const signedAt = scope.services.now();
  const picture = body.picture ? await readInputFile(scope, body.picture, "/picture") : undefined;
  const shown = picture && (await wholeFile(picture, MAX_BESIDE_BYTES));
  const look = await signatureLook(scope.services, { signer, signedAt, reason, text: body.text, picture: shown });
  const certification = certify && DOC_MDP[certify];
  return {
    statement: { signedAt, name: signer || undefined, reason, location, contact, certification },
    field,
    box:
      width && height
        ? {
            page: body.page ?? 1,
            leftPoints: body.left ?? 0,
            topPoints: body.top ?? 0,
            widthPoints: width,
            heightPoints: height,
          }
        : undefined,
    look,
  };
}
