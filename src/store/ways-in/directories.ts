import { and, asc, count, eq } from "drizzle-orm";
import type { Role } from "../../domain/access/rights.ts";
import type { Database } from "../database.ts";
import { newId, newKey } from "../ids.ts";
import { toDate } from "../run-rows.ts";
import { isHere } from "../schema/is-here.ts";
import { directories, directoryUsers } from "../schema/ways-in.ts";
import { sha256Hex } from "../sha256.ts";

/** The connection of a workspace with its directory. */
export interface Directory {
  workspaceId: string;
  /** What its people become. */
  role: Role;
  createdAt: Date;
  lastUsedAt: Date | undefined;
}

/** What a directory says of a person. */
export interface DirectoryEntry {
  id: string;
  userName: string;
  externalId: string;
  /** As it is compared. */
  email: string;
  name: string;
  active: boolean;
  createdAt: Date;
  updatedAt: Date;
}

type EntryMembers = Omit<DirectoryEntry, "id" | "createdAt" | "updatedAt">;

/** Directories that say who is in a workspace, and whom they have named. */
export function createDirectories(database: Database) {
  const one = (workspaceId: string, id: string) =>
    and(eq(directoryUsers.id, id), eq(directoryUsers.workspaceId, workspaceId));

  return {
    async of(workspaceId: string): Promise<Directory | undefined> {
      const [row] = await database.select().from(directories).where(eq(directories.workspaceId, workspaceId));
      return row && toDirectory(row);
    },

    /** Connects a workspace, or renews its token: the one before stops working. @returns the token, shown this once */
    async connect(workspaceId: string, role: Role, now: Date): Promise<string> {
      const token = newKey();
      const values = { tokenSha256: await sha256Hex(token), role, createdAt: now.getTime(), lastUsedAt: null };
      await database
        .insert(directories)
        .values({ workspaceId, ...values })
        .onConflictDoUpdate({ target: directories.workspaceId, set: values });
      return token;
    },

    async disconnect(workspaceId: string): Promise<boolean> {
      const removed = await database
        .delete(directories)
        .where(eq(directories.workspaceId, workspaceId))
        .returning({ workspaceId: directories.workspaceId });
      return removed.length > 0;
    },

    async noteUse(workspaceId: string, now: Date): Promise<void> {
      await database
        .update(directories)
        .set({ lastUsedAt: now.getTime() })
        .where(eq(directories.workspaceId, workspaceId));
    },

    async user(workspaceId: string, id: string): Promise<DirectoryEntry | undefined> {
      const [row] = await database.select().from(directoryUsers).where(one(workspaceId, id));
      return row && toEntry(row);
    },

    async users(
      workspaceId: string,
      filter: { by: "userName" | "externalId"; value: string } | undefined,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ users: DirectoryEntry[]; total: number }> {
      const named =
        filter &&
        (filter.by === "userName"
          ? eq(directoryUsers.userNameKey, filter.value.toLowerCase())
          : eq(directoryUsers.externalId, filter.value));
      const wanted = and(eq(directoryUsers.workspaceId, workspaceId), named);
      const [rows, [counted]] = await database.batch([
        database
          .select()
          .from(directoryUsers)
          .where(wanted)
          .orderBy(asc(directoryUsers.id))
          .limit(limit)
          .offset(offset),
        database.select({ total: count() }).from(directoryUsers).where(wanted),
      ]);
      return { users: rows.map(toEntry), total: counted?.total ?? 0 };
    },

    /** Undefined if the directory has named somebody else so. */
    async add(workspaceId: string, members: EntryMembers, now: Date): Promise<DirectoryEntry | undefined> {
      const at = now.getTime();
      const row = { id: newId(), workspaceId, ...columnsOf(members), createdAt: at, updatedAt: at };
      const added = await database
        .insert(directoryUsers)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: directoryUsers.id });
      return added.length > 0 ? toEntry(row) : undefined;
    },

    /** Undefined if it is not there any more, `taken` if somebody else is named so. */
    async change(
      workspaceId: string,
      id: string,
      members: EntryMembers,
      now: Date,
    ): Promise<DirectoryEntry | "taken" | undefined> {
      const other = await this.users(workspaceId, { by: "userName", value: members.userName }, { offset: 0, limit: 1 });
      if (other.users.some((each) => each.id !== id)) return "taken";
      const [row] = await database
        .update(directoryUsers)
        .set({ ...columnsOf(members), updatedAt: now.getTime() })
        .where(one(workspaceId, id))
        .returning();
      return row && toEntry(row);
    },

    async remove(workspaceId: string, id: string): Promise<void> {
      await database.delete(directoryUsers).where(one(workspaceId, id));
    },
  };
}

/** Directories by their tokens. */
export function createDirectoryLookUps(database: Database) {
  return {
    async byToken(token: string): Promise<Directory | undefined> {
      const [row] = await database
        .select()
        .from(directories)
        .where(and(eq(directories.tokenSha256, await sha256Hex(token)), isHere(directories.workspaceId)));
      return row && toDirectory(row);
    },
  };
}

const columnsOf = ({ userName, externalId, email, name, active }: EntryMembers) => ({
  userName,
  userNameKey: userName.toLowerCase(),
  externalId,
  email,
  name,
  isActive: active,
});

const toDirectory = (row: typeof directories.$inferSelect): Directory => ({
  workspaceId: row.workspaceId,
  role: row.role as Role,
  createdAt: new Date(row.createdAt),
  lastUsedAt: toDate(row.lastUsedAt),
});

const toEntry = (row: typeof directoryUsers.$inferSelect): DirectoryEntry => ({
  id: row.id,
  userName: row.userName,
  externalId: row.externalId,
  email: row.email,
  name: row.name,
  active: row.isActive,
  createdAt: new Date(row.createdAt),
  updatedAt: new Date(row.updatedAt),
});
