import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { type AnswerOf, api, type QueryOf } from "./client.ts";
import { listOptions } from "./lists.ts";

/** Something that was done, as the log has it. */
export type AuditEntry = AnswerOf<"/api/audit">[number];

/** What the log is narrowed by. */
export type AuditFilters = Omit<QueryOf<"/api/audit">, "cursor" | "limit" | "order">;

export const auditList = (filters: AuditFilters) =>
  listOptions(["audit", filters], (page, signal) =>
    api.GET("/api/audit", { params: { query: { ...filters, ...page } }, signal }),
  );

export type AuditReport = AnswerOf<"/api/audit/verify">;

/** Follows the log to its end, a part with each request. */
export async function verifyAudit(): Promise<AuditReport> {
  let report = await verifyAfter(0);
  while (report.next > 0) {
    const { intact, entries, first, heads_compared, problems } = report;
    const part = await verifyAfter(report.next);
    report = {
      ...part,
      first,
      intact: intact && part.intact,
      entries: entries + part.entries,
      heads_compared: heads_compared + part.heads_compared,
      problems: [...problems, ...part.problems],
    };
  }
  return report;
}

const verifyAfter = (after: number) =>
  dataOf(api.GET("/api/audit/verify", { params: { query: after > 0 ? { after } : {} } }));
