import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
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

/** A session. */
export interface DataSessionName {
  workspaceId: string;
  owner: DataSessionOwner;
  key: string;
}

/** What there is already. */
export interface StoredSessions {
  posts: number;
  bytes: number;
  /** Of all sessions of the same document or data route. */
  ownerBytes: number;
}

/** What there may be at most, with the new post. */
export type DataSessionLimits = StoredSessions;

/** Whether a post of so many bytes still has room beside what there is. */
const hasRoom = (held: StoredSessions, bytes: number, most: DataSessionLimits): boolean =>
  held.posts < most.posts && held.bytes + bytes <= most.bytes && held.ownerBytes + bytes <= most.ownerBytes;

const NOTHING: StoredSessions = { posts: 0, bytes: 0, ownerBytes: 0 };

/** What is summed up for a session: see {@link StoredSessions}. */
function sumsOf({ key }: DataSessionName) {
  const isOne = sql`${sessions.key} = ${key}`;
  return {
    posts: sql<number>`coalesce(sum(${isOne}), 0)`,
    bytes: sql<number>`coalesce(sum(iif(${isOne}, ${dataSessionPosts.bytes}, 0)), 0)`,
    ownerBytes: sql<number>`coalesce(sum(${dataSessionPosts.bytes}), 0)`,
  };
}

/** Sessions of an owner that have not expired. */
const ofOwner = ({ workspaceId, owner }: DataSessionName, now: Date) =>
  and(eq(sessions.workspaceId, workspaceId), eq(sessions.owner, owner), gt(sessions.expiresAt, now.getTime()));

/** Data gathered over several posts under a `_session` key (wire "Beyond the listed endpoints"). */
export function createDataSessions(database: Database, blobs: Blobs) {
  const one = (workspaceId: string, owner: DataSessionOwner, key: string) =>
    and(eq(sessions.workspaceId, workspaceId), eq(sessions.owner, owner), eq(sessions.key, key));

  /** How much is kept under a name, and for its owner. */
  const held = (name: DataSessionName, now: Date) => {
    const { posts, bytes, ownerBytes } = sumsOf(name);
    return database
      .select({ posts: posts.as("posts"), bytes: bytes.as("bytes"), ownerBytes: ownerBytes.as("owner_bytes") })
      .from(dataSessionPosts)
      .innerJoin(sessions, eq(sessions.id, dataSessionPosts.sessionId))
      .where(ofOwner(name, now));
  };

  /** Whether a post still has room beside what there is, at the moment of the statement. */
  const hasRoomNow = (name: DataSessionName, added: number, most: DataSessionLimits, now: Date): SQL => {
    const { posts, bytes, ownerBytes } = sumsOf(name);
    return sql`(select ${posts} < ${most.posts} and ${bytes} + ${added} <= ${most.bytes} and ${ownerBytes} + ${added} <= ${most.ownerBytes}
      from session_posts join sessions on sessions.id = session_posts.session_id where ${ofOwner(name, now)})`;
  };

  return {
    /**
     * Adds a post, if it fits; the session starts with its first one, and each post moves its end to `expiresAt`. Of many that come at once
     * none sees the others before they are written: what there is is summed up where the post is written.
     * @returns what there is already, where the post does not fit beside it
     */
    async add(
      name: DataSessionName,
      post: NewDataSessionPost,
      most: DataSessionLimits,
      expiresAt: Date,
      now: Date,
    ): Promise<StoredSessions | undefined> {
      // Most that do not fit are known before their bytes are written.
      const [before = NOTHING] = await held(name, now);
      if (!hasRoom(before, post.bytes, most)) return before;
      const { workspaceId, owner, key } = name;
      const id = newId();
      const isLarge = post.data.length > INLINE_DATA_LENGTH;
      const dataKey = isLarge ? await blobs.putData(workspaceId, id, post.data) : null;
      const fits = hasRoomNow(name, post.bytes, most, now);

      const [[beside = NOTHING], , , added] = await database.batch([
        held(name, now),
        // A session that has expired but was not swept yet starts anew.
        database
          .delete(sessions)
          .where(and(one(workspaceId, owner, key), sql`${sessions.expiresAt} <= ${now.getTime()}`)),
        database
          .insert(sessions)
          .select(
            sql`select ${id}, ${workspaceId}, ${owner}, ${key}, ${now.getTime()}, ${expiresAt.getTime()} where ${fits}`,
          )
          .onConflictDoUpdate({
            target: [sessions.workspaceId, sessions.owner, sessions.key],
            set: { expiresAt: sql`excluded.expires_at` },
          }),
        database
          .insert(dataSessionPosts)
          .select(sql`
            select ${id}, id, ${post.append ? 1 : 0}, ${isLarge ? null : post.data}, ${dataKey}, ${now.getTime()}, ${post.bytes}
            from sessions where ${one(workspaceId, owner, key)} and ${fits}`)
          .returning({ id: dataSessionPosts.id }),
      ]);
      if (added.length > 0) return undefined;
      if (dataKey !== null) await blobs.delete([dataKey]);
      return beside;
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
