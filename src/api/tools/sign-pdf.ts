import { z } from "zod";
import { Failure } from "../../domain/failure.ts";
import { number, optional, text } from "../../http/wire-values.ts";
import { signatureLook } from "../../merge/signature-look.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import { readIdentity } from "../../signing/identity.ts";
import { signPdf } from "../../signing/sign-pdf.ts";
import { timestampsFrom } from "../../signing/timestamp.ts";
import { fileInfo, readInputFile, renamed } from "./file-info.ts";
import { fileTool, type ToolScope } from "./file-tool.ts";
import { wholeFile } from "./input-file.ts";
import { PDF_ANSWER, pdfAnswer } from "./pdf-answer.ts";

/** A signature covers every byte of the file, so all of it is in memory. */
const MAX_BYTES = 24 * 1024 * 1024;
/** Of a certificate or a picture. */
const MAX_BESIDE_BYTES = 2 * 1024 * 1024;

/** What an author allows, as ISO 32000-2, table 257, numbers it. */
const CERTIFICATIONS = { no_changes: 1, forms: 2, annotations: 3 } as const;

const points = (description: string) => optional(number().pipe(z.number().min(0).max(14_400))).meta({ description });

export const signPdfTool = fileTool({
  name: "sign_pdf",
  summary: "Sign a PDF",
  description:
    "A PAdES signature (B-B; B-T with `timestamp_url`) by a certificate of your own, as an update behind the file: earlier " +
    "signatures stay valid. Without `width` and `height` it is invisible. The certificate is used for this request and " +
    "not kept.",
  body: z.object({
    file: fileInfo,
    certificate: fileInfo.meta({
      description: "Private key and certificates: a PKCS#12 file (.p12, .pfx), or PEM; with its `password`.",
    }),
    reason: optional(text()).meta({ description: "Why it is signed." }),
    location: optional(text()).meta({ description: "Where it is signed." }),
    contact: optional(text()).meta({ description: "How to reach the signer." }),
    field: optional(text()).meta({
      description: "The signature field: one that waits in the PDF, or the name of a new one.",
    }),
    certify: optional(z.enum(["no_changes", "forms", "annotations"])).meta({
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
  problems: [
    "identity_invalid",
    "identity_wrong_password",
    "certificate_invalid",
    "pdf_signed",
    "pdf_certified",
    "pdf_page_out_of_range",
    "signature_field_taken",
    "signature_field_unknown",
    "signature_failed",
    "signature_too_large",
  ],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const bytes = await wholeFile(input, MAX_BYTES);
    const certificate = await readInputFile(scope, body.certificate, "/certificate");
    const identity = await readIdentity(await wholeFile(certificate, MAX_BESIDE_BYTES), certificate.password ?? "");
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
        certification: body.certify && CERTIFICATIONS[body.certify],
      },
      field: body.field,
      box,
      look,
      timestamp: body.timestamp_url ? timestampsFrom(authorityAt(scope, body.timestamp_url)) : undefined,
    });
    return pdfAnswer(signed.bytes, renamed(input.name, "pdf"));
  },
});

function authorityAt({ services, workspaceId }: ToolScope, url: string) {
  return async (request: Uint8Array) => {
    const workspace = await services.store.workspaces.byId(workspaceId);
    const headers = { "content-type": "application/timestamp-query", "user-agent": "Docloom" };
    const policy = services.outbound(workspace?.internalHosts ?? []);
    const answer = await guardedRequest(url, { method: "POST", headers, body: request }, policy);
    if (answer.status === 200) return answer.bytes;
    throw new Failure(
      "signature_failed",
      `The timestamping authority gave no timestamp: it answered with status ${answer.status}.`,
    );
  };
}
