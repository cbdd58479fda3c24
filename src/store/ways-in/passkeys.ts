import { Buffer } from "node:buffer";
import { and, asc, count, eq } from "drizzle-orm";
import type { Database } from "../database.ts";
import { toDate } from "../run-rows.ts";
import { passkeys } from "../schema/ways-in.ts";

/** A passkey of a person. */
export interface StoredPasskey {
  /** The credential's id, base64url. */
  id: string;
  personId: string;
  name: string;
  /** COSE. */
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  isBackedUp: boolean;
  createdAt: Date;
  lastUsedAt: Date | undefined;
}

/** How many a person may have. */
export const MAX_PASSKEYS = 20;

/** Passkeys of people. */
export function createPasskeys(database: Database) {
  const one = (personId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.personId, personId));

  return {
    async list(personId: string): Promise<StoredPasskey[]> {
      const rows = await database
        .select()
        .from(passkeys)
        .where(eq(passkeys.personId, personId))
        .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
      return rows.map(toPasskey);
    },

    /** False if the credential is there already, or the person has as many as they may. */
    async add(passkey: Omit<StoredPasskey, "createdAt" | "lastUsedAt">, now: Date): Promise<boolean> {
      const [{ held } = { held: 0 }] = await database
        .select({ held: count() })
        .from(passkeys)
        .where(eq(passkeys.personId, passkey.personId));
      if (held >= MAX_PASSKEYS) return false;
      const added = await database
        .insert(passkeys)
        .values({
          ...passkey,
          publicKey: Buffer.from(passkey.publicKey).toString("base64url"),
          transports: JSON.stringify(passkey.transports),
          createdAt: now.getTime(),
        })
        .onConflictDoNothing()
        .returning({ id: passkeys.id });
      return added.length > 0;
    },

    /** Notes a use. False if the passkey was used meanwhile, with the same or a later count. */
    async noteUse(
      { id, counter: seen }: Pick<StoredPasskey, "id" | "counter">,
      use: { counter: number; isBackedUp: boolean },
      now: Date,
    ): Promise<boolean> {
      const noted = await database
        .update(passkeys)
        .set({ ...use, lastUsedAt: now.getTime() })
        .where(and(eq(passkeys.id, id), eq(passkeys.counter, seen)))
        .returning({ id: passkeys.id });
      return noted.length > 0;
    },

    async rename(personId: string, id: string, name: string): Promise<StoredPasskey | undefined> {
      const [row] = await database.update(passkeys).set({ name }).where(one(personId, id)).returning();
      return row && toPasskey(row);
    },

    async remove(personId: string, id: string): Promise<boolean> {
      const removed = await database.delete(passkeys).where(one(personId, id)).returning({ id: passkeys.id });
      return removed.length > 0;
    },
  };
}

/** Passkeys of whomever. */
export function createPasskeyLookUps(database: Database) {
  return {
    async byId(id: string): Promise<StoredPasskey | undefined> {
      const [row] = await database.select().from(passkeys).where(eq(passkeys.id, id));
      return row && toPasskey(row);
    },
  };
}

function toPasskey(row: typeof passkeys.$inferSelect): StoredPasskey {
  return {
    id: row.id,
    personId: row.personId,
    name: row.name,
    publicKey: new Uint8Array(Buffer.from(row.publicKey, "base64url")),
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
    isBackedUp: row.isBackedUp,
    createdAt: new Date(row.createdAt),
    lastUsedAt: toDate(row.lastUsedAt),
  };
}
