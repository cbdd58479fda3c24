import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Person } from "../domain/access/person.ts";
import { ALL_RIGHTS, type Right, type Rights, type Role, rightsOfRole } from "../domain/access/rights.ts";
import type { AuditHead } from "../domain/audit/entry.ts";
import { headOf, readHead } from "./audit/audit-head.ts";
import type { Database } from "./database.ts";
import { newId, newKey } from "./ids.ts";
import { keyRights, pathsOf } from "./keys.ts";
import { isHere } from "./schema/is-here.ts";
import { memberships, persons } from "./schema/people.ts";
import { loginSessions, signInLinks } from "./schema/sign-in.ts";
import { apiKeys, workspaces } from "./schema/workspaces.ts";
import { sha256Hex } from "./sha256.ts";

/** A browser that is signed in. */
export interface LoginSession {
  id: string;
  workspaceId: string;
  /** The API key that signed in; empty for a sign-in link. */
  keyId: string;
  /** The key's name; undefined for a link, and for the fixed pair of the environment, which has no row. */
  keyName: string | undefined;
  /** Who has signed in; undefined for a key, and for a sign-in link. */
  person: Person | undefined;
  /** How it was opened: `key`, `link`, `mail`, `passkey`, `oidc` ... */
  way: string;
  /** When its person has last proved to be there. */
  freshAt: Date | undefined;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

/** A session with what its request needs. */
export interface AuthenticLoginSession extends LoginSession {
  /** What its workspace keeps, in bytes. */
  storedBytes: number;
  /** The end of its workspace's log. */
  auditHead: AuditHead;
  /** What its person, or its key, may at this moment. */
  rights: Rights;
}

/** What opens a session. */
export interface SessionOpening {
  workspaceId: string;
  /** The key that signs in; empty for a person, and for a sign-in link. */
  keyId?: string;
  personId?: string;
  way: string;
  /** When the person has proved to be there; now, unless it is said. */
  freshAt?: Date;
  userAgent: string;
}

export interface LoginSessionPage {
  /** Only those of a person. */
  personId?: string;
  limit: number;
  /** The last session of the page before. */
  after: { id: string } | undefined;
  descending: boolean;
}

/** How long a browser stays signed in. */
export const LOGIN_SESSION_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** How long a sign-in link waits for its use. */
const SIGN_IN_LINK_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** The last use is written at most this often. */
const USE_RESOLUTION_MS = 5 * 60 * 1000;

/** Longest `User-Agent` that is kept, in characters. */
const MAX_USER_AGENT_LENGTH = 300;

const isMember = and(
  eq(memberships.workspaceId, loginSessions.workspaceId),
  eq(memberships.personId, loginSessions.personId),
);

/** Alive: not expired, its key still works, its person still a member. The fixed pair of the environment has no row among the keys. */
const isAlive = (now: Date) =>
  and(
    gt(loginSessions.expiresAt, now.getTime()),
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now.getTime())),
    or(eq(loginSessions.personId, ""), isNotNull(memberships.role)),
  );

/** Sessions of browsers, each with a random token of which only the digest is kept. */
export function createLoginSessions(database: Database) {
  const select = () =>
    database
      .select({ session: loginSessions, keyName: apiKeys.name, person: persons })
      .from(loginSessions)
      .leftJoin(apiKeys, eq(apiKeys.id, loginSessions.keyId))
      .leftJoin(persons, eq(persons.id, loginSessions.personId))
      .leftJoin(memberships, isMember);

  const markSeen = (personId: string, now: Date) =>
    database.update(persons).set({ lastSeenAt: now.getTime() }).where(eq(persons.id, personId));

  return {
    async create(opening: SessionOpening, now: Date): Promise<{ session: LoginSession; token: string }> {
      const { workspaceId, keyId = "", personId = "", way, freshAt = now, userAgent } = opening;
      const token = newKey();
      const row = {
        id: newId(),
        workspaceId,
        keyId,
        personId,
        way,
        freshAt: personId === "" ? null : freshAt.getTime(),
        userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
        createdAt: now.getTime(),
        lastUsedAt: now.getTime(),
        expiresAt: now.getTime() + LOGIN_SESSION_LIFETIME_MS,
      };
      const insert = database.insert(loginSessions).values({ ...row, tokenSha256: await sha256Hex(token) });
      if (personId === "") await insert;
      else await database.batch([insert, markSeen(personId, now)]);
      const [keyName, person] = [await nameOf(database, keyId), await personOf(database, personId)];
      return { session: toLoginSession({ session: row, keyName, person }), token };
    },

    /** What a session may now; undefined if the workspace has no such live session. */
    async rightsOf(workspaceId: string, id: string, now: Date): Promise<Rights | undefined> {
      const [row] = await database
        .select({ session: loginSessions, ...access })
        .from(loginSessions)
        .leftJoin(apiKeys, eq(apiKeys.id, loginSessions.keyId))
        .leftJoin(memberships, isMember)
        .where(and(eq(loginSessions.id, id), eq(loginSessions.workspaceId, workspaceId), isAlive(now)));
      return row && rightsOf(row);
    },

    /** Undefined if the workspace has no such live session. */
    async byId(workspaceId: string, id: string, now: Date): Promise<LoginSession | undefined> {
      const [row] = await select().where(
        and(eq(loginSessions.id, id), eq(loginSessions.workspaceId, workspaceId), isAlive(now)),
      );
      return row && toLoginSession(row);
    },

    /** The live sessions of a workspace, by creation time, which their ids contain. */
    async list(
      workspaceId: string,
      now: Date,
      { limit, after, descending, personId }: LoginSessionPage,
    ): Promise<LoginSession[]> {
      const { id } = loginSessions;
      const start = after === undefined ? undefined : descending ? lt(id, after.id) : gt(id, after.id);
      const ofPerson = personId === undefined ? undefined : eq(loginSessions.personId, personId);
      const rows = await select()
        .where(and(eq(loginSessions.workspaceId, workspaceId), ofPerson, start, isAlive(now)))
        .orderBy(descending ? desc(id) : asc(id))
        .limit(limit);
      return rows.map(toLoginSession);
    },

    /** Records that a session was used, unless that was recorded a moment ago. */
    async touch({ id, lastUsedAt, person }: LoginSession, now: Date): Promise<void> {
      if (now.getTime() - lastUsedAt.getTime() < USE_RESOLUTION_MS) return;
      const seen = database.update(loginSessions).set({ lastUsedAt: now.getTime() }).where(eq(loginSessions.id, id));
      if (!person) await seen;
      else await database.batch([seen, markSeen(person.id, now)]);
    },

    /** A link that signs a browser in once. @returns its token, of which only the digest is kept */
    async makeLink(workspaceId: string, now: Date): Promise<string> {
      const token = newKey();
      await database.insert(signInLinks).values({
        tokenSha256: await sha256Hex(token),
        workspaceId,
        createdAt: now.getTime(),
        expiresAt: now.getTime() + SIGN_IN_LINK_LIFETIME_MS,
      });
      return token;
    },

    /** The session belongs to this person from now on, who has just proved to be there. */
    async assign(workspaceId: string, id: string, personId: string, now: Date): Promise<void> {
      await database
        .update(loginSessions)
        .set({ personId, keyId: "", freshAt: now.getTime() })
        .where(and(eq(loginSessions.id, id), eq(loginSessions.workspaceId, workspaceId)));
      await markSeen(personId, now);
    },

    /** False if the workspace has no such session. */
    async revoke(workspaceId: string, id: string): Promise<boolean> {
      const revoked = await database
        .delete(loginSessions)
        .where(and(eq(loginSessions.id, id), eq(loginSessions.workspaceId, workspaceId)))
        .returning({ id: loginSessions.id });
      return revoked.length > 0;
    },
  };
}

/** Sessions and sign-in links that have expired, of all workspaces. */
export function createLoginSessionUpkeep(database: Database) {
  return {
    /** Removes what has expired. */
    async sweep(now: Date): Promise<void> {
      await database.batch([
        database.delete(loginSessions).where(lt(loginSessions.expiresAt, now.getTime())),
        database.delete(signInLinks).where(lt(signInLinks.expiresAt, now.getTime())),
      ]);
    },
  };
}

/** Sessions and sign-in links by their tokens. */
export function createLoginSessionLookUps(database: Database) {
  return {
    /** With what its request needs; undefined for an unknown, expired or revoked token. */
    async byToken(token: string, now: Date): Promise<AuthenticLoginSession | undefined> {
      const [row] = await database
        .select({
          session: loginSessions,
          keyName: apiKeys.name,
          person: persons,
          storedBytes: workspaces.storedBytes,
          head: headOf(workspaces.id),
          ...access,
        })
        .from(loginSessions)
        .innerJoin(workspaces, eq(workspaces.id, loginSessions.workspaceId))
        .leftJoin(apiKeys, eq(apiKeys.id, loginSessions.keyId))
        .leftJoin(persons, eq(persons.id, loginSessions.personId))
        .leftJoin(memberships, isMember)
        .where(
          and(eq(loginSessions.tokenSha256, await sha256Hex(token)), isAlive(now), isHere(loginSessions.workspaceId)),
        );
      if (!row) return undefined;
      const { storedBytes, head } = row;
      return { ...toLoginSession(row), storedBytes, auditHead: readHead(head), rights: rightsOf(row) };
    },

    /** Uses up a sign-in link: of two simultaneous uses, one gets the workspace. */
    async useLink(token: string, now: Date): Promise<string | undefined> {
      const [used] = await database
        .delete(signInLinks)
        .where(
          and(
            eq(signInLinks.tokenSha256, await sha256Hex(token)),
            gt(signInLinks.expiresAt, now.getTime()),
            isHere(signInLinks.workspaceId),
          ),
        )
        .returning({ workspaceId: signInLinks.workspaceId });
      return used?.workspaceId;
    },
  };
}

async function nameOf(database: Database, keyId: string): Promise<string | null> {
  const [key] = await database.select({ name: apiKeys.name }).from(apiKeys).where(eq(apiKeys.id, keyId));
  return key?.name ?? null;
}

const access = {
  role: memberships.role,
  keyRow: { rights: apiKeys.rights, folders: apiKeys.folders },
  paths: pathsOf(apiKeys),
  folderRoles: sql<string>`(select json_group_array(json_array(folders.path, folder_rights.role))
    from folder_rights join folders on folders.id = folder_rights.folder_id
    where folder_rights.workspace_id = ${loginSessions.workspaceId}
      and folder_rights.person_id = ${loginSessions.personId})`,
};

interface AccessRow {
  session: { personId: string };
  role: string | null;
  keyRow: { rights: Right[] | null; folders: string[] | null } | null;
  paths: string | null;
  folderRoles: string;
}

/** A person's by their membership, a key's its own; a sign-in link, and the fixed pair, may everything. */
function rightsOf({ session, role, keyRow, paths, folderRoles }: AccessRow): Rights {
  if (session.personId !== "") {
    const folders = JSON.parse(folderRoles) as [path: string, role: Role | ""][];
    return rightsOfRole(
      role as Role,
      folders.map(([path, here]) => ({ path, role: here || undefined })),
    );
  }
  return keyRow ? keyRights(keyRow, paths) : ALL_RIGHTS;
}

async function personOf(database: Database, id: string): Promise<typeof persons.$inferSelect | null> {
  if (id === "") return null;
  const [person] = await database.select().from(persons).where(eq(persons.id, id));
  return person ?? null;
}

function toLoginSession({
  session,
  keyName,
  person,
}: {
  session: Omit<typeof loginSessions.$inferSelect, "tokenSha256">;
  keyName: string | null;
  person: typeof persons.$inferSelect | null;
}): LoginSession {
  return {
    id: session.id,
    workspaceId: session.workspaceId,
    keyId: session.keyId,
    keyName: keyName ?? undefined,
    person: person ? { id: person.id, name: person.name, email: person.email } : undefined,
    way: session.way || (session.keyId ? "key" : "link"),
    freshAt: session.freshAt === null ? undefined : new Date(session.freshAt),
    userAgent: session.userAgent,
    createdAt: new Date(session.createdAt),
    lastUsedAt: new Date(session.lastUsedAt),
    expiresAt: new Date(session.expiresAt),
  };
}
