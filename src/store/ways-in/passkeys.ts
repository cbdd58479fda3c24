import { Buffer } from "node:buffer";
import { and, asc, count, eq, inArray } from "drizzle-orm";
import type { Database } from "../database.ts";
import { toDate } from "../run-rows.ts";
import { isHere } from "../schema/is-here.ts";
import { persons } from "../schema/people.ts";
import { passkeys } from "../schema/ways-in.ts";

/** A passkey of a person. */
export interface StoredPasskey {
  /** The credential's id, base64url. */
  id: string;
  workspaceId: string;
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
  const ofPerson = (workspaceId: string, personId: string) =>
    inArray(
      passkeys.personId,
      database
        .select({ id: persons.id })
        .from(persons)
        .where(and(eq(persons.id, personId), eq(persons.workspaceId, workspaceId))),
    );
  const one = (workspaceId: string, personId: string, id: string) =>
    and(eq(passkeys.id, id), ofPerson(workspaceId, personId));

  return {
    async list(workspaceId: string, personId: string): Promise<StoredPasskey[]> {
      const rows = await database
        .select()
        .from(passkeys)
        .where(ofPerson(workspaceId, personId))
        .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
      return rows.map((row) => toPasskey(row, workspaceId));
    },

    /** False if the credential is there already, or the person has as many as they may. */
    async add(
      { workspaceId, ...passkey }: Omit<StoredPasskey, "createdAt" | "lastUsedAt">,
      now: Date,
    ): Promise<boolean> {
      const [{ held } = { held: 0 }] = await database
        .select({ held: count() })
        .from(passkeys)
        .where(ofPerson(workspaceId, passkey.personId));
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
      { workspaceId, personId, id, counter: seen }: Pick<StoredPasskey, "workspaceId" | "personId" | "id" | "counter">,
      use: { counter: number; isBackedUp: boolean },
      now: Date,
    ): Promise<boolean> {
      const noted = await database
        .update(passkeys)
        .set({ ...use, lastUsedAt: now.getTime() })
        .where(and(one(workspaceId, personId, id), eq(passkeys.counter, seen)))
        .returning({ id: passkeys.id });
      return noted.length > 0;
    },

    async rename(workspaceId: string, personId: string, id: string, name: string): Promise<StoredPasskey | undefined> {
      const isIt = one(workspaceId, personId, id);
      const [row] = await database.update(passkeys).set({ name }).where(isIt).returning();
      return row && toPasskey(row, workspaceId);
    },

    async remove(workspaceId: string, personId: string, id: string): Promise<boolean> {
      const isIt = one(workspaceId, personId, id);
      const removed = await database.delete(passkeys).where(isIt).returning({ id: passkeys.id });
      return removed.length > 0;
    },
  };
}

/** Passkeys of whomever. */
export function createPasskeyLookUps(database: Database) {
  return {
    async byId(id: string): Promise<StoredPasskey | undefined> {
      const [row] = await database
        .select({ passkey: passkeys, workspaceId: persons.workspaceId })
        .from(passkeys)
        .innerJoin(persons, eq(persons.id, passkeys.personId))
        .where(and(eq(passkeys.id, id), isHere(persons.workspaceId)));
      return row && toPasskey(row.passkey, row.workspaceId);
    },
  };
}

function toPasskey(row: typeof passkeys.$inferSelect, workspaceId: string): StoredPasskey {
  return {
    id: row.id,
    workspaceId,
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
