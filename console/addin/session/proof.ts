/** What proves that whoever sends a code is who asked for it (PKCE, RFC 7636, by S256). */
export interface Proof {
  /** Stays in the pane. */
  verifier: string;
  /** Goes along when a code is asked for. */
  challenge: string;
}

const RANDOM_BYTES = 32;

/** A text that nobody can guess. */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));

export async function newProof(): Promise<Proof> {
  const verifier = randomText();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return { verifier, challenge: base64url(new Uint8Array(digest)) };
}

const base64url = (bytes: Uint8Array): string => bytes.toBase64({ alphabet: "base64url", omitPadding: true });
