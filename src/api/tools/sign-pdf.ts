import * as z from "zod";
import { SIGNATURE_LEVELS } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import { SIGNING_PROBLEMS } from "../../http/openapi/openapi-problems.ts";
import { SAMPLE_FILE } from "../../http/openapi/sample-file.ts";
import { optional, text } from "../../http/wire-values.ts";
import { signatureLevel } from "../../merge/pdf/signature-level.ts";
import { storedIdentity } from "../../merge/pdf/signed-pdf.ts";
import { signerName } from "../../signing/certificate.ts";
import { readIdentity, type SigningIdentity } from "../../signing/identity.ts";
import { signPdf } from "../../signing/sign-pdf.ts";
import { describedMembers, describedSignature, MAX_BESIDE_BYTES } from "./described-signature.ts";
import { type FileInfo, fileInfo, readInputFile, renamed } from "./file-info.ts";
import { fileTool, type ToolScope } from "./file-tool.ts";
import { wholeFile } from "./input-file.ts";
import { PDF_ANSWER, pdfAnswer } from "./pdf-answer.ts";

/** A signature covers every byte of the file, so all of it is in memory. */
const MAX_BYTES = 24 * 1024 * 1024;

export const signPdfTool = fileTool({
  name: "sign_pdf",
  summary: "Sign a PDF",
  description:
    "A PAdES signature (B-B; B-T with `timestamp_url`; B-LT with `level`, too) by an identity that the workspace keeps, or by a certificate that comes " +
    "with the request and is not kept. It is appended to the file as an update: earlier signatures stay valid. Without `width` and " +
    "`height` it is invisible.",
  example: { file: SAMPLE_FILE, identity: "Sales", reason: "Approved" },
  body: z.object({
    file: fileInfo,
    identity: optional(text()).meta({
      description: "Id or name of a signing identity that the workspace keeps (`/api/identities`).",
    }),
    certificate: fileInfo.optional().meta({
      description:
        "In place of `identity`, private key and certificates: a PKCS#12 file (.p12, .pfx), or PEM; with its `password`.",
    }),
    ...describedMembers,
    timestamp_url: optional(text()).meta({ description: "Address of a timestamping authority (RFC 3161)." }),
    level: optional(z.enum(SIGNATURE_LEVELS)).meta({
      description:
        "PAdES level; b-t when there is a `timestamp_url`, else b-b. b-lt also puts into the PDF what is known about the revocation of the certificates, from the addresses that they carry.",
    }),
  }),
  answers: PDF_ANSWER,
  problems: [...SIGNING_PROBLEMS, "identity_wrong_password"],
  secrets: ["certificate"],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const bytes = await wholeFile(input, MAX_BYTES);
    const identity = await identityOf(body, scope);
    const signed = await signPdf(bytes, identity, {
      ...(await describedSignature(body, signerName(identity.certificates), scope)),
      password: input.password,
      ...signatureLevel(scope.services, scope.workspaceId, body),
    });
    return pdfAnswer(signed.bytes, renamed(input.name, "pdf"));
  },
});

/** Whose signature it is to be: an identity that is kept, or one that came with the request. */
async function identityOf(
  { identity, certificate }: { identity?: string; certificate?: FileInfo },
  scope: ToolScope,
): Promise<SigningIdentity> {
  if (identity && certificate) {
    throw new Failure("file_ambiguous", "The signer was given twice: send identity or certificate.");
  }
  if (identity) return await storedIdentity(scope.services, scope.workspaceId, identity);
  if (!certificate) {
    const message = "A signature needs identity, one that the workspace keeps, or certificate, a file.";
    throw new Failure("file_missing", message, { errors: [{ pointer: "/identity", message }] });
  }
  const file = await readInputFile(scope, certificate, "/certificate");
  return await readIdentity(await wholeFile(file, MAX_BESIDE_BYTES), file.password ?? "");
}
