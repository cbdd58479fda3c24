import { and, asc, desc, eq, gt, isNull, lt } from "drizzle-orm";
import type { Database } from "./database.ts";
import { newId, newKey } from "./ids.ts";
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
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

export interface LoginSessionPage {
  limit: number;
  /** The last session of the page before. */
  after: { id: string } | undefined;
  descending: boolean;
}

/** How long a browser stays signed in. */
export const LOGIN_SESSION_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** The last use is written at most this often. */
const USE_RESOLUTION_MS = 5 * 60 * 1000;

/** Longest `User-Agent` that is kept, in characters. */
const MAX_USER_AGENT_LENGTH = 300;

/** Sessions of browsers, by a random token of which only the digest is kept, and the links that open them. */
export function createLoginSessions(database: Database) {
  /** Alive: not expired, and its key not revoked. The fixed pair of the environment has no row among the keys. */
  const select = () =>
    database
      .select({ session: loginSessions, keyName: apiKeys.name })
      .from(loginSessions)
      .leftJoin(apiKeys, eq(apiKeys.id, loginSessions.keyId));
  const isAlive = (now: Date) => and(gt(loginSessions.expiresAt, now.getTime()), isNull(apiKeys.revokedAt));

  return {
    /** @param keyId the key that signs in; empty for a sign-in link */
    async create(
      workspaceId: string,
      keyId: string,
      userAgent: string,
      now: Date,
    ): Promise<{ session: LoginSession; token: string }> {
      const token = newKey();
      const row = {
        id: newId(),
        workspaceId,
        keyId,
        userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH),
        createdAt: now.getTime(),
        lastUsedAt: now.getTime(),
        expiresAt: now.getTime() + LOGIN_SESSION_LIFETIME_MS,
      };
      await database.insert(loginSessions).values({ ...row, tokenSha256: await sha256Hex(token) });
      return { session: toLoginSession({ session: row, keyName: await nameOf(database, keyId) }), token };
    },

    /** With what its workspace keeps, in bytes; undefined for an unknown, expired or revoked token. */
    async byToken(token: string, now: Date): Promise<(LoginSession & { storedBytes: number }) | undefined> {
      const [row] = await database
        .select({ session: loginSessions, keyName: apiKeys.name, storedBytes: workspaces.storedBytes })
        .from(loginSessions)
        .innerJoin(workspaces, eq(workspaces.id, loginSessions.workspaceId))
        .leftJoin(apiKeys, eq(apiKeys.id, loginSessions.keyId))
        .where(and(eq(loginSessions.tokenSha256, await sha256Hex(token)), isAlive(now)));
      return row && { ...toLoginSession(row), storedBytes: row.storedBytes };
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
      { limit, after, descending }: LoginSessionPage,
    ): Promise<LoginSession[]> {
      const { id } = loginSessions;
      const start = after === undefined ? undefined : descending ? lt(id, after.id) : gt(id, after.id);
      const rows = await select()
        .where(and(eq(loginSessions.workspaceId, workspaceId), start, isAlive(now)))
        .orderBy(descending ? desc(id) : asc(id))
        .limit(limit);
      return rows.map(toLoginSession);
    },

    /** Records that a session was used, unless that was recorded a moment ago. */
    async touch({ id, lastUsedAt }: LoginSession, now: Date): Promise<void> {
      if (now.getTime() - lastUsedAt.getTime() < USE_RESOLUTION_MS) return;
      await database.update(loginSessions).set({ lastUsedAt: now.getTime() }).where(eq(loginSessions.id, id));
    },

    /** False if the workspace has no such session. */
    async revoke(workspaceId: string, id: string): Promise<boolean> {
      const revoked = await database
        .delete(loginSessions)
        .where(and(eq(loginSessions.id, id), eq(loginSessions.workspaceId, workspaceId)))
        .returning({ id: loginSessions.id });
      return revoked.length > 0;
    },

    /** Uses up a sign-in link: of two simultaneous uses, one gets the workspace. */
    async useLink(token: string, now: Date): Promise<string | undefined> {
      const [used] = await database
        .delete(signInLinks)
        .where(and(eq(signInLinks.tokenSha256, await sha256Hex(token)), gt(signInLinks.expiresAt, now.getTime())))
        .returning({ workspaceId: signInLinks.workspaceId });
      return used?.workspaceId;
    },

    /** Removes what has expired. */
    async sweep(now: Date): Promise<void> {
      await database.batch([
        database.delete(loginSessions).where(lt(loginSessions.expiresAt, now.getTime())),
        database.delete(signInLinks).where(lt(signInLinks.expiresAt, now.getTime())),
      ]);
    },
  };
}

async function nameOf(database: Database, keyId: string): Promise<string | null> {
  const [key] = await database.select({ name: apiKeys.name }).from(apiKeys).where(eq(apiKeys.id, keyId));
  return key?.name ?? null;
}

function toLoginSession({
  session,
  keyName,
}: {
  session: Omit<typeof loginSessions.$inferSelect, "tokenSha256">;
  keyName: string | null;
}): LoginSession {
  return {
    id: session.id,
    workspaceId: session.workspaceId,
    keyId: session.keyId,
    keyName: keyName ?? undefined,
    userAgent: session.userAgent,
    createdAt: new Date(session.createdAt),
    lastUsedAt: new Date(session.lastUsedAt),
    expiresAt: new Date(session.expiresAt),
  };
}
