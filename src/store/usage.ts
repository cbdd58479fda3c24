import { sql } from "drizzle-orm";
import type { FolderView } from "../domain/access/rights.ts";
import type { Database } from "./database.ts";
import { isDocumentSeen, isRunSeen } from "./folder-view.ts";
import { dayCounts } from "./schema/day-files.ts";
import { runs } from "./schema/runs.ts";

/** Merges in a period of time. */
export interface UsageRow {
  /** `YYYY-MM-DD` or `YYYY-MM` (UTC); empty if the whole period is counted as one. */
  period: string;
  /** Undefined if all documents are counted as one. */
  documentId: number | undefined;
  merges: number;
  testMerges: number;
  failed: number;
}

export interface UsageQuery {
  /** The beginning of a day (UTC). */
  from: Date;
  /** The beginning of the day after the requested period. */
  until: Date;
  documentId?: number;
  by: "day" | "month" | "document" | "document_day" | "total";
}

/** How much a workspace merged, by document and time: counted from the runs of documents, which outlive their files, and by day those that are in day files. */
export function createUsage(database: Database, view?: FolderView) {
  return {
    async read(workspaceId: string, { from, until, documentId, by }: UsageQuery): Promise<UsageRow[]> {
      const isWhole = by === "document" || by === "total";
      const period = isWhole ? sql`''` : by === "month" ? sql`substr(day, 1, 7)` : sql`day`;
      const document = by === "document" || by === "document_day" ? sql`document_id` : sql`null`;
      const isDocument = documentId === undefined ? sql`` : sql`and document_id = ${documentId}`;
      const rows = await database.all<{
        period: string;
        document: number | null;
        merges: number;
        tests: number;
        failed: number;
      }>(sql`
        select ${period} as period, ${document} as document, sum(merges) as merges, sum(tests) as tests, sum(failed) as failed
        from (
          select strftime('%Y-%m-%d', accepted_at / 1000, 'unixepoch') as day, document_id,
            sum(status = 'done' and not test) as merges, sum(status = 'done' and test) as tests,
            sum(status = 'failed') as failed
          from runs indexed by runs_by_time
          where workspace_id = ${workspaceId} and accepted_at >= ${from.getTime()} and accepted_at < ${until.getTime()}
            and document_id is not null
            ${view ? sql`and ${isRunSeen(view, runs)}` : sql``}
            ${isDocument}
          group by 1, 2
          union all
          select day, document_id, merges, test_merges, failed from day_counts
          where workspace_id = ${workspaceId} and day >= ${dayOf(from)} and day < ${dayOf(until)}
            ${view ? sql`and ${isDocumentSeen(view, dayCounts.documentId)}` : sql``}
            ${isDocument})
        group by 1, 2 order by 1, 2`);

      return rows.map((row) => ({
        period: row.period,
        documentId: row.document ?? undefined,
        merges: row.merges,
        testMerges: row.tests,
        failed: row.failed,
      }));
    },
  };
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
