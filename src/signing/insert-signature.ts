import { Failure } from "../domain/failure.ts";
import { openPdf } from "../pdf/document.ts";
import { readSignatures } from "../pdf/signature/read-signatures.ts";
import { bytesOfRange, digestOfRange, insertSignature } from "../pdf/signature/sign-document.ts";
import { CertificateChecks } from "./certificate-checks.ts";
import { verifySignedData } from "./verify-signed-data.ts";

/**
 * Puts a signature that somebody else has made into a file that was prepared for it, once it is known to be valid.
 * @param der CMS, detached (RFC 5652)
 * @throws Failure `signature_mismatch`, `signature_too_large`, those of openPdf
 */
export async function insertForeignSignature(
  bytes: Uint8Array,
  der: Uint8Array,
  password: string | undefined,
): Promise<Uint8Array> {
  const waiting = readSignatures(openPdf(bytes, { password }), bytes).find(({ contents }) =>
    contents.every((byte) => byte === 0),
  );
  const range = waiting?.range;
  if (!waiting || !range || range[2] + range[3] !== bytes.length) {
    throw new Failure(
      "signature_mismatch",
      "The PDF has no signature that waits to be inserted: send the file that prepare_signature returned, unchanged.",
    );
  }
  const covered = {
    digest: (algorithm: string) => digestOfRange(bytes, range, algorithm),
    bytes: () => bytesOfRange(bytes, range),
  };
  const { faults, doubts } = await verifySignedData(der, covered, new CertificateChecks());
  const problems = [...faults, ...doubts];
  if (problems.length > 0) {
    throw new Failure("signature_mismatch", `The signature does not fit the PDF. ${problems.join(" ")}`);
  }
  return insertSignature({ bytes: bytes.slice(), range }, der);
}
