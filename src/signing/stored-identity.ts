import * as z from "zod";
import { type Secrets, seal, unseal } from "../domain/secret-box.ts";
import { type CertificateSummary, parseCertificate, summarize } from "./certificate.ts";
import type { SigningIdentity } from "./identity.ts";

const storedSchema = z.object({ privateKey: z.base64(), certificates: z.array(z.base64()).min(1) });

/** An identity as it is kept: encrypted, and bound to its workspace and id. */
export async function sealIdentity(
  secrets: Secrets,
  { privateKey, certificates }: SigningIdentity,
  owner: { workspaceId: string; id: string },
): Promise<string> {
  const kept: z.output<typeof storedSchema> = {
    privateKey: base64(privateKey),
    certificates: certificates.map(base64),
  };
  return await seal(secrets, new TextEncoder().encode(JSON.stringify(kept)), ownerText(owner));
}

/** Undefined if the deployment's secrets do not open it. */
export async function unsealIdentity(
  secrets: Secrets,
  sealed: string,
  owner: { workspaceId: string; id: string },
): Promise<SigningIdentity | undefined> {
  const plain = await unseal(secrets, sealed, ownerText(owner));
  if (!plain) return undefined;
  const { privateKey, certificates } = storedSchema.parse(JSON.parse(new TextDecoder().decode(plain)));
  return { privateKey: bytesOf(privateKey), certificates: certificates.map(bytesOf) };
}

/** What the signer's own certificate says. */
export function certificateOf({ certificates: [own] }: SigningIdentity): CertificateSummary {
  if (!own) throw new Error("An identity without its certificate.");
  return summarize(parseCertificate(own), own);
}

const ownerText = ({ workspaceId, id }: { workspaceId: string; id: string }) => `${workspaceId}/${id}`;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
