import type * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { optional, text } from "../../http/wire-values.ts";
import { DOC_MDP, signatureAppearance } from "../../merge/pdf/signed-pdf.ts";
import type { SignPdfOptions } from "../../signing/sign-pdf.ts";
import { signatureMembers } from "../documents/signature-schema.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import type { ToolScope } from "./file-tool.ts";
import { wholeFile } from "./input-file.ts";

/** Of a certificate or a picture. */
export const MAX_BESIDE_BYTES = 2 * 1024 * 1024;

const said = (description: string) => optional(text()).meta({ description });

/** What every tool that makes a signature can be told about it. */
export const describedMembers = {
  ...signatureMembers(said, text()),
  picture: optional(fileInfo).meta({ description: "What a visible signature shows beside it: a JPEG or PNG." }),
};

type Members = { [Name in keyof typeof describedMembers]?: z.output<(typeof describedMembers)[Name]> };

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
  const look = await signatureAppearance(scope.services.env.ASSETS, {
    signer,
    signedAt,
    reason,
    text: body.text,
    picture: shown,
  });
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
