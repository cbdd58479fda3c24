import type { ApiKey } from "../domain/access/api-key.ts";

/**
 * API keys in the memory of the isolate, for requests whose writes check the key once more in the database (`mayMerge`): a revoked
 * key that is still here writes nothing. Keys that are limited to folders are not cached.
 */
const cache = new Map<string, { key: ApiKey; readAt: number }>();

const MAX_KEYS = 500;
const MAX_AGE_MS = 30_000;

export function cachedKey(keyId: string, now: Date): ApiKey | undefined {
  const found = cache.get(keyId);
  return found && now.getTime() - found.readAt <= MAX_AGE_MS ? found.key : undefined;
}

/** In a full cache it takes the place of the key that was read longest ago. */
export function cacheKey(key: ApiKey, now: Date): void {
  cache.delete(key.keyId);
  if (key.rights.folders.length > 0) return;
  // Its use is written down by the request that reads it.
  cache.set(key.keyId, { key: { ...key, lastUsedAt: now }, readAt: now.getTime() });
  const [oldest] = cache.keys();
  if (cache.size > MAX_KEYS && oldest !== undefined) cache.delete(oldest);
}
