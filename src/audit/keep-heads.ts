import { EXPIRED, type NewAuditEntry } from "../domain/audit/entry.ts";
import { readSecrets } from "../domain/secret-box.ts";
import type { Env } from "../env.ts";
import type { Store } from "../store/store.ts";
import { signHead } from "./signed-head.ts";

/** What the deployment's secret is needed for, in the sentence saying that it is missing. */
export const SIGNS_HEADS = "signs the heads of logs";

const HOUR_MS = 60 * 60 * 1000;
const REFUSALS_KEPT_MS = 90 * 24 * HOUR_MS;

/** What the cron's steps for the log work with. */
interface Services {
  env: Env;
  store: Store;
  now(): Date;
}

/**
 * Signs the ends of the logs that have grown, once an hour each, and keeps them outside of the database: a log that is
 * written anew, or cut at its end, by whoever can write the database, does not fit to them.
 */
export async function keepHeads({ env, store, now }: Services): Promise<void> {
  const time = now();
  if (!env.SECRETS_KEY) return;
  const grown = await store.upkeep.auditLog.headsToKeep(new Date(time.getTime() - HOUR_MS));
  if (grown.length === 0) return;
  const secrets = readSecrets(env.SECRETS_KEY, SIGNS_HEADS);
  for (const { workspaceId, ...head } of grown) {
    const signed = JSON.stringify(await signHead(secrets, workspaceId, head, time));
    await store.auditLog.keepHead(workspaceId, { ...head, signed, at: time });
  }
}

/**
 * Removes what the workspaces keep no longer, with an entry that says so: a beginning that is missing without one was taken
 * out. Old counts of strangers go, too.
 */
export async function dropOldEntries({ store, now }: Pick<Services, "store" | "now">): Promise<void> {
  const time = now().getTime();
  for (const { id, auditDays } of await store.control.workspaces.list()) {
    if (auditDays === undefined) continue;
    const upTo = await store.auditLog.lastProvenBefore(id, new Date(time - auditDays * 24 * HOUR_MS));
    if (upTo === undefined) continue;
    const entry: NewAuditEntry = {
      action: EXPIRED,
      resource: { type: "audit", id: "", name: "" },
      after: { up_to: upTo },
      at: now(),
      actor: { type: "service", id: "", via: "service" },
      request: { id: "", from_client: false },
      network: "",
    };
    const recording = store.recording({ workspaceId: id, entry, head: undefined });
    await recording.auditLog.removeUpTo(id, upTo);
  }
  await store.upkeep.auditLog.dropRefusals(new Date(time - REFUSALS_KEPT_MS));
}
