import { type SQL, sql } from "drizzle-orm";
import { type Blobs, ownerOf } from "../blobs.ts";
import type { Database } from "../database.ts";
import { lengthOf, placeOf } from "../packs.ts";
import { placements } from "../schema/places.ts";
import { runs } from "../schema/runs.ts";

/**
 * Bytes that rows name, and what becomes of those that none names any more. A key is made for rows that are written at once, and rows are
 * copied only from rows: what no row names never gets one again, so looking and deleting need no lock.
 */

/** Those of the objects that no row names, nor any part of them; a run that takes several steps names all of its own (`merge/route`). */
export async function unnamed(database: Database, objects: readonly string[]): Promise<string[]> {
  if (objects.length === 0) return [];
  const owned = objects.map((key) => ({ key, run: key.startsWith("r/") ? key.split("/")[2] : undefined }));
  const rows = await database.all<{ key: string }>(sql`
    with blob as (select value ->> 'key' as value, value ->> 'run' as run from json_each(${JSON.stringify(owned)}))
    select blob.value as key from blob
    where not exists (select 1 from template_versions where blob_key = blob.value)
      and not exists (select 1 from run_files where blob_key = blob.value)
      and not exists (select 1 from run_files where ${isPart("blob_key")})
      and not exists (select 1 from kept_files where blob_key = blob.value)
      and not exists (select 1 from kept_files where ${isPart("blob_key")})
      and not exists (select 1 from fonts where blob_key = blob.value)
      and not exists (select 1 from bin where blob_key = blob.value)
      and not exists (select 1 from runs where data_key = blob.value)
      and not exists (select 1 from runs where ${isPart("data_key")})
      and not exists (select 1 from session_posts where data_key = blob.value)
      and not exists (select 1 from idempotency_keys where body_key = blob.value)
      and not exists (select 1 from day_files where blob_key = blob.value)
      and not exists (select 1 from runs where id = blob.run and status in ('accepted', 'running') and ${runs.task} ->> '$.steps' is not null)`);
  return await ofThisDatabase(
    database,
    rows.map(({ key }) => key),
  );
}

/**
 * Those that are this database's to name. It is asked after nothing was found that names them: a workspace that moves takes its rows along, and
 * while it was here they were, too.
 */
async function ofThisDatabase(database: Database, keys: readonly string[]): Promise<string[]> {
  const owners = [...new Set(keys.flatMap((key) => ownerOf(key) ?? []))];
  if (owners.length === 0) return [...keys];
  const elsewhere = await database
    .select({ workspaceId: placements.workspaceId })
    .from(placements)
    .where(sql`${placements.workspaceId} in (select value from json_each(${JSON.stringify(owners)}))`);
  const moved = new Set(elsewhere.map(({ workspaceId }) => workspaceId));
  return keys.filter((key) => !moved.has(ownerOf(key) ?? ""));
}

/** Removes bytes that a row has named until now, where no other row names them. */
export async function release(database: Database, blobs: Blobs, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const places = keys.map(placeOf);
  const orphans = await unnamed(database, [...new Set(places.map(({ object }) => object))]);
  for (let start = 0; start < orphans.length; start += 1000) await blobs.delete(orphans.slice(start, start + 1000));
  const packs = new Set(places.filter(({ part }) => part).map(({ object }) => object));
  await blankPacks(
    database,
    blobs,
    [...packs].filter((object) => !orphans.includes(object)),
  );
}

/** The same where whoever removed the rows has died before that. */
export async function blankLeft(
  database: Database,
  blobs: Blobs,
  listed: readonly { key: string; sizeBytes: number }[],
): Promise<void> {
  const packable = listed.filter(({ key }) => /^[rd]\//.test(key));
  if (packable.length === 0) return;
  const named = await namedParts(
    database,
    packable.map(({ key }) => key),
  );
  for (const { key, sizeBytes } of packable) {
    const kept = lengthOf(named.get(key) ?? []);
    if (kept > 0 && kept < sizeBytes && kept !== (await blobs.keptBytes(key))) await blankPacks(database, blobs, [key]);
  }
}

/** Removes the bytes of parts that no row names any more from objects that others still use. */
async function blankPacks(database: Database, blobs: Blobs, objects: readonly string[]): Promise<void> {
  if (objects.length === 0) return;
  // What is named becomes less only: whoever was faster, at the same time, may have kept more.
  for (const [object, parts] of await namedParts(database, objects))
    if (!(await blobs.keepParts(object, parts))) await blankPacks(database, blobs, [object]);
}

/** Those of the objects that hold several files or data, with the parts that rows name. */
async function namedParts(database: Database, objects: readonly string[]): Promise<Map<string, string[]>> {
  const keys = JSON.stringify(objects);
  const rows = await database.all<{ object: string; part: string }>(sql`
    select blob.value as object, blob_key as part from json_each(${keys}) as blob join run_files on ${isPart("blob_key")}
    union select blob.value, blob_key from json_each(${keys}) as blob join kept_files on ${isPart("blob_key")}
    union select blob.value, data_key from json_each(${keys}) as blob join runs on ${isPart("data_key")}`);
  const own = new Set(await ofThisDatabase(database, [...new Set(rows.map(({ object }) => object))]));
  const parts = Map.groupBy(
    rows.filter(({ object }) => own.has(object)),
    ({ object }) => object,
  );
  return new Map(Array.from(parts, ([object, named]) => [object, named.map(({ part }) => part)]));
}

/** Whether a row names a part of the object `blob.value` (`../packs.ts`), by the order of keys. */
const isPart = (column: "blob_key" | "data_key"): SQL =>
  sql`${sql.identifier(column)} > blob.value || '#' and ${sql.identifier(column)} < blob.value || '$'`;
