import { and, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { RunFile } from "../domain/run.ts";
import { jsonChunks, runBatch, type Statement } from "./batch.ts";
import type { Database } from "./database.ts";
import { newKey } from "./ids.ts";
import { toRunFile } from "./run-rows.ts";
import { keptFiles } from "./schema/day-files.ts";
import { isHere } from "./schema/is-here.ts";
import { links } from "./schema/requests.ts";
import { PURGED, runFiles, runs } from "./schema/runs.ts";
import { workspaces } from "./schema/workspaces.ts";
import { sha256Hex } from "./sha256.ts";

/** Which file of which run. */
export interface LinkTarget {
  runId: string;
  position: number;
}

export interface LinkOptions {
  /** Salted and stretched; without it no password is required. */
  passwordHash?: string;
  /** The link dies with its first download. */
  once?: boolean;
}

/** Links to files of one run, which are to be written. */
export interface NewLinks extends LinkOptions {
  runId: string;
  links: readonly { token: string; position: number }[];
  expiresAt: Date;
  /** The files stay for as long as the links work. */
  keepsFiles?: boolean;
  /** The delivery that takes them along: it must still be under way. */
  ofDelivery?: string;
}

/** A link that still leads somewhere. */
export interface Link {
  workspaceId: string;
  runId: string;
  file: RunFile;
  passwordHash: string | undefined;
  once: boolean;
  expiresAt: Date;
  /** Present while no password is looked at, after too many wrong ones. */
  lockedUntil: Date | undefined;
}

/** How many wrong passwords in a row lock a link, and for how long. */
const LINK_LOCK = { failures: 5, milliseconds: 15 * 60 * 1000 } as const;

const isAlive = (now: Date) => and(gt(links.expiresAt, now.getTime()), or(eq(links.once, false), isNull(links.usedAt)));

const isAt = async (workspaceId: string, token: string) =>
  and(eq(links.tokenSha256, await sha256Hex(token)), eq(links.workspaceId, workspaceId));

/** Links to merged files, by a random token of which only the digest is kept. */
export function createLinks(database: Database) {
  return {
    /** The token: 32 URL-safe characters, shown only this once. */
    async create(workspaceId: string, target: LinkTarget, expiresAt: Date, options: LinkOptions = {}): Promise<string> {
      const [token] = await this.createAll(workspaceId, target.runId, [target.position], expiresAt, options);
      if (token === undefined) throw new Error("A link that was just written has no token");
      return token;
    },

    /** A random token for each of a run's files at these positions, written at once. */
    async createAll(
      workspaceId: string,
      runId: string,
      positions: readonly number[],
      expiresAt: Date,
      options: LinkOptions & Pick<NewLinks, "keepsFiles"> = {},
    ): Promise<string[]> {
      const created = positions.map((position) => ({ token: newKey(), position }));
      await this.add(workspaceId, { ...options, runId, links: created, expiresAt });
      return created.map(({ token }) => token);
    },

    /**
     * Writes links in one call; one that is there already works until the new time.
     * @returns whether they may lead anywhere: of a run that was purged, or for a delivery that was given up meanwhile, none is written
     */
    async add(workspaceId: string, newLinks: NewLinks): Promise<boolean> {
      const isSent =
        newLinks.ofDelivery === undefined
          ? sql`true`
          : sql`exists (select 1 from outbox where id = ${newLinks.ofDelivery} and status = 'sending')`;
      const statements = await insertLinks(database, workspaceId, newLinks, isSent);
      const [allowed] = await runBatch(
        database,
        statements,
        database
          .select({ is: sql<number>`${isSent} and ${isNotPurgedRun(newLinks.runId)}`.as("is_allowed") })
          .from(workspaces)
          .where(eq(workspaces.id, workspaceId)),
      );
      return allowed?.is === 1;
    },

    /**
     * Counts a password check before the comparison, so that simultaneous guesses all count; the last one allowed locks
     * the link. False if the link is already locked.
     */
    async countGuess({ workspaceId }: Pick<Link, "workspaceId">, token: string, now: Date): Promise<boolean> {
      const time = now.getTime();
      const counted = await database
        .update(links)
        .set({
          failures: sql`(${links.failures} + 1) % ${LINK_LOCK.failures}`,
          lockedUntil: sql`iif(${links.failures} + 1 >= ${LINK_LOCK.failures}, ${time + LINK_LOCK.milliseconds}, null)`,
        })
        .where(
          and(
            await isAt(workspaceId, token),
            isAlive(now),
            or(isNull(links.lockedUntil), lte(links.lockedUntil, time)),
          ),
        )
        .returning({ token: links.tokenSha256 });
      return counted.length > 0;
    },

    /** Forgets wrong passwords after a right one. */
    async forgetGuesses({ workspaceId }: Pick<Link, "workspaceId">, token: string): Promise<void> {
      await database
        .update(links)
        .set({ failures: 0, lockedUntil: null })
        .where(await isAt(workspaceId, token));
    },

    /** Uses up a link if it works only once: of two simultaneous downloads one gets true. */
    async use({ workspaceId }: Pick<Link, "workspaceId">, token: string, now: Date): Promise<boolean> {
      const used = await database
        .update(links)
        .set({ usedAt: now.getTime() })
        .where(and(await isAt(workspaceId, token), isAlive(now)))
        .returning({ token: links.tokenSha256 });
      return used.length > 0;
    },
  };
}

/** Whether nobody has purged the run, wherever its files are. */
const isNotPurgedRun = (runId: string): SQL => sql`(
  not exists (select 1 from runs where id = ${runId} and expires_at = ${PURGED})
  and not exists (select 1 from kept_files where run_id = ${runId} and expires_at = ${PURGED}))`;

/** The statements that write links if `condition` holds and nobody has purged the run; with them, its files are kept. */
export async function insertLinks(
  database: Database,
  workspaceId: string,
  { runId, links: added, expiresAt, passwordHash, once = false, keepsFiles = false }: NewLinks,
  condition: SQL,
): Promise<Statement[]> {
  const isWanted = sql`${condition} and ${isNotPurgedRun(runId)}`;
  const rows = await Promise.all(
    added.map(async ({ token, position }) => ({ digest: await sha256Hex(token), position })),
  );
  const [now, end] = [Date.now(), expiresAt.getTime()];
  const inserts = jsonChunks(rows).map((chunk) =>
    database.insert(links).select(sql`
      select link.value ->> 'digest', ${workspaceId}, ${runId}, link.value ->> 'position', ${passwordHash ?? null},
        ${once ? 1 : 0}, ${now}, ${end}, null, 0, null
      from json_each(${chunk}) as link where ${isWanted}
      on conflict (token_sha256) do update set expires_at = excluded.expires_at`),
  );
  if (!keepsFiles || inserts.length === 0) return inserts;
  const keeping = database
    .update(runs)
    .set({ expiresAt: sql`max(${runs.expiresAt}, ${end})` })
    .where(and(eq(runs.id, runId), eq(runs.workspaceId, workspaceId), isNotNull(runs.expiresAt), isWanted));
  return [...inserts, keeping];
}

/** Links by their tokens. */
export function createLinkLookUps(database: Database) {
  return {
    /** Undefined for an unknown, expired or used token, or if the file is gone. */
    async byToken(token: string, now: Date): Promise<Link | undefined> {
      const [row] = await database
        .select({ link: links, file: runFiles, kept: keptFiles })
        .from(links)
        .leftJoin(runFiles, and(eq(runFiles.runId, links.runId), eq(runFiles.position, links.position)))
        .leftJoin(keptFiles, and(eq(keptFiles.runId, links.runId), eq(keptFiles.position, links.position)))
        .where(and(eq(links.tokenSha256, await sha256Hex(token)), isAlive(now), isHere(links.workspaceId)));

      const file = row?.file ?? row?.kept;
      if (!row || !file) return undefined;
      const { workspaceId, runId, passwordHash, once, expiresAt, lockedUntil } = row.link;
      return {
        ...{ workspaceId, runId, once },
        file: toRunFile(file),
        passwordHash: passwordHash ?? undefined,
        expiresAt: new Date(expiresAt),
        lockedUntil: lockedUntil && lockedUntil > now.getTime() ? new Date(lockedUntil) : undefined,
      };
    },
  };
}
