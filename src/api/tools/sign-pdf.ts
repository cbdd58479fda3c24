import { z } from "zod";
import { CERTIFICATIONS } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import { SIGNING_PROBLEMS } from "../../http/openapi-problems.ts";
import { number, optional, text } from "../../http/wire-values.ts";
import { signatureLook } from "../../merge/signature-look.ts";
import { DOC_MDP } from "../../merge/signed-pdf.ts";
import { keptIdentity } from "../../merge/signing-identity.ts";
import { timestampAuthority } from "../../merge/timestamp-authority.ts";
import { readIdentity, type SigningIdentity } from "../../signing/identity.ts";
import { signPdf } from "../../signing/sign-pdf.ts";
import { type FileInfo, fileInfo, readInputFile, renamed } from "./file-info.ts";
import { fileTool, type ToolScope } from "./file-tool.ts";
import { wholeFile } from "./input-file.ts";
import { PDF_ANSWER, pdfAnswer } from "./pdf-answer.ts";

/** A signature covers every byte of the file, so all of it is in memory. */
const MAX_BYTES = 24 * 1024 * 1024;
/** Of a certificate or a picture. */
const MAX_BESIDE_BYTES = 2 * 1024 * 1024;

const points = (description: string) => optional(number().pipe(z.number().min(0).max(14_400))).meta({ description });

export const signPdfTool = fileTool({
  name: "sign_pdf",
  summary: "Sign a PDF",
  description:
    "A PAdES signature (B-B; B-T with `timestamp_url`) by an identity that the workspace keeps, or by a certificate that comes " +
    "with the request and is not kept. It is an update behind the file: earlier signatures stay valid. Without `width` and " +
    "`height` it is invisible.",
  body: z.object({
    file: fileInfo,
    identity: optional(text()).meta({
      description: "Id or name of a signing identity that the workspace keeps (`/api/identities`).",
    }),
    certificate: fileInfo.optional().meta({
      description:
        "In place of `identity`, private key and certificates: a PKCS#12 file (.p12, .pfx), or PEM; with its `password`.",
    }),
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
    timestamp_url: optional(text()).meta({ description: "Address of a timestamping authority (RFC 3161)." }),
  }),
  answers: PDF_ANSWER,
  problems: [...SIGNING_PROBLEMS, "identity_wrong_password"],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const bytes = await wholeFile(input, MAX_BYTES);
    const identity = await identityOf(body, scope);
    const signedAt = scope.services.now();
    const picture = body.picture ? await readInputFile(scope, body.picture, "/picture") : undefined;
    const { width, height } = body;
    if ((width === undefined) !== (height === undefined)) {
      throw new Failure("invalid_request", "A visible signature needs both width and height.");
    }
    const box =
      width && height
        ? {
            page: body.page ?? 1,
            leftPoints: body.left ?? 0,
            topPoints: body.top ?? 0,
            widthPoints: width,
            heightPoints: height,
          }
        : undefined;
    const { signer, look } = await signatureLook(scope.services, {
      identity,
      signedAt,
      reason: body.reason,
      text: body.text,
      picture: picture && (await wholeFile(picture, MAX_BESIDE_BYTES)),
    });
    const signed = await signPdf(bytes, identity, {
      password: input.password,
      statement: {
        signedAt,
        name: signer,
        reason: body.reason,
        location: body.location,
        contact: body.contact,
        certification: body.certify && DOC_MDP[body.certify],
      },
      field: body.field,
      box,
      look,
      timestamp: body.timestamp_url
        ? timestampAuthority(scope.services, scope.workspaceId, body.timestamp_url)
        : undefined,
    });
    return pdfAnswer(signed.bytes, renamed(input.name, "pdf"));
  },
});

/** Whose signature it is to be: an identity that is kept, or one that came with the request. */
async function identityOf(
  { identity, certificate }: { identity?: string | undefined; certificate?: FileInfo | undefined },
  scope: ToolScope,
): Promise<SigningIdentity> {
  if (identity && certificate) {
    throw new Failure("file_ambiguous", "The signer was given twice: send identity or certificate.");
  }
  if (identity) return await keptIdentity(scope.services, scope.workspaceId, identity);
  if (!certificate) {
    const message = "A signature needs identity, one that the workspace keeps, or certificate, a file.";
    throw new Failure("file_missing", message, { errors: [{ pointer: "/identity", message }] });
  }
  const file = await readInputFile(scope, certificate, "/certificate");
  return await readIdentity(await wholeFile(file, MAX_BESIDE_BYTES), file.password ?? "");
}
