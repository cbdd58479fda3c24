import * as z from "zod";
import type { AuditHead } from "../domain/audit/entry.ts";
import type { Secrets } from "../domain/secret-box.ts";
import { isSigned, receiptKeys, signStatement } from "../signing/receipt-keys.ts";

/** The end of a workspace's log at a moment, signed by the deployment as receipts are. */
export const signedHeadSchema = z
  .object({
    statement: z
      .object({
        version: z.literal(1).meta({ description: "Of this form." }),
        about: z.literal("audit_head").meta({ description: "Always audit_head." }),
        workspace: z.string().meta({ description: "Whose log it is." }),
        seq: z.int().meta({ description: "Number of the last entry." }),
        hash: z.string().meta({ description: "Its SHA-256, hexadecimal." }),
        at: z.iso.datetime().meta({ description: "When it was signed." }),
      })
      .meta({ description: "What is stated." }),
    kid: z.string().meta({ description: "Which key of `/.well-known/docloom-receipts.json` signed it." }),
    algorithm: z.literal("Ed25519").meta({ description: "Always Ed25519 (RFC 8032)." }),
    signature: z.string().meta({
      description: "Signature of the statement as canonical JSON (RFC 8785) in UTF-8; base64url without padding.",
    }),
  })
  .meta({ id: "SignedAuditHead" });

export type SignedHead = z.output<typeof signedHeadSchema>;

export async function signHead(
  secrets: Secrets,
  workspace: string,
  { seq, hash }: AuditHead,
  at: Date,
): Promise<SignedHead> {
  return signStatement(secrets, { version: 1, about: "audit_head", workspace, seq, hash, at: at.toISOString() });
}

/** The heads of a workspace among texts that are kept; whatever was not signed by the deployment is counted. */
export async function readHeads(
  secrets: Secrets,
  workspace: string,
  texts: readonly string[],
): Promise<{ heads: AuditHead[]; unsigned: number }> {
  const keys = receiptKeys(secrets);
  const heads: AuditHead[] = [];
  for (const text of texts) {
    const head = parsedHead(text);
    if (head && head.statement.workspace === workspace && (await isSigned(keys, head))) heads.push(head.statement);
  }
  return { heads, unsigned: texts.length - heads.length };
}

function parsedHead(text: string): SignedHead | undefined {
  try {
    return signedHeadSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
