import { Buffer } from "node:buffer";
import { type SQL, sql } from "drizzle-orm";
import { joinedData } from "../domain/merge-data.ts";
import type { RunPart, RunResult, RunSeal } from "../domain/run.ts";
import { jsonChunks, type Statement } from "./batch.ts";
import type { Blobs } from "./blobs.ts";
import type { Database } from "./database.ts";
import { INLINE_DATA_LENGTH } from "./run-rows.ts";
import { taskColumns } from "./run-tasks.ts";
import { runs } from "./schema/runs.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Merge data of all parts together that stay in rows; a batch of statements is one message to D1. */
const INLINE_LENGTH_OF_ALL = 4_000_000;

/**
 * Days for which a run's files are kept: the document's or route's setting takes precedence over the workspace's; null:
 * forever.
 */
export const retentionOf = (workspaceId: SQL, documentId: SQL, routeId: SQL): SQL => sql`coalesce(
  (select retention_days from documents where documents.id = ${documentId}),
  (select retention_days from routes where routes.id = ${routeId}),
  (select retention_days from workspaces where workspaces.id = ${workspaceId}))`;

/** What a result itself contributes to its seal. */
export const sealedParts = ({ files, dataSha256 }: RunResult): RunSeal => ({
  ...(dataSha256 === undefined ? {} : { dataSha256 }),
  files: files.map(({ name, mediaType, sizeBytes, sha256 }) => ({ name, mediaType, sizeBytes, sha256 })),
});

/** The whole seal: with the digest of the template as long as the version exists. */
export const sealOf = (versionId: SQL, parts: SQL): SQL => sql`json_patch(${parts}, json_object('templateSha256',
  (select sha256 from template_versions where template_versions.id = ${versionId})))`;

/** A part whose data are in their final place: in its row, in a blob that is already written, or what is its own in the one and the rest in the other. */
type StoredPart = RunPart & { data: string | null; dataKey: string | null; dataBytes: number };

/** Own data of a part that are in its row beside those that parts have in common. */
const OWN_LENGTH = 500_000;

/**
 * Writes the data of parts that are too large for rows, together, and what they have in common once: a loop's parts have all of its list.
 * Bytes go first; the rows that name them follow.
 */
export async function storePartData(
  blobs: Blobs,
  workspaceId: string,
  parts: readonly RunPart[],
): Promise<StoredPart[]> {
  const lengthOfAll = parts.reduce((sum, { run, commonData }) => sum + lengthOf(run.data) + lengthOf(commonData), 0);
  const isCommon = ({ run, commonData }: RunPart): boolean =>
    lengthOf(run.data) <= OWN_LENGTH &&
    (lengthOf(commonData) > INLINE_DATA_LENGTH || lengthOfAll > INLINE_LENGTH_OF_ALL);
  const commonOf = (part: RunPart) => (isCommon(part) ? part.commonData : undefined);
  let inline = 0;
  const placed = parts.map((part) => {
    const common = commonOf(part);
    const text = common === undefined ? wholeData(part) : part.run.data;
    inline += lengthOf(text);
    const isApart = common === undefined && (lengthOf(text) > INLINE_DATA_LENGTH || inline > INLINE_LENGTH_OF_ALL);
    return { part, common, text, isApart };
  });
  const commons = new Set(placed.flatMap(({ common }) => common ?? []));
  const apart = placed.filter(({ isApart }) => isApart);
  const owner = parts[0]?.run.id ?? "";
  const contents = [...commons, ...apart.map(({ text = "" }) => text)];
  const keys = await blobs.putAllData(workspaceId, owner, contents);
  const keyOfCommon = new Map([...commons].map((common, index) => [common, keys[index]]));
  const keyOf = new Map(apart.map((each, index) => [each, keys[commons.size + index]]));
  return placed.map((each) => {
    const { part, common, text, isApart } = each;
    const dataKey = (common === undefined ? keyOf.get(each) : keyOfCommon.get(common)) ?? null;
    // Whoever is the first to have it counts for all.
    const counted = common !== undefined && commons.delete(common) ? Buffer.byteLength(common) : 0;
    return {
      ...part,
      data: isApart ? null : (text ?? null),
      dataKey,
      dataBytes: Buffer.byteLength(text ?? "") + counted,
    };
  });
}

const lengthOf = (text: string | undefined): number => text?.length ?? 0;

const wholeData = ({ run: { data }, commonData }: RunPart): string | undefined =>
  commonData === undefined ? data : joinedData(commonData, data);

/**
 * The statements that write the runs of parts, done or failed, if `condition` holds; columns as in the schema.
 * @param parentId null for runs that are no part of another one
 */
export function insertParts(
  database: Database,
  workspaceId: string,
  parentId: string | null,
  parts: readonly StoredPart[],
  condition: SQL,
  now: Date,
  begun: Date = now,
): Statement[] {
  const rows = parts.map(({ run, result, problem, deliveries, data, dataKey, dataBytes }) => ({
    ...run,
    ...taskColumns(run.task),
    data,
    dataKey,
    dataBytes,
    byAddress: run.byAddress ?? false,
    timings: result.timings,
    fields: result.fields,
    warnings: result.warnings,
    problem,
    // Hooks are told what was filled in.
    delivers: deliveries.length > 0 || run.source === "fill_in",
    expiresAt: run.expiresAt?.getTime() ?? null,
    renderer: result.renderer,
    seal: sealedParts(result),
  }));
  const time = now.getTime();
  const member = (name: string) => sql`part.value ->> ${sql.raw(`'${name}'`)}`;
  const routeId = sql`(select route_id from runs where runs.id = ${parentId})`;
  const days = retentionOf(sql`${workspaceId}`, member("documentId"), routeId);
  /** Data are needed by deliveries, or kept because retention or the run itself says so. */
  const kept = (name: string) =>
    sql`iif(part.value ->> 'delivers' or part.value ->> 'expiresAt' is not null or ${days} > 0, ${member(name)}, null)`;

  return jsonChunks(rows).map((chunk) =>
    database
      .insert(runs)
      .select(sql`
        select ${member("id")}, ${workspaceId}, ${member("kind")}, ${member("documentId")}, ${member("routeId")},
          ${member("versionId")}, ${parentId}, ${member("source")},
          iif(part.value ->> 'problem' is null, 'done', 'failed'), ${member("test")}, ${member("output")},
          part.value -> 'task', ${kept("data")},
          ${kept("dataKey")}, ${member("requestId")}, 1, null, null, ${begun.getTime()}, ${begun.getTime()}, ${time}, part.value -> 'timings',
          part.value -> 'fields', part.value -> 'warnings', part.value -> 'problem',
          coalesce(part.value ->> 'expiresAt', ${time} + ${days} * ${DAY_MS}),
          iif(part.value ->> 'delivers' and not coalesce(${days} > 0, false), ${time}, null), ${member("renderer")}, null,
          ${sealOf(member("versionId"), sql`part.value -> 'seal'`)}, ${member("dataBytes")}, ${member("byAddress")}, part.value -> 'askedBy'
        from json_each(${chunk}) as part where ${condition}`)
      .onConflictDoNothing(),
  );
}
