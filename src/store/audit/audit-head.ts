import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { AuditHead } from "../../domain/audit/entry.ts";

/** The end of a workspace's log beside a row that names the workspace: it costs no query of its own. */
export const headOf = (workspaceId: AnySQLiteColumn): SQL<string | null> => sql<string | null>`(
  select audit_log.seq || ' ' || audit_log.hash from audit_log where audit_log.workspace_id = ${workspaceId}
  order by audit_log.seq desc limit 1)`;

export function readHead(text: string | null): AuditHead {
  const [seq = "0", hash = ""] = (text ?? "").split(" ");
  return { seq: Number(seq), hash };
}
