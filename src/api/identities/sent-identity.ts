import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { readSecrets } from "../../domain/secret-box.ts";
import { base64, optional, text } from "../../http/wire-values.ts";
import { STORES_IDENTITIES } from "../../merge/pdf/signed-pdf.ts";
import { readIdentity } from "../../signing/identity.ts";
import { certificateOf, sealIdentity } from "../../signing/stored-identity.ts";
import type { SealedIdentity } from "../../store/identities.ts";

/** PEM of a key or a chain. */
const pem = text().pipe(z.string().max(100_000));

/** How a request brings a key and its certificates. */
export const identityMembers = {
  file: optional(base64()).meta({
    description: "PKCS#12 (.p12, .pfx) or PEM, as base64 or as a file part: the private key and its certificates.",
  }),
  password: optional(text()).meta({ description: "Opens the file or the private key; it is not kept." }),
  private_key: optional(pem).meta({ description: "The private key as PEM, in place of `file`." }),
  certificates: optional(pem).meta({
    description: "With `private_key`: its certificate and those above it, as PEM.",
  }),
};

type Members = { [Name in keyof typeof identityMembers]?: z.output<(typeof identityMembers)[Name]> };

/**
 * The identity that a request brings, sealed; undefined if it brings none.
 * @throws Failure `identity_invalid`, `identity_wrong_password`, `identity_expired`, `file_ambiguous`, `misconfigured`
 */
export async function sentIdentity(
  { file, password = "", private_key: privateKey, certificates }: Members,
  owner: { workspaceId: string; id: string },
  secretsKey: string | undefined,
  now: Date,
): Promise<SealedIdentity | undefined> {
  const written = [privateKey, certificates].filter(Boolean).join("\n");
  const isFile = file !== undefined && file.length > 0;
  if (isFile && written !== "") {
    throw new Failure("file_ambiguous", "The identity was given twice: send file, or private_key with certificates.");
  }
  if (!isFile && written === "") return undefined;
  const secrets = readSecrets(secretsKey, STORES_IDENTITIES);
  const identity = await readIdentity(isFile ? file : new TextEncoder().encode(written), password);
  const certificate = certificateOf(identity);
  if (now > certificate.validTo) {
    const day = certificate.validTo.toISOString().slice(0, 10);
    throw new Failure("identity_expired", `The certificate expired on ${day}: nothing can be signed with it.`);
  }
  return { sealed: await sealIdentity(secrets, identity, owner), certificate };
}
