import type { SignatureLook } from "../../pdf/signature/signature-appearance.ts";
import { drawnText } from "../../pdf/text/drawn-text.ts";
import { formFonts } from "../../templates/pdf/form-fonts.ts";
import type { MergeServices } from "../context.ts";
import { staticAsset } from "../render-environment.ts";

/** What a signature is about. */
export interface SignatureTerms {
  /** Who signs; empty if that is not known. */
  signer: string;
  signedAt: Date;
  reason?: string | undefined;
  /** Replaces the text that is made from the others; empty for only a picture. */
  text?: string | undefined;
  /** JPEG or PNG. */
  picture?: Uint8Array | undefined;
}

const LATIN_FONT = "/form-fonts/arimo.ttf";

/** What a visible signature shows: the fonts are embedded, as archives ask. */
export async function signatureLook(
  services: MergeServices,
  { signer, signedAt, reason, text, picture }: SignatureTerms,
): Promise<SignatureLook> {
  const date = `${signedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const written = text ?? [...(signer ? [`Signed by ${signer}`] : []), date, ...(reason ? [reason] : [])].join("\n");
  const shown = drawnText(written.slice(0, 2_000));
  const asset = (path: string) => staticAsset(services, path);
  const [latin, others] = await Promise.all([asset(LATIN_FONT), formFonts([shown], "ja", asset)]);
  const fonts = [...(latin ? [latin] : []), ...others.map(({ bytes }) => bytes)];
  return { text: shown, picture, fonts };
}
