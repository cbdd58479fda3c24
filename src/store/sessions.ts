import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Blobs } from "./blobs.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { INLINE_DATA_LENGTH } from "./run-rows.ts";
import { sessionPosts, sessions } from "./schema/requests.ts";

/** The merge address that a session belongs to. */
export type SessionOwner = `document/${number}` | `route/${number}`;

export interface NewSessionPost {
  /** JSON text. */
  data: string;
  /** Add to the list `_rows` instead of the fields (`_session_append=1`). */
  append: boolean;
  /** Length of the JSON text in UTF-8. */
  bytes: number;
}

/** A post as it is kept. */
export interface SessionPost extends Omit<NewSessionPost, "bytes"> {
  id: string;
  /** Where its data are, if they are large. */
  dataKey: string | null;
}

/** What there is already. */
interface StoredSessions {
  posts: number;
  bytes: number;
  /** Of all sessions of the same document or data route. */
  ownerBytes: number;
}

/** Data gathered over several posts under a `_session` key (wire "Beyond the listed endpoints"). */
export function createSessions(database: Database, blobs: Blobs) {
  const one = (workspaceId: string, owner: SessionOwner, key: string) =>
    and(eq(sessions.workspaceId, workspaceId), eq(sessions.owner, owner), eq(sessions.key, key));

  return {
    /** Adds a post; the session starts with its first one, and each post moves its end to `expiresAt`. */
    async add(
      workspaceId: string,
      owner: SessionOwner,
      key: string,
      post: NewSessionPost,
      expiresAt: Date,
      now: Date,
    ): Promise<void> {
      const id = newId();
      const isLarge = post.data.length > INLINE_DATA_LENGTH;
      const dataKey = isLarge ? await blobs.putData(workspaceId, id, post.data) : null;

      await database.batch([
        // A session that has expired but was not swept yet starts anew.
        database
          .delete(sessions)
          .where(and(one(workspaceId, owner, key), sql`${sessions.expiresAt} <= ${now.getTime()}`)),
        database
          .insert(sessions)
          .values({ id, workspaceId, owner, key, createdAt: now.getTime(), expiresAt: expiresAt.getTime() })
          .onConflictDoUpdate({
            target: [sessions.workspaceId, sessions.owner, sessions.key],
            set: { expiresAt: sql`excluded.expires_at` },
          }),
        database.insert(sessionPosts).select(sql`
          select ${id}, id, ${post.append ? 1 : 0}, ${isLarge ? null : post.data}, ${dataKey}, ${now.getTime()}, ${post.bytes}
          from sessions where ${one(workspaceId, owner, key)}`),
      ]);
    },

    /** How much is kept under a name, and for its owner. */
    async held(workspaceId: string, owner: SessionOwner, key: string, now: Date): Promise<StoredSessions> {
      const isOne = sql`${sessions.key} = ${key}`;
      const [row] = await database
        .select({
          posts: sql<number>`coalesce(sum(${isOne}), 0)`,
          bytes: sql<number>`coalesce(sum(iif(${isOne}, ${sessionPosts.bytes}, 0)), 0)`,
          ownerBytes: sql<number>`coalesce(sum(${sessionPosts.bytes}), 0)`,
        })
        .from(sessionPosts)
        .innerJoin(sessions, eq(sessions.id, sessionPosts.sessionId))
        .where(
          and(eq(sessions.workspaceId, workspaceId), eq(sessions.owner, owner), gt(sessions.expiresAt, now.getTime())),
        );
      return row ?? { posts: 0, bytes: 0, ownerBytes: 0 };
    },

    /** Everything gathered so far, oldest first; none if the session is unknown or has expired. */
    async posts(workspaceId: string, owner: SessionOwner, key: string, now: Date): Promise<SessionPost[]> {
      const rows = await database
        .select({
          id: sessionPosts.id,
          append: sessionPosts.append,
          data: sessionPosts.data,
          dataKey: sessionPosts.dataKey,
        })
        .from(sessionPosts)
        .innerJoin(sessions, eq(sessions.id, sessionPosts.sessionId))
        .where(and(one(workspaceId, owner, key), gt(sessions.expiresAt, now.getTime())))
        .orderBy(asc(sessionPosts.id));

      const posts: SessionPost[] = [];
      for (const { id, append, data, dataKey } of rows) {
        const bytes = dataKey ? await blobs.get(workspaceId, dataKey) : undefined;
        posts.push({ id, append, dataKey, data: bytes ? new TextDecoder().decode(bytes) : (data ?? "{}") });
      }
      return posts;
    },

    /** Forgets posts, and the session if no other post came meanwhile. */
    async delete(workspaceId: string, owner: SessionOwner, key: string, posts: readonly SessionPost[]): Promise<void> {
      const ids = JSON.stringify(posts.map(({ id }) => id));
      const session = sql`(select id from sessions where ${one(workspaceId, owner, key)})`;
      await database.batch([
        database
          .delete(sessionPosts)
          .where(
            sql`${sessionPosts.sessionId} in ${session} and ${sessionPosts.id} in (select value from json_each(${ids}))`,
          ),
        database
          .delete(sessions)
          .where(
            and(
              one(workspaceId, owner, key),
              sql`not exists (select 1 from session_posts where session_id = ${sessions.id})`,
            ),
          ),
      ]);
      await blobs.delete(posts.flatMap(({ dataKey }) => dataKey ?? []));
    },
  };
}
