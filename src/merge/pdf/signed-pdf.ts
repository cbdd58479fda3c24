import type { Certification, SignatureSettings } from "../../domain/document.ts";
import { signerName } from "../../signing/certificate.ts";
import { signPdf } from "../../signing/sign-pdf.ts";
import type { MergeServices } from "../context.ts";
import { signatureLevel } from "./signature-level.ts";
import { signatureLook } from "./signature-look.ts";
import { keptIdentity } from "./signing-identity.ts";

/** What an author allows, as ISO 32000-2, table 257, numbers it. */
export const DOC_MDP: Readonly<Record<Certification, 1 | 2 | 3>> = { no_changes: 1, forms: 2, annotations: 3 };

/** Where and when a merged PDF is signed. */
export interface SigningTerms {
  services: MergeServices;
  workspaceId: string;
  now: Date;
  /** Merges a text of the settings. */
  text(template: string | undefined): string;
}

/**
 * A merged PDF, signed as its document's or route's settings say.
 * @throws Failure those of keptIdentity and signPdf
 */
export async function signedPdf(
  { services, workspaceId, now, text }: SigningTerms,
  bytes: Uint8Array,
  settings: SignatureSettings,
): Promise<Uint8Array> {
  const { field, certify, page = 1, left = 0, top = 0, width, height } = settings;
  const identity = await keptIdentity(services, workspaceId, settings.identity);
  const stated = { reason: given(text(settings.reason)), location: given(text(settings.location)) };
  const signer = signerName(identity.certificates);
  const look = await signatureLook(services, {
    signer,
    signedAt: now,
    reason: stated.reason,
    text: given(text(settings.text)),
    picture: settings.picture === undefined ? undefined : new Uint8Array(Buffer.from(settings.picture, "base64")),
  });
  const signed = await signPdf(bytes, identity, {
    statement: {
      ...stated,
      signedAt: now,
      name: signer,
      contact: given(text(settings.contact)),
      certification: certify && DOC_MDP[certify],
    },
    field,
    box:
      width && height
        ? { page, leftPoints: left, topPoints: top, widthPoints: width, heightPoints: height }
        : undefined,
    look,
    ...signatureLevel(services, workspaceId, settings),
  });
  return signed.bytes;
}

const given = (text: string): string | undefined => (text === "" ? undefined : text);
