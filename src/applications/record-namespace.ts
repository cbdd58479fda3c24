import type { Store } from "../store/store.ts";

/** Somebody else has written what was read a moment ago: a code or token was used twice at the same time. */
export class RecordConflict extends Error {
  override readonly name = "RecordConflict";
}

type Records = Store["control"]["applicationRecords"];

/** KV deletes what ends within a minute; here it ends when it ends. */
const secondsNow = (now: Date): number => Math.floor(now.getTime() / 1000);

/**
 * The records as the authorization server's library takes them: a namespace of Workers KV. D1 has what was written at once, and
 * a grant that was read is written only over what was read, so that of two uses of a code or token at the same time one is
 * refused. For one request.
 * @param fixed records that are always there, by their keys
 */
export function recordNamespace(
  records: Records,
  now: () => Date,
  fixed: Readonly<Record<string, object>>,
): KVNamespace {
  const read = new Map<string, string>();

  const namespace = {
    async get(key: string, options?: { type?: string } | string) {
      const value = Object.hasOwn(fixed, key) ? JSON.stringify(fixed[key]) : await records.get(key, now());
      if (value === undefined) return null;
      read.set(key, value);
      const type = typeof options === "string" ? options : options?.type;
      return type === "json" ? (JSON.parse(value) as unknown) : value;
    },

    async put(key: string, value: string, { expirationTtl, expiration }: KVNamespacePutOptions = {}) {
      const end = expirationTtl === undefined ? expiration : secondsNow(now()) + expirationTtl;
      const former = key.startsWith("grant:") ? read.get(key) : undefined;
      if (former === undefined) await records.put(key, value, end);
      else if (!(await records.replace(key, former, value, end))) throw new RecordConflict(key.split(":")[0]);
      read.set(key, value);
    },

    async delete(key: string) {
      read.delete(key);
      await records.remove(key);
    },

    async list({ prefix, limit, cursor }: KVNamespaceListOptions = {}) {
      const most = Math.min(limit ?? 1_000, 1_000);
      const found = await records.keys(prefix ?? "", cursor ?? undefined, most, now());
      const keys = found.map(({ key, expiresAt }) => ({ name: key, ...(expiresAt ? { expiration: expiresAt } : {}) }));
      const last = found.length === most ? found.at(-1) : undefined;
      return { keys, list_complete: last === undefined, ...(last ? { cursor: last.key } : {}), cacheStatus: null };
    },
  };
  return namespace as unknown as KVNamespace;
}
