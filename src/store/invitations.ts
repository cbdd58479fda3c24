import { and, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { FolderRole, Role } from "../domain/access/rights.ts";
import type { Database } from "./database.ts";
import { newId, newKey } from "./ids.ts";
import { isHere } from "./schema/is-here.ts";
import { invitations } from "./schema/people.ts";
import { sha256Hex } from "./sha256.ts";

export interface Invitation {
  id: string;
  workspaceId: string;
  /** As it is compared (`comparableEmail`). */
  email: string;
  role: Role;
  folders: FolderRole[];
  /** The person who invites; empty for a key. */
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** How long an invitation waits. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

const isOpen = (now: Date) => gt(invitations.expiresAt, now.getTime());

/** An invitation that waits as it was read: another one for its address, or another link, has another time. */
export const isStillOpen = ({ workspaceId, id, createdAt }: Invitation, now: Date): SQL =>
  sql`${invitations.id} = ${id} and ${invitations.workspaceId} = ${workspaceId}
    and ${invitations.createdAt} = ${createdAt.getTime()} and ${isOpen(now)}`;

/** Invitations that wait: one for each address, with a random token of which only the digest is kept. */
export function createInvitations(database: Database) {
  const one = (workspaceId: string, id: string) =>
    and(eq(invitations.workspaceId, workspaceId), eq(invitations.id, id));

  return {
    /** Invites an address, in place of an earlier invitation, whose link no longer works. */
    async create(
      workspaceId: string,
      { email, role, folders, invitedBy }: Pick<Invitation, "email" | "role" | "folders" | "invitedBy">,
      now: Date,
    ): Promise<{ invitation: Invitation; token: string }> {
      const token = newKey();
      const values = {
        role,
        folders: JSON.stringify(folders.map((each) => ({ id: each.folderId, role: each.role ?? "" }))),
        tokenSha256: await sha256Hex(token),
        invitedBy,
        createdAt: now.getTime(),
        expiresAt: now.getTime() + LIFETIME_MS,
      };
      const [row] = await database
        .insert(invitations)
        .values({ id: newId(), workspaceId, email, ...values })
        .onConflictDoUpdate({ target: [invitations.workspaceId, invitations.email], set: values })
        .returning();
      if (!row) throw new Error("An invitation that was just written is not there");
      return { invitation: toInvitation(row), token };
    },

    /** Another link, for seven days from now; the one before no longer works. */
    async again(
      workspaceId: string,
      id: string,
      now: Date,
    ): Promise<{ invitation: Invitation; token: string } | undefined> {
      const token = newKey();
      const [row] = await database
        .update(invitations)
        .set({ tokenSha256: await sha256Hex(token), createdAt: now.getTime(), expiresAt: now.getTime() + LIFETIME_MS })
        .where(one(workspaceId, id))
        .returning();
      return row && { invitation: toInvitation(row), token };
    },

    /** Those that wait, and those that have expired, newest first. */
    async list(workspaceId: string): Promise<Invitation[]> {
      const rows = await database
        .select()
        .from(invitations)
        .where(eq(invitations.workspaceId, workspaceId))
        .orderBy(desc(invitations.createdAt), desc(invitations.id));
      return rows.map(toInvitation);
    },

    async byId(workspaceId: string, id: string): Promise<Invitation | undefined> {
      const [row] = await database.select().from(invitations).where(one(workspaceId, id));
      return row && toInvitation(row);
    },

    /** The one that waits for an address, for whoever proves by another way that it is theirs. */
    async byEmail(workspaceId: string, email: string, now: Date): Promise<Invitation | undefined> {
      const [row] = await database
        .select()
        .from(invitations)
        .where(and(eq(invitations.workspaceId, workspaceId), eq(invitations.email, email), isOpen(now)));
      return row && toInvitation(row);
    },

    /** False if there is none. */
    async withdraw(workspaceId: string, id: string): Promise<boolean> {
      const withdrawn = await database
        .delete(invitations)
        .where(one(workspaceId, id))
        .returning({ id: invitations.id });
      return withdrawn.length > 0;
    },
  };
}

/** Invitations that have expired, of all workspaces. */
export function createInvitationUpkeep(database: Database) {
  return {
    /** Removes those that have expired a month ago. */
    async sweep(now: Date): Promise<void> {
      await database.delete(invitations).where(lt(invitations.expiresAt, now.getTime() - 30 * 24 * 60 * 60 * 1000));
    },
  };
}

/** Invitations by their links. */
export function createInvitationLookUps(database: Database) {
  return {
    async byToken(token: string, now: Date): Promise<Invitation | undefined> {
      const [row] = await database
        .select()
        .from(invitations)
        .where(and(eq(invitations.tokenSha256, await sha256Hex(token)), isOpen(now), isHere(invitations.workspaceId)));
      return row && toInvitation(row);
    },
  };
}

function toInvitation(row: typeof invitations.$inferSelect): Invitation {
  const folders = JSON.parse(row.folders) as { id: string; role: Role | "" }[];

  return {
    id: row.id,
    workspaceId: row.workspaceId,
    email: row.email,
    role: row.role as Role,
    folders: folders.map(({ id, role }) => ({ folderId: id, role: role || undefined })),
    invitedBy: row.invitedBy,
    createdAt: new Date(row.createdAt),
    expiresAt: new Date(row.expiresAt),
  };
}
