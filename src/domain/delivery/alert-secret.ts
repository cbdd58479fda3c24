import type { TextBox } from "./delivery-secrets.ts";

/** In front of an encrypted secret; those of webhooks begin otherwise. */
const SEALED = "sealed:";

/** The secret that signs a workspace's alerts, as it is kept. */
export const sealAlertSecret = async (box: TextBox, secret: string): Promise<string> =>
  SEALED + (await box.seal(secret));

/** Whether a kept secret is encrypted: earlier versions did not. */
export const isAlertSecretSealed = (kept: string): boolean => kept.startsWith(SEALED);

/** The secret in clear; empty if there is none. */
export async function openAlertSecret(box: TextBox, kept: string | undefined): Promise<string> {
  if (kept === undefined || !isAlertSecretSealed(kept)) return kept ?? "";
  return (await box.open(kept.slice(SEALED.length))) ?? "";
}
