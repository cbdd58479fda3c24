import { isAlertSecretSealed, sealAlertSecret } from "../domain/delivery/alert-secret.ts";
import { sealSettings } from "../domain/delivery/delivery-secrets.ts";
import { textBox } from "../domain/text-box.ts";
import type { MergeServices } from "../merge/context.ts";

/** How many deliveries one step encrypts: a cron takes small steps. */
const STEP = 200;

/**
 * Encrypts the secrets that earlier versions kept in clear: SQL cannot. Without a key of the deployment they stay as they
 * are, and the log says so.
 */
export async function sealSecrets({ store, env, log }: Pick<MergeServices, "store" | "env" | "log">): Promise<void> {
  const deliveries = await store.upkeep.deliveries.unsealed(STEP);
  const workspaces = (await store.upkeep.workspaces.withAlertSecrets()).filter(
    ({ secret }) => !isAlertSecretSealed(secret),
  );
  if (deliveries.length === 0 && workspaces.length === 0) return;
  if (!env.SECRETS_KEY) {
    log.warn("secrets.not_sealed", { reason: "There is no SECRETS_KEY: secrets of deliveries are kept in clear." });
    return;
  }
  for (const delivery of deliveries) {
    const box = textBox(env.SECRETS_KEY, delivery.workspaceId);
    await store.upkeep.deliveries.sealed(delivery, await sealSettings(box, delivery.kind, delivery.settings));
  }
  for (const { id, secret } of workspaces)
    await store.upkeep.workspaces.replaceAlertSecret(
      id,
      secret,
      await sealAlertSecret(textBox(env.SECRETS_KEY, id), secret),
    );
}
