import type { SignatureSettings } from "../../../domain/document.ts";
import type { MergeData } from "../../../domain/merge-data.ts";
import { runYielding } from "../../../domain/steps.ts";
import { mergeText } from "../../../language/merge-text.ts";
import type { MergeContext } from "../../../merge/context.ts";
import { signedPdf } from "../../../merge/pdf/signed-pdf.ts";
import type { MergedContent } from "../../../merge/run/merged-file.ts";
import { createEncryptor } from "../../../pdf/operations/encrypt.ts";
import { openForChange } from "../../../pdf/operations/open-for-change.ts";
import { writeChangedSteps } from "../../../pdf/pdfa/preserved-identification.ts";
import type { PdfProtection } from "./merge-settings.ts";

/**
 * A merged PDF under its passwords, and then signed, if its settings say so.
 * @throws Failure `pdf_same_passwords`, `pdf_permission_unknown`, those of signedPdf
 */
export async function protectedPdf(
  context: MergeContext,
  pdf: Uint8Array,
  asked: { protection: PdfProtection; signature: SignatureSettings | undefined; data: MergeData },
): Promise<{ content: MergedContent; warnings: readonly string[] }> {
  const { protection, signature, data } = asked;
  const { environment } = context;
  const { ownerPassword, userPassword, permissions } = protection;
  const encryptor = createEncryptor({
    ...(ownerPassword === undefined ? {} : { ownerPassword }),
    ...(userPassword === undefined ? {} : { userPassword }),
    ...(permissions === undefined ? {} : { permissions }),
  });
  const encrypted = await runYielding(writeChangedSteps(openForChange(pdf, {}), environment.now, { encryptor }));
  const { bytes, warnings } = encrypted;
  if (!signature || environment.test) return { content: { bytes }, warnings };
  const text = (template: string | undefined) => (template ? mergeText(template, data, environment).trim() : "");
  const password = ownerPassword || userPassword;
  return { content: { bytes: await signedPdf({ context, text, password }, bytes, signature) }, warnings };
}
