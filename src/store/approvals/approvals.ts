import { and, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { ApprovalStatus, AskedChange } from "../../domain/approval/approval.ts";
import type { Statement } from "../batch.ts";
import type { Database } from "../database.ts";
import { newId } from "../ids.ts";
import { approvals } from "../schema/approvals.ts";

export interface NewApproval {
  documentId: number;
  change: AskedChange;
  stateSha256: string;
  /** Ids of persons; empty for nobody, or nobody who is known. */
  askedBy: string;
  author: string;
  askedOf: string;
  comment: string;
}

export interface Approval extends NewApproval {
  id: string;
  status: ApprovalStatus;
  decidedBy: string;
  reply: string;
  createdAt: Date;
  decidedAt: Date | undefined;
}

/** What people ask others to approve. An approval is good for one change. */
export function createApprovals(database: Database) {
  const one = (workspaceId: string, documentId: number, id: string) =>
    and(eq(approvals.id, id), eq(approvals.documentId, documentId), eq(approvals.workspaceId, workspaceId));
  const toApproval = ({ createdAt, decidedAt, ...row }: typeof approvals.$inferSelect): Approval => ({
    ...row,
    createdAt: new Date(createdAt),
    decidedAt: decidedAt === null ? undefined : new Date(decidedAt),
  });

  return {
    async create(workspaceId: string, asked: NewApproval, now: Date): Promise<Approval> {
      const values = { ...asked, id: newId(), workspaceId, status: "asked" as const, createdAt: now.getTime() };
      const [row] = await database.insert(approvals).values(values).returning();
      if (!row) throw new Error("An approval that was just written is not there");
      return toApproval(row);
    },

    /** Newest first. */
    async list(workspaceId: string, documentId: number, limit: number): Promise<Approval[]> {
      const rows = await database
        .select()
        .from(approvals)
        .where(and(eq(approvals.documentId, documentId), eq(approvals.workspaceId, workspaceId)))
        .orderBy(desc(approvals.createdAt), desc(approvals.id))
        .limit(limit);
      return rows.map(toApproval);
    },

    async byId(workspaceId: string, documentId: number, id: string): Promise<Approval | undefined> {
      const [row] = await database
        .select()
        .from(approvals)
        .where(one(workspaceId, documentId, id));
      return row && toApproval(row);
    },

    async countWaiting(workspaceId: string, documentId: number): Promise<number> {
      const isWaiting = and(
        eq(approvals.documentId, documentId),
        eq(approvals.workspaceId, workspaceId),
        eq(approvals.status, "asked"),
      );
      const [row] = await database.select({ waiting: count() }).from(approvals).where(isWaiting);
      return row?.waiting ?? 0;
    },

    /** An approval of exactly this state that nobody has used. */
    async ofState(workspaceId: string, documentId: number, stateSha256: string): Promise<Approval | undefined> {
      const [row] = await database
        .select()
        .from(approvals)
        .where(
          and(
            eq(approvals.documentId, documentId),
            eq(approvals.workspaceId, workspaceId),
            eq(approvals.stateSha256, stateSha256),
            eq(approvals.status, "approved"),
          ),
        )
        .limit(1);
      return row && toApproval(row);
    },

    /** Undefined if it was decided before, or is gone: of two who decide at once one does. */
    async decide(
      { workspaceId, documentId, id }: { workspaceId: string; documentId: number; id: string },
      decision: { status: "approved" | "given_back"; by: string; reply: string },
      now: Date,
    ): Promise<Approval | undefined> {
      const { status, by, reply } = decision;
      const [row] = await database
        .update(approvals)
        .set({ status, decidedBy: by, reply, decidedAt: now.getTime() })
        .where(and(one(workspaceId, documentId, id), eq(approvals.status, "asked")))
        .returning();
      return row && toApproval(row);
    },

    /** Also of one that was given and not used. */
    async withdraw(workspaceId: string, documentId: number, id: string): Promise<boolean> {
      const withdrawn = await database
        .update(approvals)
        .set({ status: "withdrawn" })
        .where(and(one(workspaceId, documentId, id), inArray(approvals.status, ["asked", "approved"])))
        .returning({ id: approvals.id });
      return withdrawn.length > 0;
    },
  };
}

/** Whether a workspace's approval was given, and is not used. */
export const isGiven = (workspaceId: string, id: string): SQL =>
  sql`exists (select 1 from approvals where id = ${id} and workspace_id = ${workspaceId} and status = 'approved')`;

/** The statement that uses an approval up with the change that it was given for, if that is made. */
export const useApproval = (database: Database, id: string, condition: SQL, now: Date) =>
  database
    .update(approvals)
    .set({ status: "used", usedAt: now.getTime() })
    .where(and(eq(approvals.id, id), eq(approvals.status, "approved"), condition)) satisfies Statement;
