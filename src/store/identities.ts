import { and, asc, eq, or } from "drizzle-orm";
import { runBatch } from "./batch.ts";
import { putIntoBin } from "./bin/binned-rows.ts";
import type { Database } from "./database.ts";
import { newId } from "./ids.ts";
import { signingIdentities } from "./schema/workspaces.ts";

/** What the certificate of an identity says. */
interface IdentityCertificate {
  subject: string;
  issuer: string;
  /** Hexadecimal. */
  serialNumber: string;
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: string;
  validFrom: Date;
  validTo: Date;
}

/** A signer for a workspace; the private key is kept apart. */
export interface ListedIdentity extends IdentityCertificate {
  id: string;
  name: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A key and its certificates, encrypted, with what is shown of them. */
export interface SealedIdentity {
  sealed: string;
  certificate: IdentityCertificate;
}

/** Signing identities of workspaces. */
export function createIdentities(database: Database) {
  const one = (workspaceId: string, id: string) =>
    and(eq(signingIdentities.id, id), eq(signingIdentities.workspaceId, workspaceId));

  async function isTaken(workspaceId: string, name: string, id: string): Promise<boolean> {
    const [other] = await database
      .select({ id: signingIdentities.id })
      .from(signingIdentities)
      .where(and(eq(signingIdentities.workspaceId, workspaceId), eq(signingIdentities.name, name)));
    return other !== undefined && other.id !== id;
  }

  return {
    async list(workspaceId: string): Promise<ListedIdentity[]> {
      const rows = await database
        .select()
        .from(signingIdentities)
        .where(eq(signingIdentities.workspaceId, workspaceId))
        .orderBy(asc(signingIdentities.name));
      return rows.map(toListed);
    },

    async byId(workspaceId: string, id: string): Promise<ListedIdentity | undefined> {
      const [row] = await database.select().from(signingIdentities).where(one(workspaceId, id));
      return row && toListed(row);
    },

    /** By id or name, with the sealed key. */
    async named(workspaceId: string, named: string): Promise<(ListedIdentity & { sealed: string }) | undefined> {
      const rows = await database
        .select()
        .from(signingIdentities)
        .where(
          and(
            eq(signingIdentities.workspaceId, workspaceId),
            or(eq(signingIdentities.id, named), eq(signingIdentities.name, named)),
          ),
        );
      // an id takes precedence over a name that looks like it
      const row = rows.find(({ id }) => id === named) ?? rows[0];
      return row && { ...toListed(row), sealed: row.sealed };
    },

    /** A new id: the sealed content is bound to it. */
    newId,

    /** Undefined if the workspace has an identity of this name. */
    async create(
      workspaceId: string,
      id: string,
      name: string,
      identity: SealedIdentity,
      now: Date,
    ): Promise<ListedIdentity | undefined> {
      const [row] = await database
        .insert(signingIdentities)
        .values({ id, workspaceId, name, ...columns(identity), createdAt: now.getTime(), updatedAt: now.getTime() })
        .onConflictDoNothing()
        .returning();
      return row && toListed(row);
    },

    /** Another name, another key and certificate, or both. `taken`: another identity has the name. */
    async update(
      workspaceId: string,
      id: string,
      { name, identity }: { name?: string; identity?: SealedIdentity },
      now: Date,
    ): Promise<ListedIdentity | "taken" | undefined> {
      if (name !== undefined && (await isTaken(workspaceId, name, id))) return "taken";
      const [row] = await database
        .update(signingIdentities)
        .set({ ...(name === undefined ? {} : { name }), ...(identity && columns(identity)), updatedAt: now.getTime() })
        .where(one(workspaceId, id))
        .returning();
      return row && toListed(row);
    },

    /** Into the bin, where nothing signs with it. */
    async delete(workspaceId: string, id: string, now: Date): Promise<boolean> {
      const isIdentity = one(workspaceId, id);
      const deleted = await runBatch(
        database,
        [putIntoBin(database, "identity", isIdentity, now)],
        database.delete(signingIdentities).where(isIdentity).returning({ id: signingIdentities.id }),
      );
      return deleted.length > 0;
    },

    async count(workspaceId: string): Promise<number> {
      return database.$count(signingIdentities, eq(signingIdentities.workspaceId, workspaceId));
    },
  };
}

function columns({ sealed, certificate }: SealedIdentity) {
  const { validFrom, validTo, ...said } = certificate;
  return { sealed, ...said, validFrom: validFrom.getTime(), validTo: validTo.getTime() };
}

function toListed(row: typeof signingIdentities.$inferSelect): ListedIdentity {
  const { workspaceId: _, sealed: _sealed, ...rest } = row;
  return {
    ...rest,
    validFrom: new Date(row.validFrom),
    validTo: new Date(row.validTo),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
  };
}
