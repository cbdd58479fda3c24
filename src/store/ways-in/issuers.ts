import { and, asc, eq, isNotNull, ne } from "drizzle-orm";
import type { Role } from "../../domain/access/rights.ts";
import type { Database } from "../database.ts";
import { newId, newKey } from "../ids.ts";
import { toDate } from "../run-rows.ts";
import { isHere } from "../schema/is-here.ts";
import { loginSessions } from "../schema/sign-in.ts";
import { issuers } from "../schema/ways-in.ts";

/** What an owner sets of an issuer. */
export interface IssuerMembers {
  name: string;
  issuer: string;
  clientId: string;
  sealedSecret: string | undefined;
  domain: string;
  newcomerRole: Role | undefined;
  isOnlyWay: boolean;
}

/** An issuer of a workspace. */
export interface WorkspaceIssuer extends IssuerMembers {
  id: string;
  workspaceId: string;
  proofToken: string;
  /** Undefined until the domain is proved, and once its record is gone. */
  provedAt: Date | undefined;
  checkedAt: Date | undefined;
  createdAt: Date;
}

/** How a session says that a workspace's issuer has opened it. */
export const wayOfIssuer = (id: string): string => `oidc:${id}`;

/** Issuers that workspaces set for their domains. */
export function createIssuers(database: Database) {
  const one = (workspaceId: string, id: string) => and(eq(issuers.id, id), eq(issuers.workspaceId, workspaceId));

  return {
    async list(workspaceId: string): Promise<WorkspaceIssuer[]> {
      const rows = await database
        .select()
        .from(issuers)
        .where(eq(issuers.workspaceId, workspaceId))
        .orderBy(asc(issuers.id));
      return rows.map(toIssuer);
    },

    async create(workspaceId: string, members: IssuerMembers, now: Date): Promise<WorkspaceIssuer> {
      const row = {
        id: newId(),
        workspaceId,
        ...columnsOf(members),
        proofToken: newKey(),
        provedAt: null,
        checkedAt: null,
        createdAt: now.getTime(),
        updatedAt: now.getTime(),
      };
      await database.insert(issuers).values(row);
      return toIssuer(row);
    },

    /** Another domain has to be proved anew. Undefined if the workspace has no such issuer. */
    async update(
      { workspaceId, id, domain, proofToken, provedAt }: WorkspaceIssuer,
      members: IssuerMembers,
      now: Date,
    ): Promise<WorkspaceIssuer | undefined> {
      const isSameDomain = members.domain === domain;
      const [row] = await database
        .update(issuers)
        .set({
          ...columnsOf(members),
          proofToken: isSameDomain ? proofToken : newKey(),
          provedAt: isSameDomain ? (provedAt?.getTime() ?? null) : null,
          updatedAt: now.getTime(),
        })
        .where(one(workspaceId, id))
        .returning();
      return row && toIssuer(row);
    },

    /** From now on the workspace's people come by this issuer only: their sessions of other ways end. */
    async endOtherWays(workspaceId: string, id: string): Promise<void> {
      await database
        .delete(loginSessions)
        .where(
          and(
            eq(loginSessions.workspaceId, workspaceId),
            ne(loginSessions.personId, ""),
            ne(loginSessions.way, wayOfIssuer(id)),
          ),
        );
    },

    async noteProof(workspaceId: string, id: string, isProved: boolean, now: Date): Promise<void> {
      await database
        .update(issuers)
        .set({ provedAt: isProved ? now.getTime() : null, checkedAt: now.getTime() })
        .where(one(workspaceId, id));
    },

    async remove(workspaceId: string, id: string): Promise<boolean> {
      const removed = await database.delete(issuers).where(one(workspaceId, id)).returning({ id: issuers.id });
      return removed.length > 0;
    },
  };
}

/** Issuers of whatever workspace. */
export function createIssuerLookUps(database: Database) {
  return {
    /** Whatever workspace it is of. */
    async byId(id: string): Promise<WorkspaceIssuer | undefined> {
      const [row] = await database
        .select()
        .from(issuers)
        .where(and(eq(issuers.id, id), isHere(issuers.workspaceId)));
      return row && toIssuer(row);
    },

    /** Those that may speak for a domain. */
    async forDomain(domain: string): Promise<WorkspaceIssuer[]> {
      const rows = await database
        .select()
        .from(issuers)
        .where(and(eq(issuers.domain, domain), isNotNull(issuers.provedAt), isHere(issuers.workspaceId)))
        .orderBy(asc(issuers.id));
      return rows.map(toIssuer);
    },
  };
}

const columnsOf = ({ sealedSecret, newcomerRole, ...members }: IssuerMembers) => ({
  ...members,
  sealedSecret: sealedSecret ?? null,
  newcomerRole: newcomerRole ?? null,
});

function toIssuer(row: typeof issuers.$inferSelect): WorkspaceIssuer {
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    name: row.name,
    issuer: row.issuer,
    clientId: row.clientId,
    sealedSecret: row.sealedSecret ?? undefined,
    domain: row.domain,
    proofToken: row.proofToken,
    provedAt: toDate(row.provedAt),
    checkedAt: toDate(row.checkedAt),
    newcomerRole: (row.newcomerRole as Role | null) ?? undefined,
    isOnlyWay: row.isOnlyWay,
    createdAt: new Date(row.createdAt),
  };
}
