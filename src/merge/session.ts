import { Failure } from "../domain/failure.ts";
import { isTruthy } from "../language/values.ts";
import type { SessionOwner } from "../store/sessions.ts";
import type { MergeData } from "../templates/template-engine.ts";
import type { MergeServices } from "./merge-services.ts";

/** Data gathered over several posts (wire "Beyond the listed endpoints": `_session...`). */

const DAY_MS = 24 * 60 * 60 * 1_000;
const MAX_DAYS = 30;
const MAX_KEY_LENGTH = 255;
/** The most posts of one session; each may be as large as a body. */
const MAX_POSTS = 1_000;
/** Total size of the posts that are merged, in characters of JSON. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

const CONTROLS = ["_session", "_session_merge", "_session_append", "_session_expire"] as const;

/** What the `_session...` members of a post ask for. */
interface SessionWish {
  key: string;
  merge: boolean;
  append: boolean;
  expireDays: number;
}

/** A post of a session was stored; or there is data to merge, and `close` forgets it once that is accepted. */
export type Gathered =
  | { stored: true }
  | { stored: false; data: MergeData; warnings: readonly string[]; close(): Promise<void> };

/** Stores a post of a session, or gives everything that was gathered, or, without a session, the data as it is. */
export async function gatherSession(
  { store, now }: MergeServices,
  workspaceId: string,
  owner: SessionOwner,
  data: MergeData,
): Promise<Gathered> {
  const wish = sessionWish(data);
  if (!wish) return { stored: false, data, warnings: [], close: async () => {} };

  const own = withoutControls(data);
  const time = now();
  const posts = await store.sessions.posts(workspaceId, owner, wish.key, time);
  if (!wish.merge) {
    if (posts.length >= MAX_POSTS)
      throw new Failure("invalid_request", `The session has ${posts.length} posts already; merge it first.`);
    const expiresAt = new Date(time.getTime() + wish.expireDays * DAY_MS);
    const post = { data: JSON.stringify(own), append: wish.append };
    await store.sessions.add(workspaceId, owner, wish.key, post, expiresAt, time);
    return { stored: true };
  }

  if (posts.reduce((sum, post) => sum + post.data.length, 0) > MAX_CHARACTERS)
    throw new Failure("body_too_large", "The session has gathered more data than one merge may have.");
  const gathered = posts.map(({ data: json, append }) => ({ data: JSON.parse(json) as MergeData, append }));
  return {
    stored: false,
    data: joinPosts([...gathered, { data: own, append: wish.append }]),
    warnings: posts.length === 0 && !isOnlyRow(wish, own) ? [unknownSession(wish.key)] : [],
    close: () => store.sessions.delete(workspaceId, owner, wish.key, posts),
  };
}

/** Rows are appended one by one, and the last one merges; that it is also the first is not worth a warning. */
const isOnlyRow = ({ append }: SessionWish, own: MergeData): boolean => append && Object.keys(own).length > 0;

const unknownSession = (key: string): string =>
  `Nothing was gathered under the session “${key}”: it is unknown, was merged before or has expired. Only the data of this post were merged.`;

function sessionWish(data: MergeData): SessionWish | undefined {
  const key = data._session;
  if (key === undefined || key === null || key === "") return undefined;
  if ((typeof key !== "string" && typeof key !== "number") || String(key).length > MAX_KEY_LENGTH)
    throw new Failure("invalid_request", `_session must be a text of at most ${MAX_KEY_LENGTH} characters.`);
  const days = data._session_expire === undefined ? MAX_DAYS : Number(data._session_expire);
  if (!(days > 0 && days <= MAX_DAYS))
    throw new Failure("invalid_request", `_session_expire must be a number of days up to ${MAX_DAYS}.`);
  return {
    key: String(key),
    merge: isTruthy(data._session_merge),
    append: isTruthy(data._session_append),
    expireDays: days,
  };
}

function withoutControls(data: MergeData): MergeData {
  const own: MergeData = Object.assign(Object.create(null), data);
  for (const name of CONTROLS) delete own[name];
  return own;
}

/** Later fields replace earlier ones; appended posts become the items of `_rows`. */
function joinPosts(posts: readonly { data: MergeData; append: boolean }[]): MergeData {
  const joined: MergeData = Object.create(null);
  const rows: MergeData[] = [];
  for (const { data, append } of posts) {
    if (!append) for (const [name, value] of Object.entries(data)) joined[name] = value;
    else if (Object.keys(data).length > 0) rows.push(data);
  }
  if (rows.length > 0) joined._rows = rows;
  return joined;
}
