import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Blobs } from "./blobs.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { INLINE_DATA_LENGTH } from "./run-rows.ts";
import { dataSessionPosts, sessions } from "./schema/requests.ts";

/** The merge address that a session belongs to. */
export type DataSessionOwner = `document/${number}` | `route/${number}`;

export interface NewDataSessionPost {
  /** JSON text. */
  data: string;
  /** Add to the list `_rows` instead of the fields (`_session_append=1`). */
  append: boolean;
  /** Length of the JSON text in UTF-8. */
  bytes: number;
}

/** A post as it is kept. */
export interface DataSessionPost extends Omit<NewDataSessionPost, "bytes" | "data"> {
  id: string;
  /** As JSON text; undefined if they are gone. */
  data: string | undefined;
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
export function createDataSessions(database: Database, blobs: Blobs) {
  const one = (workspaceId: string, owner: DataSessionOwner, key: string) =>
    and(eq(sessions.workspaceId, workspaceId), eq(sessions.owner, owner), eq(sessions.key, key));

  return {
    /** Adds a post; the session starts with its first one, and each post moves its end to `expiresAt`. */
    async add(
      workspaceId: string,
      owner: DataSessionOwner,
      key: string,
      post: NewDataSessionPost,
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
        database.insert(dataSessionPosts).select(sql`
          select ${id}, id, ${post.append ? 1 : 0}, ${isLarge ? null : post.data}, ${dataKey}, ${now.getTime()}, ${post.bytes}
          from sessions where ${one(workspaceId, owner, key)}`),
      ]);
    },

    /** How much is kept under a name, and for its owner. */
    async held(workspaceId: string, owner: DataSessionOwner, key: string, now: Date): Promise<StoredSessions> {
      const isOne = sql`${sessions.key} = ${key}`;
      const [row] = await database
        .select({
          posts: sql<number>`coalesce(sum(${isOne}), 0)`,
          bytes: sql<number>`coalesce(sum(iif(${isOne}, ${dataSessionPosts.bytes}, 0)), 0)`,
          ownerBytes: sql<number>`coalesce(sum(${dataSessionPosts.bytes}), 0)`,
        })
        .from(dataSessionPosts)
        .innerJoin(sessions, eq(sessions.id, dataSessionPosts.sessionId))
        .where(
          and(eq(sessions.workspaceId, workspaceId), eq(sessions.owner, owner), gt(sessions.expiresAt, now.getTime())),
        );
      return row ?? { posts: 0, bytes: 0, ownerBytes: 0 };
    },

    /** Everything gathered so far, oldest first; none if the session is unknown or has expired. */
    async posts(workspaceId: string, owner: DataSessionOwner, key: string, now: Date): Promise<DataSessionPost[]> {
      const rows = await database
        .select({
          id: dataSessionPosts.id,
          append: dataSessionPosts.append,
          data: dataSessionPosts.data,
          dataKey: dataSessionPosts.dataKey,
        })
        .from(dataSessionPosts)
        .innerJoin(sessions, eq(sessions.id, dataSessionPosts.sessionId))
        .where(and(one(workspaceId, owner, key), gt(sessions.expiresAt, now.getTime())))
        .orderBy(asc(dataSessionPosts.id));

      const posts: DataSessionPost[] = [];
      for (const { id, append, data, dataKey } of rows) {
        const bytes = dataKey ? await blobs.get(workspaceId, dataKey) : undefined;
        posts.push({ id, append, dataKey, data: bytes ? new TextDecoder().decode(bytes) : (data ?? undefined) });
      }
      return posts;
    },

    /** Forgets posts, and the session if no other post came meanwhile. */
    async delete(
      workspaceId: string,
      owner: DataSessionOwner,
      key: string,
      posts: readonly DataSessionPost[],
    ): Promise<void> {
      const ids = JSON.stringify(posts.map(({ id }) => id));
      const session = sql`(select id from sessions where ${one(workspaceId, owner, key)})`;
      await database.batch([
        database
          .delete(dataSessionPosts)
          .where(
            sql`${dataSessionPosts.sessionId} in ${session} and ${dataSessionPosts.id} in (select value from json_each(${ids}))`,
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
