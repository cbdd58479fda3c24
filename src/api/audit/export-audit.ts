import * as z from "zod";
import { allEntries } from "../../audit/all-entries.ts";
import { actorNames } from "../../audit/named-actors.ts";
import { recordAct } from "../../audit/recorded.ts";
import { endpoint } from "../../http/endpoint.ts";
import { MOST_HEADS, readEntry, type StoredEntry } from "../../store/audit/audit-log.ts";
import type { Store } from "../../store/store.ts";
import { auditFilter, auditFilterMembers } from "./audit-json.ts";

const COLUMNS = [
  "seq",
  "at",
  "actor_type",
  "actor_id",
  "actor_name",
  "via",
  "action",
  "resource_type",
  "resource_id",
  "resource_name",
  "before",
  "after",
  "request_id",
  "request_id_from_client",
  "network",
  "previous",
  "hash",
];

/** GET /api/audit/export: the log as a file. */
export const exportAudit = endpoint({
  method: "get",
  path: "/api/audit/export",
  summary: "Export the log",
  description:
    "Oldest first. `ndjson`: a line for each entry as it is hashed, with its hash and the actor's name, and lines with the signed " +
    "newest heads at its end; `docloom audit verify` proves such a file if it was made without filters. `csv`: for people; no cell is a formula.",
  tag: "Log",
  auth: "key",
  needs: "audit:read",
  query: z.object({
    format: z.enum(["ndjson", "csv"]).default("ndjson").meta({ description: "Kind of file." }),
    ...auditFilterMembers,
  }),
  responses: { 200: { description: "The file.", mediaType: ["application/x-ndjson", "text/csv"] } },

  async handle({ query, caller, context }) {
    const { format, ...filters } = query;
    const after = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    await recordAct(context, caller, {
      action: "audit.exported",
      resource: { type: "audit", id: "", name: "" },
      after,
    });
    const names = await actorNames(context, caller);
    const entries = allEntries(context.store, caller.workspaceId, auditFilter(filters));
    const heads = (first: number) => newestHeads(context.store, caller.workspaceId, first);
    const lines = format === "csv" ? csvLines(entries, names) : jsonLines(entries, names, heads);
    return new Response(streamOf(lines), {
      headers: {
        "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson",
        "content-disposition": `attachment; filename="audit.${format}"`,
      },
    });
  },
});

/**
 * The head of what was before the first entry, and the newest ones, as many as a request can read: whatever an older one proves, one after it
 * proves as well, since each hash is of all entries before it.
 */
async function newestHeads({ auditLog }: Store, workspaceId: string, first: number): Promise<string[]> {
  const [start, ...kept] = await auditLog.headsOutside(workspaceId, Math.max(0, first - 2));
  const newest = kept.slice(Math.max(0, kept.length - MOST_HEADS + 1));
  return await auditLog.signedOutside(workspaceId, start === undefined ? newest : [start, ...newest]);
}

async function* jsonLines(
  entries: AsyncIterable<StoredEntry>,
  names: ReadonlyMap<string, string>,
  heads: (first: number) => Promise<string[]>,
): AsyncGenerator<string> {
  let first: number | undefined;
  for await (const entry of entries) {
    first ??= entry.seq;
    const name = names.get(entry.columns.actor) ?? "";
    // The entry is written as it is kept: what is hashed.
    yield `{"entry":${entry.text},"hash":${JSON.stringify(entry.hash)},"actor_name":${JSON.stringify(name)}}\n`;
  }
  for (const head of await heads(first ?? 1)) yield `{"head":${head}}\n`;
}

async function* csvLines(
  entries: AsyncIterable<StoredEntry>,
  names: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield `${COLUMNS.join(",")}\r\n`;
  for await (const stored of entries) {
    const { seq, at, actor, action, resource, before, after, request, network, previous } = readEntry(stored);
    const cells = [
      seq,
      at,
      actor.type,
      actor.id,
      names.get(actor.id) ?? "",
      actor.via,
      action,
      resource.type,
      resource.id,
      resource.name,
      before ? JSON.stringify(before) : "",
      after ? JSON.stringify(after) : "",
      request.id,
      request.from_client,
      network,
      previous,
      stored.hash,
    ];
    yield `${cells.map(csvCell).join(",")}\r\n`;
  }
}

/** A cell that no spreadsheet takes for a formula, as OWASP has it: an apostrophe comes before what would begin one. */
export function csvCell(value: string | number | boolean): string {
  const text =
    typeof value === "string" && /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}
