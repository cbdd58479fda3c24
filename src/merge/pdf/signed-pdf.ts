import type { Certification, SignatureSettings } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import { readSecrets } from "../../domain/secret-box.ts";
import { assetReader } from "../../domain/static-asset.ts";
import type { SignatureAppearance } from "../../pdf/signature/signature-appearance.ts";
import { drawnText } from "../../pdf/text/drawn-text.ts";
import type { WrittenPdf } from "../../pdf/writer.ts";
import { signerName } from "../../signing/certificate.ts";
import type { SigningIdentity } from "../../signing/identity.ts";
import { signPdf } from "../../signing/sign-pdf.ts";
import { unsealIdentity } from "../../signing/stored-identity.ts";
import { formFonts } from "../../templates/pdf/form-fonts.ts";
import { aside, type MergeContext, type MergeServices } from "../context.ts";
import { signatureLevel } from "./signature-level.ts";

/** What an author allows, as ISO 32000-2, table 257, numbers it. */
export const DOC_MDP: Readonly<Record<Certification, 1 | 2 | 3>> = { no_changes: 1, forms: 2, annotations: 3 };

/** How a merged PDF is signed. */
interface SigningOptions {
  context: MergeContext;
  /** Merges a text of the settings. */
  text(template: string | undefined): string;
  /** Opens a file that is encrypted. */
  password?: string;
}

/**
 * A merged PDF, signed as its document's or route's settings say.
 * @param file its bytes, or just written, and open
 * @throws Failure those of storedIdentity and signPdf
 */
export async function signedPdf(
  { context: { services, workspaceId, environment }, text, password }: SigningOptions,
  file: WrittenPdf | Uint8Array,
  settings: SignatureSettings,
): Promise<Uint8Array> {
  const { now } = environment;
  const { field, certify, page = 1, left = 0, top = 0, width, height } = settings;
  const identity = await storedIdentity(services, workspaceId, settings.identity);
  const stated = { reason: given(text(settings.reason)), location: given(text(settings.location)) };
  const signer = signerName(identity.certificates);
  const look = await signatureAppearance(services.env.ASSETS, {
    signer,
    signedAt: now,
    reason: stated.reason,
    text: given(text(settings.text)),
    picture: settings.picture === undefined ? undefined : new Uint8Array(Buffer.from(settings.picture, "base64")),
  });
  const options = {
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
    ...(password === undefined ? {} : { password }),
    ...signatureLevel(services, workspaceId, settings),
  };
  // Authorities of timestamps and certificates are other servers.
  const signed = await aside(services, () => signPdf(file, identity, options));
  return signed.bytes;
}

const given = (text: string): string | undefined => (text === "" ? undefined : text);

/** What a signature is about. */
export interface SignatureDescription {
  /** Who signs; empty if that is not known. */
  signer: string;
  signedAt: Date;
  reason?: string;
  /** Replaces the text that is made from the others; empty for only a picture. */
  text?: string;
  /** JPEG or PNG. */
  picture?: Uint8Array;
}

const LATIN_FONT = "/form-fonts/arimo.ttf";

/** What a visible signature shows: the fonts are embedded, as archives ask. */
export async function signatureAppearance(
  assets: Fetcher,
  { signer, signedAt, reason, text, picture }: SignatureDescription,
): Promise<SignatureAppearance> {
  const date = `${signedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const written = text ?? [...(signer ? [`Signed by ${signer}`] : []), date, ...(reason ? [reason] : [])].join("\n");
  const shown = drawnText(written.slice(0, 2_000));
  const asset = assetReader(assets);
  const [latin, others] = await Promise.all([asset(LATIN_FONT), formFonts([shown], "ja", asset)]);
  const fonts = [...(latin ? [latin] : []), ...others.map(({ bytes }) => bytes)];
  return { text: shown, image: picture, fonts };
}

/** What the deployment's secret is needed for, for the message that it is missing. */
export const STORES_IDENTITIES = "encrypts the identities that it keeps";

/**
 * An identity that the workspace keeps, ready to sign.
 * @param named its id or its name
 * @throws Failure `identity_missing`, `identity_expired`, `identity_invalid`, `misconfigured`
 */
export async function storedIdentity(
  { env, store, now }: MergeServices,
  workspaceId: string,
  named: string,
): Promise<SigningIdentity> {
  const found = await store.identities.named(workspaceId, named);
  if (!found) {
    throw new Failure(
      "identity_missing",
      `Your workspace has no signing identity "${named.slice(0, 200)}": it was deleted, or is called something else.`,
    );
  }
  const { name, sealed, id, validFrom, validTo } = found;
  const time = now();
  if (time > validTo) expired(`The certificate of the signing identity "${name}" expired on ${day(validTo)}.`);
  if (time < validFrom)
    expired(`The certificate of the signing identity "${name}" is not valid before ${day(validFrom)}.`);
  const identity = await unsealIdentity(readSecrets(env.SECRETS_KEY, STORES_IDENTITIES), sealed, { workspaceId, id });
  if (identity) return identity;
  throw new Failure(
    "identity_invalid",
    `The signing identity "${name}" cannot be opened: the deployment's SECRETS_KEY is not the one it was kept with. Send its file again.`,
  );
}

function expired(message: string): never {
  throw new Failure("identity_expired", `${message} Replace it with PUT /api/identities/:id.`);
}

const day = (date: Date) => date.toISOString().slice(0, 10);
