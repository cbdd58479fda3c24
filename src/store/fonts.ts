import { and, asc, count, eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { CustomFont, FontStyle } from "../domain/custom-font.ts";
import { runBatch } from "./batch.ts";
import { putIntoBin } from "./bin/binned-rows.ts";
import type { Blobs } from "./blobs.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { fonts, workspaces } from "./schema/workspaces.ts";

/** A font as lists show it. */
export interface StoredFont extends CustomFont {
  id: string;
  format: string;
  sizeBytes: number;
  createdAt: Date;
}

/** A font to be kept, as an OpenType file. */
export interface NewFont extends FontStyle {
  format: string;
  bytes: Uint8Array;
}

const namesSchema = z.array(
  z.object({
    key: z.string(),
    family: z.string(),
    styleFamily: z.string().nullable(),
    postScriptName: z.string(),
    weight: z.number(),
    isBold: z.number(),
    isItalic: z.number(),
  }),
);

/** The fonts of the workspace of a row, as JSON: beside the workspace they cost no query of their own. */
export const fontsOfRow = sql<string>`(
  select json_group_array(json_object(
    'key', blob_key, 'family', family, 'styleFamily', style_family, 'postScriptName', post_script_name,
    'weight', weight, 'isBold', is_bold, 'isItalic', is_italic))
  from (select * from ${fonts} where workspace_id = ${workspaces}.id order by id))`;

export function fontsOfJson(json: string): CustomFont[] {
  return namesSchema.parse(JSON.parse(json)).map(({ styleFamily, isBold, isItalic, ...font }) => ({
    ...font,
    styleFamily: styleFamily ?? undefined,
    isBold: isBold === 1,
    isItalic: isItalic === 1,
  }));
}

/** Fonts that workspaces uploaded. */
export function createFonts(database: Database, blobs: Blobs) {
  const ofWorkspace = (workspaceId: string, id: string) => and(eq(fonts.id, id), eq(fonts.workspaceId, workspaceId));

  return {
    async list(workspaceId: string): Promise<StoredFont[]> {
      const rows = await database
        .select()
        .from(fonts)
        .where(eq(fonts.workspaceId, workspaceId))
        .orderBy(asc(fonts.familyKey), asc(fonts.weight), asc(fonts.isItalic));
      return rows.map(toStoredFont);
    },

    /** Replaces the font of the same family, weight and style. Undefined if the workspace has `most`. */
    async save(workspaceId: string, font: NewFont, most: number, now: Date): Promise<StoredFont | undefined> {
      const { bytes, styleFamily, ...named } = font;
      const familyKey = font.family.toLowerCase();
      const sameFace = and(
        eq(fonts.workspaceId, workspaceId),
        eq(fonts.familyKey, familyKey),
        eq(fonts.weight, font.weight),
        eq(fonts.isItalic, font.isItalic),
      );
      const [[same], [all]] = await database.batch([
        database.select({ id: fonts.id }).from(fonts).where(sameFace),
        database.select({ fonts: count() }).from(fonts).where(eq(fonts.workspaceId, workspaceId)),
      ]);
      if (!same && (all?.fonts ?? 0) >= most) return undefined;
      const kept = {
        ...named,
        familyKey,
        styleFamily: styleFamily ?? null,
        sizeBytes: bytes.length,
        blobKey: await blobs.putFont(workspaceId, bytes),
        createdAt: now.getTime(),
      };
      // Bytes of the previous font are swept: a merge may be reading them.
      const [row] = await database
        .insert(fonts)
        .values({ id: newId(), workspaceId, ...kept })
        .onConflictDoUpdate({ target: [fonts.workspaceId, fonts.familyKey, fonts.weight, fonts.isItalic], set: kept })
        .returning();
      return row && toStoredFont(row);
    },

    /** Into the bin, which keeps the bytes; false if the workspace has no such font. */
    async delete(workspaceId: string, id: string, now: Date): Promise<boolean> {
      const isFont = ofWorkspace(workspaceId, id);
      const deleted = await runBatch(
        database,
        [putIntoBin(database, "font", isFont, now)],
        database.delete(fonts).where(isFont).returning({ id: fonts.id }),
      );
      return deleted.length > 0;
    },

    async count(workspaceId: string): Promise<number> {
      return database.$count(fonts, eq(fonts.workspaceId, workspaceId));
    },
  };
}

function toStoredFont(row: typeof fonts.$inferSelect): StoredFont {
  return {
    id: row.id,
    key: row.blobKey,
    family: row.family,
    styleFamily: row.styleFamily ?? undefined,
    postScriptName: row.postScriptName,
    weight: row.weight,
    isBold: row.isBold,
    isItalic: row.isItalic,
    format: row.format,
    sizeBytes: row.sizeBytes,
    createdAt: new Date(row.createdAt),
  };
}
