import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { optional, text } from "../../http/wire-values.ts";
import type { CertificateSummary } from "../../signing/certificate.ts";
import { readCertificates } from "../../signing/identity.ts";
import { type SignatureReport, verifyPdf } from "../../signing/verify-pdf.ts";
import { fileInfo, readInputFile } from "./file-info.ts";
import { fileTool } from "./file-tool.ts";
import { wholeFile } from "./input-file.ts";
import { jsonAnswer } from "./json-answer.ts";

/** A signature covers every byte of the file, so all of it is in memory. */
const MAX_BYTES = 24 * 1024 * 1024;

const certificateSchema = z.object({
  subject: z.string().meta({ description: "Whose it is, as a distinguished name." }),
  issuer: z.string().meta({ description: "Who issued it." }),
  serial_number: z.string().meta({ description: "Hexadecimal." }),
  valid_from: z.string().meta({ description: "When it becomes valid." }),
  valid_to: z.string().meta({ description: "When its validity ends." }),
  fingerprint: z.string().meta({ description: "SHA-256 of the certificate, hexadecimal." }),
});

const signatureSchema = z.object({
  field: z.string().meta({ description: "Name of the signature field." }),
  kind: z
    .enum(["signature", "certification", "timestamp"])
    .meta({ description: "Somebody's signature, the author's, or a timestamp of the document." }),
  status: z.enum(["valid", "broken", "unknown"]).meta({
    description:
      "valid: what it covers is as it was when it was signed. broken: it is not, or nobody signed it. unknown: it cannot be " +
      "checked here, for example because its algorithm is not known; `problems` says why.",
  }),
  valid: z.boolean().meta({ description: "Whether its status is valid." }),
  problems: z
    .array(z.string())
    .meta({ description: "What is wrong, or why it cannot be checked, in sentences; empty when it is valid." }),
  remarks: z.array(z.string()).meta({
    description:
      "What deserves a look although it does not break the signature, in sentences: annotations and pictures that were laid " +
      "over a page later, certificates that may not vouch for it.",
  }),
  signer: z.string().nullable().meta({ description: "The name in the signer's certificate." }),
  certificate: certificateSchema.nullable().meta({ description: "The signer's certificate." }),
  chain: z.array(certificateSchema).meta({ description: "The certificates above it, as far as the PDF has them." }),
  trusted: z
    .boolean()
    .nullable()
    .meta({ description: "Whether the chain ends at one of `trusted_certificates`; null when none were sent." }),
  certificate_valid: z
    .boolean()
    .nullable()
    .meta({ description: "Whether the certificate was within its validity period when it was used." }),
  revocation: z.enum(["good", "revoked", "unknown"]).meta({
    description:
      "Whether one of its certificates was revoked when it was made, by what the PDF carries (B-LT). No authority is asked.",
  }),
  signed_at: z.string().nullable().meta({ description: "The time that the signer's computer claims." }),
  timestamp: z
    .object({
      time: z.string().meta({ description: "The time that the authority states." }),
      authority: z.string().nullable().meta({ description: "The name in its certificate." }),
    })
    .nullable()
    .meta({ description: "A timestamp of an authority; null where there is no valid one." }),
  hash: z.string().nullable().meta({ description: "Hash function, such as SHA-256." }),
  name: z.string().nullable().meta({ description: "Name of the signer as the PDF states it." }),
  reason: z.string().nullable().meta({ description: "Why it was signed." }),
  location: z.string().nullable().meta({ description: "Where it was signed." }),
  contact: z.string().nullable().meta({ description: "How to reach the signer." }),
  covers_whole_file: z.boolean().meta({ description: "Whether nothing was added to the PDF since." }),
  changes: z
    .array(z.enum(["signatures", "forms", "annotations", "content"]))
    .meta({ description: "What was changed since: a change of content makes the signature invalid." }),
  changes_allowed: z
    .boolean()
    .meta({ description: "Whether the author's signature, and what this one locks, allow these changes." }),
});

const answerSchema = z.object({
  signed: z.boolean().meta({ description: "Whether the PDF has signatures." }),
  valid: z.boolean().meta({ description: "Whether there are signatures, and all of them are valid." }),
  signatures: z.array(signatureSchema).meta({ description: "The signatures, in the order in which they were made." }),
});

function certificateJson(summary: CertificateSummary): z.output<typeof certificateSchema> {
  return {
    subject: summary.subject,
    issuer: summary.issuer,
    serial_number: summary.serialNumber,
    valid_from: summary.validFrom.toISOString(),
    valid_to: summary.validTo.toISOString(),
    fingerprint: summary.fingerprint,
  };
}

function signatureJson(report: SignatureReport): z.output<typeof signatureSchema> {
  const { timestamp } = report;
  return {
    field: report.field,
    kind: report.kind,
    status: report.status,
    valid: report.valid,
    problems: report.problems,
    remarks: report.remarks,
    signer: report.signer,
    certificate: report.certificate && certificateJson(report.certificate),
    chain: report.chain.map(certificateJson),
    trusted: report.trusted,
    certificate_valid: report.certificateValid,
    revocation: report.revocation,
    signed_at: report.claimedTime?.toISOString() ?? null,
    timestamp: timestamp && { time: timestamp.time.toISOString(), authority: timestamp.authority },
    hash: report.hash,
    name: report.name,
    reason: report.reason,
    location: report.location,
    contact: report.contact,
    covers_whole_file: report.coversWholeFile,
    changes: report.changes,
    changes_allowed: report.changesAllowed,
  };
}

export const verifyPdfTool = fileTool({
  name: "verify_pdf",
  summary: "Verify the signatures of a PDF",
  description:
    "For each signature: whether it holds, who made it and when, what it covers and what was changed since. You decide whom " +
    "to trust: send their certificates as `trusted_certificates`.",
  body: z.object({
    file: fileInfo,
    trusted_certificates: optional(text()).meta({ description: "Certificates that you trust, as PEM." }),
  }),
  answers: { description: "What is known about each signature.", schema: answerSchema },
  problems: ["certificate_invalid"],
  secrets: [],
  async run(body, scope) {
    const input = await readInputFile(scope, body.file, "/file");
    const trusted = body.trusted_certificates?.trim() ? readCertificates(body.trusted_certificates) : undefined;
    if (trusted?.length === 0) {
      const message = "trusted_certificates has no certificate: send PEM, with BEGIN CERTIFICATE blocks.";
      throw new Failure("certificate_invalid", message, { errors: [{ pointer: "/trusted_certificates", message }] });
    }
    const reports = await verifyPdf(await wholeFile(input, MAX_BYTES), {
      password: input.password,
      meter: input.meter,
      trusted,
    });
    const answer: z.output<typeof answerSchema> = {
      signed: reports.length > 0,
      valid: reports.length > 0 && reports.every(({ valid }) => valid),
      signatures: reports.map(signatureJson),
    };
    return jsonAnswer(input, answer);
  },
});
