import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Person } from "../domain/access/person.ts";
import { type FolderRole, type FolderView, type Rights, type Role, rightsOfRole } from "../domain/access/rights.ts";
import { runBatch, type Statement } from "./batch.ts";
import type { Database } from "./database.ts";
import { isFolderSeen } from "./folder-view.ts";
import { newKey } from "./ids.ts";
import { type Invitation, isStillOpen } from "./invitations.ts";
import { documents } from "./schema/documents.ts";
import { folderRights, invitations, memberships, persons } from "./schema/people.ts";
import { routes } from "./schema/routes.ts";
import { loginSessions } from "./schema/sign-in.ts";
import { passkeys, personIdentities } from "./schema/ways-in.ts";
import { apiKeys, workspaces } from "./schema/workspaces.ts";
import { sha256Hex } from "./sha256.ts";

/** Somebody who belongs to a workspace. */
export interface Membership extends Person {
  role: Role;
  folders: (FolderRole & { path: string })[];
  /** What they can sign in by besides mail: `passkey`, and issuers by their address. */
  ways: readonly string[];
  createdAt: Date;
  lastSeenAt: Date | undefined;
}

/** What becomes of a member's keys, and of addresses they know. */
export interface Leaving {
  /** The person whom their keys belong to from now on; undefined revokes them. */
  keysTo: string | undefined;
  /** The person who lets go; empty for a key. */
  by: string;
  /** Documents and data routes that get another merge address. */
  renewed: { documents: readonly number[]; routes: readonly number[] };
}

/** Who belongs to which workspace. A workspace that has owners keeps one, also if two leave at once. */
export function createMemberships(database: Database) {
  const one = (workspaceId: string, personId: string) =>
    and(eq(memberships.workspaceId, workspaceId), eq(memberships.personId, personId));

  /** Not the last owner: writes of one database come one after the other, so the count is the one at that moment. */
  const isSpared = (
    workspaceId: string,
  ): SQL => sql`(${memberships.role} <> 'owner' or (select count(*) from memberships
    as other where other.workspace_id = ${workspaceId} and other.role = 'owner') > 1)`;

  const select = () =>
    database
      .select({
        membership: memberships,
        person: persons,
        folders: sql<string>`(select json_group_array(json_object('folderId', folders.id, 'path', folders.path,
            'role', folder_rights.role))
          from folder_rights join folders on folders.id = folder_rights.folder_id
          where folder_rights.workspace_id = ${memberships.workspaceId}
            and folder_rights.person_id = ${memberships.personId})`,
        ways: sql<string>`(select json_group_array(way) from (
          select 'passkey' as way where exists (select 1 from passkeys where passkeys.person_id = ${memberships.personId})
          union select issuer from person_identities where person_identities.person_id = ${memberships.personId}))`,
      })
      .from(memberships)
      .innerJoin(persons, eq(persons.id, memberships.personId));

  /** Statements that give a person these folders, in place of all that they had, if a condition holds. */
  const setFolders = (
    workspaceId: string,
    personId: string,
    folders: readonly FolderRole[],
    condition: SQL,
  ): Statement[] => [
    database
      .delete(folderRights)
      .where(and(eq(folderRights.workspaceId, workspaceId), eq(folderRights.personId, personId), condition)),
    ...folders.map(({ folderId, role }) =>
      database.insert(folderRights).select(sql`
        select ${workspaceId}, ${personId}, id, ${role ?? ""} from folders
        where id = ${folderId} and workspace_id = ${workspaceId} and ${condition}`),
    ),
  ];

  const isMember = (workspaceId: string, personId: string, role?: Role): SQL =>
    sql`exists (select 1 from memberships where workspace_id = ${workspaceId} and person_id = ${personId}
      and ${role === undefined ? sql`true` : sql`role = ${role}`})`;

  /** The statement that withdraws the invitations which a person has sent, unless somebody of this role, with these folders, may still send them. */
  const withdrawSent = (
    workspaceId: string,
    personId: string,
    { role, folders }: Pick<Membership, "role"> & { folders: readonly FolderRole[] },
    condition: SQL,
  ): Statement[] =>
    role === "owner" && folders.length === 0
      ? []
      : [
          database
            .delete(invitations)
            .where(and(eq(invitations.workspaceId, workspaceId), eq(invitations.invitedBy, personId), condition)),
        ];

  return {
    /** False if the person is a member already. */
    async add(
      workspaceId: string,
      personId: string,
      role: Role,
      folders: readonly FolderRole[],
      now: Date,
    ): Promise<boolean> {
      // Before the membership, with which rights begin: nobody ever has more than they were given.
      const places = setFolders(workspaceId, personId, folders, sql`not ${isMember(workspaceId, personId)}`);
      const added = await runBatch(
        database,
        places,
        database
          .insert(memberships)
          .values({ workspaceId, personId, role, createdAt: now.getTime() })
          .onConflictDoNothing()
          .returning({ personId: memberships.personId }),
      );
      return added.length > 0;
    },

    /**
     * Accepts an invitation: membership, folders and name with the end of the invitation, all of it or nothing. Somebody who became a member
     * by another way meanwhile gets what the invitation gives.
     * @param person whom the invitation is for; a name of theirs is written, an empty one is not
     * @returns false if the invitation waits no longer: of two who accept at once, one does
     */
    async accept(
      invitation: Invitation,
      { id: personId, name }: Pick<Person, "id" | "name">,
      now: Date,
    ): Promise<boolean> {
      const { workspaceId, role, folders } = invitation;
      const isWaiting = isStillOpen(invitation, now);
      const isOpen = sql`exists (select 1 from invitations where ${isWaiting})`;
      const isIn = sql`${isOpen} and ${isMember(workspaceId, personId, role)}`;
      const used = await runBatch(
        database,
        [
          database
            .insert(memberships)
            .select(sql`select ${workspaceId}, ${personId}, ${role}, ${now.getTime()} where ${isOpen}`)
            .onConflictDoUpdate({
              target: [memberships.workspaceId, memberships.personId],
              set: { role },
              setWhere: role === "owner" ? undefined : isSpared(workspaceId),
            }),
          ...setFolders(workspaceId, personId, folders, isIn),
          ...withdrawSent(
            workspaceId,
            personId,
            { role, folders },
            sql`${isIn} and ${invitations.id} <> ${invitation.id}`,
          ),
          ...(name === ""
            ? []
            : [
                database
                  .update(persons)
                  .set({ name })
                  .where(and(eq(persons.id, personId), isOpen)),
              ]),
        ],
        // Last, since all the others ask whether it is there.
        database.delete(invitations).where(isWaiting).returning({ id: invitations.id }),
      );
      return used.length > 0;
    },

    /** Makes a person the first owner; false if the workspace has one. */
    async addFirstOwner(workspaceId: string, personId: string, now: Date): Promise<boolean> {
      const added = await database.all(sql`
        insert into memberships (workspace_id, person_id, role, created_at)
        select ${workspaceId}, ${personId}, 'owner', ${now.getTime()}
        where not exists (select 1 from memberships where workspace_id = ${workspaceId} and role = 'owner')
        on conflict (workspace_id, person_id) do update set role = 'owner' returning person_id`);
      return added.length > 0;
    },

    async list(workspaceId: string): Promise<Membership[]> {
      const rows = await select()
        .where(eq(memberships.workspaceId, workspaceId))
        .orderBy(asc(persons.name), asc(persons.id));
      return rows.map(toMembership);
    },

    async byPerson(workspaceId: string, personId: string): Promise<Membership | undefined> {
      const [row] = await select().where(one(workspaceId, personId));
      return row && toMembership(row);
    },

    /** What a member may at this moment, with what a request needs besides; undefined for who is none. */
    async access(
      workspaceId: string,
      personId: string,
    ): Promise<{ person: Person; rights: Rights; storedBytes: number } | undefined> {
      const [row] = await select().where(one(workspaceId, personId));
      if (!row) return undefined;
      const [workspace] = await database
        .select({ storedBytes: workspaces.storedBytes })
        .from(workspaces)
        .where(eq(workspaces.id, workspaceId));
      const { id, name, email, role, folders } = toMembership(row);
      return {
        person: { id, name, email },
        rights: rightsOfRole(role, folders),
        storedBytes: workspace?.storedBytes ?? 0,
      };
    },

    /** Documents and data routes that are in a view: what somebody knows the addresses of. */
    async targetsIn(workspaceId: string, view: FolderView | undefined): Promise<Leaving["renewed"]> {
      const [ofDocuments, ofRoutes] = await database.batch([
        database
          .select({ id: documents.id })
          .from(documents)
          .where(
            and(
              eq(documents.workspaceId, workspaceId),
              isNull(documents.deletedAt),
              isFolderSeen(view, documents.folderId),
            ),
          ),
        database
          .select({ id: routes.id })
          .from(routes)
          .where(
            and(eq(routes.workspaceId, workspaceId), isNull(routes.deletedAt), isFolderSeen(view, routes.folderId)),
          ),
      ]);
      return { documents: ofDocuments.map(({ id }) => id), routes: ofRoutes.map(({ id }) => id) };
    },

    /** The owners of a workspace. */
    async owners(workspaceId: string): Promise<Person[]> {
      return (await this.list(workspaceId)).filter(({ role }) => role === "owner");
    },

    /**
     * Another role, other folders, from the next request on; `last_owner` if nobody else is one. Invitations that the person
     * has sent are withdrawn unless they may still send them.
     */
    async change(
      workspaceId: string,
      personId: string,
      role: Role,
      folders: readonly FolderRole[],
    ): Promise<"changed" | "last_owner" | "missing"> {
      const hasChanged = isMember(workspaceId, personId, role);
      const [now] = await runBatch(
        database,
        [
          database
            .update(memberships)
            .set({ role })
            .where(and(one(workspaceId, personId), role === "owner" ? undefined : isSpared(workspaceId))),
          ...setFolders(workspaceId, personId, folders, hasChanged),
          ...withdrawSent(workspaceId, personId, { role, folders }, hasChanged),
          // Changes nothing: the last statement that writes tells whether the role was changed.
          database
            .update(memberships)
            .set({ role })
            .where(and(one(workspaceId, personId), eq(memberships.role, role))),
        ],
        database.select({ role: memberships.role }).from(memberships).where(one(workspaceId, personId)),
      );
      if (!now) return "missing";
      return now.role === role ? "changed" : "last_owner";
    },

    /**
     * Takes a member out in one step: membership, folders, sessions, keys, and addresses that are to be renewed. Keys that
     * were made until this moment are among them; none is made by the person after it.
     */
    async remove(
      workspaceId: string,
      personId: string,
      { keysTo, by, renewed }: Leaving,
      now: Date,
    ): Promise<"removed" | "last_owner" | "missing"> {
      const isOut = sql`not ${isMember(workspaceId, personId)}`;
      const ownKeys = and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.madeBy, personId), isOut);
      const statements: Statement[] = [
        database.delete(memberships).where(and(one(workspaceId, personId), isSpared(workspaceId))),
        database
          .delete(folderRights)
          .where(and(eq(folderRights.workspaceId, workspaceId), eq(folderRights.personId, personId), isOut)),
        database
          .delete(loginSessions)
          .where(and(eq(loginSessions.workspaceId, workspaceId), eq(loginSessions.personId, personId), isOut)),
        database
          .delete(invitations)
          .where(and(eq(invitations.workspaceId, workspaceId), eq(invitations.invitedBy, personId), isOut)),
        // Whoever gets the address one day, and is invited by it, is somebody else.
        database.delete(personIdentities).where(and(eq(personIdentities.personId, personId), isOut)),
        database.delete(passkeys).where(and(eq(passkeys.personId, personId), isOut)),
        keysTo === undefined
          ? database
              .update(apiKeys)
              .set({ revokedAt: now.getTime(), revokedBy: by })
              .where(and(ownKeys, sql`${apiKeys.revokedAt} is null`))
          : database.update(apiKeys).set({ madeBy: keysTo }).where(ownKeys),
        ...(await renewal(documents, workspaceId, renewed.documents, isOut, now)),
        ...(await renewal(routes, workspaceId, renewed.routes, isOut, now)),
        // Changes nothing: the last statement that writes tells whether the person is out.
        database
          .update(persons)
          .set({ id: personId })
          .where(and(eq(persons.id, personId), isOut)),
      ];
      const was = await this.byPerson(workspaceId, personId);
      if (!was) return "missing";
      const [left] = await runBatch(
        database,
        statements,
        database.select({ role: memberships.role }).from(memberships).where(one(workspaceId, personId)),
      );
      return left ? "last_owner" : "removed";
    },
  };

  /** The statement that gives documents, or data routes, other keys. */
  async function renewal(
    table: typeof documents | typeof routes,
    workspaceId: string,
    ids: readonly number[],
    condition: SQL,
    now: Date,
  ): Promise<Statement[]> {
    if (ids.length === 0) return [];
    const keys = await Promise.all(
      ids.map(async (id) => {
        const key = newKey();
        return [id, key, await sha256Hex(key)];
      }),
    );
    const fresh = JSON.stringify(keys);
    const ofRow = (index: number) =>
      sql`(select fresh.value ->> ${sql.raw(String(index))} from json_each(${fresh}) as fresh
        where fresh.value ->> 0 = ${table.id})`;

    return [
      database
        .update(table)
        .set({
          key: ofRow(1),
          keySha256: ofRow(2),
          revision: sql`${table.revision} + 1`,
          updatedAt: now.getTime(),
        })
        .where(
          and(
            eq(table.workspaceId, workspaceId),
            sql`${table.id} in (select fresh.value ->> 0 from json_each(${fresh}) as fresh)`,
            isNull(table.deletedAt),
            condition,
          ),
        ),
    ];
  }
}

function toMembership({
  membership,
  person,
  folders,
  ways,
}: {
  membership: typeof memberships.$inferSelect;
  person: typeof persons.$inferSelect;
  folders: string;
  ways: string;
}): Membership {
  const named = JSON.parse(folders) as { folderId: string; path: string; role: Role | "" }[];

  return {
    id: person.id,
    name: person.name,
    email: person.email,
    role: membership.role as Role,
    folders: named
      .map(({ role, ...folder }) => ({ ...folder, role: role || undefined }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    ways: JSON.parse(ways) as string[],
    createdAt: new Date(membership.createdAt),
    lastSeenAt: person.lastSeenAt === null ? undefined : new Date(person.lastSeenAt),
  };
}
