import type { ApiKey } from "../domain/access/api-key.ts";

/**
 * API keys as requests need them that are held, when they write, against the key as it is then (`mayMerge`): kept in the isolate, and
 * never trusted. Those that may not use all folders are not kept.
 */
const kept = new Map<string, { key: ApiKey; readAt: number }>();

const MAX_KEYS = 500;
const MAX_AGE_MS = 30_000;

export function keptKey(keyId: string, now: Date): ApiKey | undefined {
  const found = kept.get(keyId);
  return found && now.getTime() - found.readAt <= MAX_AGE_MS ? found.key : undefined;
}

/** The one that was read longest ago makes room. */
export function keepKey(key: ApiKey, now: Date): void {
  kept.delete(key.keyId);
  if (key.rights.folders.length > 0) return;
  // Its use is written down by the request that reads it.
  kept.set(key.keyId, { key: { ...key, lastUsedAt: now }, readAt: now.getTime() });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEYS && oldest !== undefined) kept.delete(oldest);
}
