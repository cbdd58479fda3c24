/**
 * What led to a workspace before, as this isolate remembers it: the object is asked first, and without it everything is found, too.
 * By database, as an isolate of tests has several.
 */
const known = new WeakMap<D1Database, Map<string, string>>();

const MOST = 10_000;

export const knownPointer = (database: D1Database, pointer: string): string | undefined =>
  known.get(database)?.get(pointer);

/** The one that was remembered longest ago makes room. */
export function keepPointer(database: D1Database, pointer: string, workspaceId: string): void {
  const own = known.get(database) ?? new Map<string, string>();
  known.set(database, own);
  own.set(pointer, workspaceId);
  const [oldest] = own.keys();
  if (own.size > MOST && oldest !== undefined) own.delete(oldest);
}
