import type { components } from "../generated/openapi.ts";
import { canonicalJson, isSignedBy, sha256, utf8 } from "./signed-statement.ts";

/** A receipt as `runs.receipt` gives it. */
export type Receipt = components["schemas"]["Receipt"];
/** What a receipt states. */
export type ReceiptStatement = Receipt["statement"];

/** The public keys of a deployment, as `/.well-known/docloom-receipts.json` has them. */
export interface ReceiptKeys {
  keys: readonly { kid: string; x: string }[];
}

/** What a receipt is compared with; what is left out is not checked. */
export interface ReceiptEvidence {
  /** A file that the run supposedly made. */
  file?: Uint8Array;
  /** The merge data, as they were sent. */
  data?: unknown;
  /** The template. */
  template?: Uint8Array;
}

/** The receipt is not one of that deployment, or is about something else. */
export class InvalidReceiptError extends Error {
  override readonly name = "InvalidReceiptError";
}

/**
 * Verifies a receipt's signature (Ed25519), and that it is about these files and data.
 * @param keys of the deployment; obtain them where its answers can be trusted
 * @returns what is stated
 * @throws InvalidReceiptError
 * @example
 * const { files } = await verifyReceipt(receipt, keys, { file: await readFile("Invoice 42.pdf") });
 */
export async function verifyReceipt(
  receipt: Receipt,
  { keys }: ReceiptKeys,
  { file, data, template }: ReceiptEvidence = {},
): Promise<ReceiptStatement> {
  const { statement, kid, signature } = receipt;
  const key = keys.find((each) => each.kid === kid);
  if (!key) throw new InvalidReceiptError("The receipt is signed by a key that is not among those of the service.");
  if (!(await isSignedBy(key.x, signature, canonicalJson(statement)))) {
    throw new InvalidReceiptError("The receipt was changed after it was signed.");
  }
  if (file) {
    const digest = await sha256(file);
    const files = [statement, ...statement.parts].flatMap((part) => part.files);
    if (!files.some((each) => each.sha256 === digest)) {
      throw new InvalidReceiptError("The file is not one that the run made, or was changed since.");
    }
  }
  if (data !== undefined && (await sha256(utf8(canonicalJson(data)))) !== statement.data_sha256) {
    throw new InvalidReceiptError("The data are not those that were merged.");
  }
  if (template) {
    const digest = await sha256(template);
    if (![statement, ...statement.parts].some((part) => part.template_sha256 === digest)) {
      throw new InvalidReceiptError("The template is not the one that was merged.");
    }
  }
  return statement;
}
