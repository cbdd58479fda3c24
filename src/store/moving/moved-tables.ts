import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { approvals } from "../schema/approvals.ts";
import { auditHeads, auditLog, auditRefusals } from "../schema/audit.ts";
import { bin } from "../schema/bin.ts";
import { dayCounts, dayFiles, keptFiles } from "../schema/day-files.ts";
import { documents, fields, samples, templateVersions } from "../schema/documents.ts";
import { fillInPages } from "../schema/fill-in-pages.ts";
import { formerAddresses } from "../schema/former-addresses.ts";
import { hookCalls, hooks } from "../schema/hooks.ts";
import { mailServers } from "../schema/mail-servers.ts";
import { folders } from "../schema/merge-targets.ts";
import { folderRights, invitations, memberships, persons } from "../schema/people.ts";
import { poolWork } from "../schema/pool-work.ts";
import { dataSessionPosts, idempotencyKeys, links, sessions } from "../schema/requests.ts";
import { deliveries, routes, rules } from "../schema/routes.ts";
import { attempts, deliveryTargets, mailCounts, outbox, runFiles, runs } from "../schema/runs.ts";
import { loginSessions, signInLinks } from "../schema/sign-in.ts";
import { turnstileKeys } from "../schema/turnstile-keys.ts";
import { directories, directoryUsers, issuers, passkeys, personIdentities } from "../schema/ways-in.ts";
import { apiKeys, counters, fonts, signingIdentities, workspaces } from "../schema/workspaces.ts";

/** A table whose rows are workspaces' own, as statements about it are written. */
export interface MovedTable {
  name: string;
  /** Columns of its primary key. */
  key: readonly string[];
  /** The workspace of a row (`new`, `old`, or the table), in SQL. */
  ownerOf(row: string): string;
  /** Whether a row is of the workspace `?1`, in SQL. */
  isOwn: string;
}

/** Those whose rows do not name the workspace: the column that names a row of another table, and that table. */
const BY_PARENT: Readonly<Record<string, { column: string; parent: string }>> = {
  fields: { column: "document_id", parent: "documents" },
  run_files: { column: "run_id", parent: "runs" },
  session_posts: { column: "session_id", parent: "sessions" },
  passkeys: { column: "person_id", parent: "persons" },
};

/** All of them; none refers to a later one. */
export const MOVED_TABLES: readonly MovedTable[] = [
  ...[workspaces, folders, persons, documents, routes, memberships, folderRights, apiKeys, counters, deliveryTargets],
  ...[loginSessions, signInLinks, signingIdentities, fonts, mailCounts, mailServers, turnstileKeys, invitations],
  ...[issuers, passkeys, personIdentities, directories, directoryUsers],
  ...[templateVersions, fields, samples, approvals, fillInPages, formerAddresses, rules, deliveries, hooks],
  ...[runs, runFiles, links, outbox, attempts, hookCalls, sessions, dataSessionPosts, idempotencyKeys, poolWork],
  ...[auditLog, auditHeads, auditRefusals, bin, dayFiles, dayCounts, keptFiles],
].map(movedTable);

function movedTable(table: SQLiteTable): MovedTable {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const composite = primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
  const key = composite.length > 0 ? composite : columns.filter(({ primary }) => primary).map((column) => column.name);
  const byParent = BY_PARENT[name];
  if (!byParent) {
    const column = name === "workspaces" ? "id" : "workspace_id";
    return { name, key, ownerOf: (row) => `${row}.${column}`, isOwn: `${name}.${column} = ?1` };
  }
  const { column, parent } = byParent;
  return {
    ...{ name, key },
    ownerOf: (row) => `(select workspace_id from ${parent} where id = ${row}.${column})`,
    isOwn: `${name}.${column} in (select id from ${parent} where workspace_id = ?1)`,
  };
}

/** The key of a row as changes name it, in SQL. */
export const keyOf = ({ key }: MovedTable, row: string): string =>
  `json_array(${key.map((column) => `${row}.${column}`).join(", ")})`;
