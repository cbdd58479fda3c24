import { createHash } from "node:crypto";
import { Failure } from "../../domain/failure.ts";
import { type MergeData, mergeDataOf, stringifyMergeData, withoutPrototype } from "../../domain/merge-data.ts";
import { isTruthy } from "../../language/values.ts";
import type { DataSessionLimits, DataSessionOwner, StoredSessions } from "../../store/data-sessions.ts";
import { newKey } from "../../store/ids.ts";
import type { MergeServices } from "../context.ts";

/** Data gathered over several posts (wire "Beyond the listed endpoints": `_session...`). */

const DAY_MS = 24 * 60 * 60 * 1_000;
/** What may be asked for; a deployment keeps them for fewer days if it says so. */
const MAX_DAYS = 30;
const MAX_KEY_LENGTH = 255;
/** The most posts of one session, each of which may be as large as a body; the bytes of its JSON, and of all sessions of its owner. */
const MOST: DataSessionLimits = { posts: 1_000, bytes: 16 * 1024 * 1024, ownerBytes: 128 * 1024 * 1024 };
/** Without credentials, the name is all that keeps others out: letters and digits in it. */
const LEAST_CHARACTERS = 20;
/** In place of a name: the service makes one, and returns it. */
const NEW = "new";

const CONTROLS = ["_session", "_session_merge", "_session_append", "_session_expire"] as const;

/** What the `_session...` members of a post ask for. */
interface SessionRequest {
  key: string;
  merge: boolean;
  append: boolean;
  expireDays: number;
}

/** Whose sessions a post reaches. */
export interface DataSessionScope {
  workspaceId: string;
  /** The document or data route. */
  owner: DataSessionOwner;
  /** The key, or the browser's session, that the request came with; undefined at an address without credentials. */
  callerId: string | undefined;
  /** The owner wants sessions of any name to be everybody's who knows the address (`settings[sessions]` open). */
  isOpen: boolean;
}

/** A post of a session was stored; or there is data to merge, and `close` forgets it once that is accepted. */
export type Gathered =
  | { stored: true; warnings: readonly string[]; newName: string | undefined }
  | { stored: false; data: MergeData; warnings: readonly string[]; close(): Promise<void> };

/**
 * Stores a post of a session, or gives everything that was gathered, or, without a session, the data as it is.
 * @throws Failure `session_guessable`, `session_full`, `invalid_request`, `body_too_large`, `data_expired`
 */
export async function gatherDataSession(
  { store, now, env }: Pick<MergeServices, "store" | "now" | "env">,
  { workspaceId, owner, callerId, isOpen }: DataSessionScope,
  data: MergeData,
): Promise<Gathered> {
  const request = sessionRequest(data);
  if (!request) return { stored: false, data, warnings: [], close: async () => {} };
  const newName = request.key === NEW ? newKey() : undefined;
  const name = newName ?? request.key;
  if (callerId === undefined && !isOpen && !isUnguessable(name)) throw guessable(name);

  const key = storedName(callerId, name);
  const own = withoutControls(data);
  const time = now();
  if (!request.merge) {
    const post = { data: stringifyMergeData(own), append: request.append };
    const bytes = new TextEncoder().encode(post.data).byteLength;
    const days = Math.min(request.expireDays, longestDays(env));
    const expiresAt = new Date(time.getTime() + days * DAY_MS);
    const held = await store.dataSessions.add({ workspaceId, owner, key }, { ...post, bytes }, MOST, expiresAt, time);
    if (held) throw full(held, bytes);
    const shorter = data._session_expire !== undefined && days < request.expireDays;
    return { stored: true, newName, warnings: shorter ? [shortened(days)] : [] };
  }

  const posts = await store.dataSessions.posts(workspaceId, owner, key, time);
  const gathered = posts.map(({ data: json, append }) => {
    if (json === undefined) throw gatheredGone(request.key);
    return { data: mergeDataOf(json), append };
  });
  return {
    stored: false,
    data: joinPosts([...gathered, { data: own, append: request.append }]),
    warnings: posts.length === 0 && !isOnlyRow(request, own) ? [unknownDataSession(request.key)] : [],
    close: () => store.dataSessions.delete(workspaceId, owner, key, posts),
  };
}

/** Rows are appended one by one, and the last one merges; that it is also the first is not worth a warning. */
const isOnlyRow = ({ append }: SessionRequest, own: MergeData): boolean => append && Object.keys(own).length > 0;

const unknownDataSession = (key: string): string =>
  `Nothing was gathered under the session “${key}”: it is unknown, was merged before or has expired. Only the data of this post were merged.`;

const gatheredGone = (key: string): Failure =>
  new Failure(
    "data_expired",
    `Some of what was gathered under the session “${key}” is no longer kept: gather it again, under another name.`,
  );

const shortened = (days: number): string =>
  `What was gathered is kept for ${days} ${days === 1 ? "day" : "days"}, which is the most that this service allows (_session_expire).`;

const isUnguessable = (name: string): boolean => (name.match(/[A-Za-z0-9]/g)?.length ?? 0) >= LEAST_CHARACTERS;

function guessable(name: string): Failure {
  const message =
    `The session “${name.slice(0, 40)}” has a name that others can guess, and with it read and change what was gathered: ` +
    `use one with at least ${LEAST_CHARACTERS} letters and digits, such as a UUID, or send _session=new and use the name that is returned. ` +
    "With credentials any name will do, and also where the document's settings[sessions] is open.";
  return new Failure("session_guessable", message, { errors: [{ pointer: "/_session", message }] });
}

/** A name is a secret at an address without credentials; with them it is each key's own. */
function storedName(callerId: string | undefined, name: string): string {
  return createHash("sha256")
    .update(JSON.stringify([callerId ?? null, name]))
    .digest("hex");
}

/** What a post of so many bytes does not fit beside. */
function full(held: StoredSessions, bytes: number): Failure {
  const megabytes = (limit: number) => limit / 1024 / 1024;
  if (held.posts >= MOST.posts)
    return new Failure("session_full", `The session has ${held.posts} posts already; merge it first.`);
  if (held.bytes + bytes > MOST.bytes)
    return new Failure("session_full", `A session holds at most ${megabytes(MOST.bytes)} MB: merge it first.`);
  return new Failure(
    "session_full",
    `The sessions of this document or data route hold ${megabytes(MOST.ownerBytes)} MB together, which is the most: merge some, or wait until they expire.`,
  );
}

/** The setting SESSION_MAX_DAYS, which `readSettings` has checked. */
const longestDays = ({ SESSION_MAX_DAYS }: { SESSION_MAX_DAYS?: string }): number => Number(SESSION_MAX_DAYS || 7);

function sessionRequest(data: MergeData): SessionRequest | undefined {
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
  const own: MergeData = withoutPrototype(data);
  for (const name of CONTROLS) delete own[name];
  return own;
}

/** Later fields replace earlier ones; appended posts become the items of `_rows`. */
function joinPosts(posts: readonly { data: MergeData; append: boolean }[]): MergeData {
  const joined = withoutPrototype();
  const rows: MergeData[] = [];
  for (const { data, append } of posts) {
    if (!append) for (const [name, value] of Object.entries(data)) joined[name] = value;
    else if (Object.keys(data).length > 0) rows.push(data);
  }
  if (rows.length > 0) joined._rows = rows;
  return joined;
}
