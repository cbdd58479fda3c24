import type { AuditFilter, StoredEntry } from "../store/audit/audit-log.ts";
import type { Store } from "../store/store.ts";

const STEP = 500;

/** Entries in the order of their writing, page by page. */
export async function* allEntries(
  { auditLog }: Pick<Store, "auditLog">,
  workspaceId: string,
  filter: AuditFilter,
  { after = 0, most = Number.POSITIVE_INFINITY }: { after?: number; most?: number } = {},
): AsyncGenerator<StoredEntry> {
  let start = after;
  for (let left = most; left > 0; ) {
    const limit = Math.min(STEP, left);
    const page = await auditLog.list(workspaceId, filter, { limit, after: { id: String(start) } });
    yield* page;
    left -= page.length;
    const last = page.at(-1);
    if (!last || page.length < limit) return;
    start = last.seq;
  }
}
