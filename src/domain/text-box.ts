import type { TextBox } from "./delivery/delivery-secrets.ts";
import { readSecrets, seal, unseal } from "./secret-box.ts";

const STORES_SECRETS = "keeps the secrets of deliveries";

/**
 * Encrypts texts of one workspace under the deployment's key.
 * @param setting SECRETS_KEY
 * @throws Failure `misconfigured`, only when something is to be encrypted and there is no key
 */
export function textBox(setting: string | undefined, workspaceId: string): TextBox {
  return {
    seal: (text) => seal(readSecrets(setting, STORES_SECRETS), new TextEncoder().encode(text), workspaceId, "settings"),
    async open(sealed) {
      if (!setting) return undefined;
      const plain = await unseal(readSecrets(setting, STORES_SECRETS), sealed, workspaceId, "settings");
      return plain && new TextDecoder().decode(plain);
    },
  };
}
