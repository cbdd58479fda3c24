import { and, asc, eq, type SQL } from "drizzle-orm";
import type { Database } from "../database.ts";
import { isHere } from "../schema/is-here.ts";
import { memberships, persons } from "../schema/people.ts";
import { issuers, personIdentities } from "../schema/ways-in.ts";

/** A membership by which somebody may be let in. */
export interface Entrance {
  workspaceId: string;
  personId: string;
  /** The one issuer by which the workspace's people sign in; undefined: any way. */
  onlyIssuer: string | undefined;
}

/** Who somebody is at an issuer, for one workspace. */
export interface LinkedIdentity {
  workspaceId: string;
  personId: string;
  issuer: string;
  subject: string;
  /** The client that the issuer knows: some issuers name people otherwise to each of their clients. */
  clientId: string;
}

/** How people are found when they sign in. Who is no member any more is not found. */
export function createEntrances(database: Database) {
  const select = () =>
    database
      .select({ workspaceId: memberships.workspaceId, personId: memberships.personId, onlyIssuer: issuers.id })
      .from(memberships)
      .innerJoin(persons, eq(persons.id, memberships.personId))
      .leftJoin(issuers, and(eq(issuers.workspaceId, memberships.workspaceId), eq(issuers.isOnlyWay, true)));
  const toEntrances = (rows: { workspaceId: string; personId: string; onlyIssuer: string | null }[]): Entrance[] =>
    rows.map((row) => ({ ...row, onlyIssuer: row.onlyIssuer ?? undefined }));
  const within = (workspaceId: string | undefined): SQL | undefined =>
    workspaceId === undefined ? isHere(memberships.workspaceId) : eq(memberships.workspaceId, workspaceId);

  return {
    /** Memberships of an address, the first that was joined before others. @param email as it is compared */
    async byEmail(email: string, workspaceId?: string): Promise<Entrance[]> {
      return toEntrances(
        await select()
          .where(and(eq(persons.email, email), within(workspaceId)))
          .orderBy(asc(memberships.createdAt)),
      );
    },

    async byPerson(personId: string): Promise<Entrance[]> {
      return toEntrances(await select().where(and(eq(memberships.personId, personId), within(undefined))));
    },

    /** Memberships of an identity, in one workspace or in all. */
    async byIdentity(issuer: string, subject: string, workspaceId?: string): Promise<Entrance[]> {
      return toEntrances(
        await select()
          .innerJoin(personIdentities, eq(personIdentities.personId, memberships.personId))
          .where(and(eq(personIdentities.issuer, issuer), eq(personIdentities.subject, subject), within(workspaceId)))
          .orderBy(asc(memberships.createdAt)),
      );
    },
  };
}

/** Who members are at issuers. */
export function createPersonIdentities(database: Database) {
  return {
    /**
     * Remembers who somebody is at an issuer. False if the person is somebody else there: an address that an issuer gives to
     * another account opens nothing of whoever had it before.
     */
    async link(identity: LinkedIdentity, now: Date): Promise<boolean> {
      const { personId, issuer, subject } = identity;
      await database
        .insert(personIdentities)
        .values({ ...identity, createdAt: now.getTime() })
        .onConflictDoNothing();
      const [row] = await database
        .select({ personId: personIdentities.personId })
        .from(personIdentities)
        .where(
          and(
            eq(personIdentities.personId, personId),
            eq(personIdentities.issuer, issuer),
            eq(personIdentities.subject, subject),
          ),
        );
      return row !== undefined;
    },
  };
}
