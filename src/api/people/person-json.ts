import * as z from "zod";
import { comparableEmail } from "../../domain/access/person.ts";
import {
  FOLDER_ROLES,
  type FolderRole,
  isNoWider,
  ROLE_NAMES,
  type Role,
  rightsOfRole,
} from "../../domain/access/rights.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { text } from "../../http/wire-values.ts";
import type { Membership } from "../../store/memberships.ts";

const folderRoleSchema = z.object({
  id: z.string().meta({ description: "Id of the folder." }),
  path: z.string().meta({ description: "Its path.", examples: ["Sales/Offers"] }),
  role: z.string().meta({ description: "The role in it and below it; `none` for nothing.", examples: ["viewer"] }),
});

/** A member of the workspace. */
export const personSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the person." }),
    name: z.string().meta({ description: "Their name.", examples: ["Ada Lovelace"] }),
    email: z.string().meta({ description: "Their address, in small letters.", examples: ["ada@example.com"] }),
    role: z.enum(ROLE_NAMES as [Role, ...Role[]]).meta({ description: "What they may do in the workspace." }),
    folders: z.array(folderRoleSchema).meta({ description: "Folders where they have another role." }),
    ways: z.array(z.string()).meta({
      description: "What they have signed in by besides mail: `passkey`, and issuers by their address.",
      examples: [["passkey", "https://accounts.google.com"]],
    }),
    created_at: z.iso.datetime().meta({ description: "Since when they are a member." }),
    last_seen_at: z.string().meta({ description: "When they were last here; empty for never." }),
    current: z.literal([0, 1]).meta({ description: "1 for whoever asks." }),
  })
  .meta({ id: "Person" });

export const personParams = z.object({ person: text().meta({ description: "Id of the person." }) });

export const roleSchema = z
  .enum(ROLE_NAMES as [Role, ...Role[]])
  .meta({ description: "`owner`, `editor`, `operator`, `viewer` or `auditor`.", examples: ["editor"] });

export const foldersSchema = z
  .array(
    z.object({
      id: z.string().min(1).meta({ description: "Id of the folder." }),
      role: z.enum([...FOLDER_ROLES, "none"]).meta({ description: "The role in it and below it; `none` for nothing." }),
    }),
  )
  .max(200)
  .meta({ description: "Folders where the person has another role, in place of all that were there." });

export const nameSchema = text()
  .pipe(z.string().trim().max(200))
  .meta({ description: "A name for people.", examples: ["Ada Lovelace"] });

export const emailSchema = text()
  .transform((value, context) => {
    const email = comparableEmail(value);
    if (email !== undefined) return email;
    context.addIssue({ code: "custom", message: "must be an e-mail address such as ada@example.com" });
    return z.NEVER;
  })
  .meta({ description: "E-mail address.", examples: ["ada@example.com"] });

export const personJson = (person: Membership, caller: Caller): z.output<typeof personSchema> => ({
  id: person.id,
  name: person.name,
  email: person.email,
  role: person.role,
  folders: person.folders.map(({ folderId, path, role }) => ({ id: folderId, path, role: role ?? "none" })),
  ways: [...person.ways],
  created_at: person.createdAt.toISOString(),
  last_seen_at: person.lastSeenAt?.toISOString() ?? "",
  current: person.id === caller.person?.id ? 1 : 0,
});

export const personNotFound = (): Failure => new Failure("not_found", "There is no such person in your workspace.");

export const lastOwner = (): Failure =>
  new Failure("last_owner", "This is the last owner of the workspace: make somebody else an owner first.");

/** @throws Failure `not_found` */
export async function findPerson({ store }: RequestContext, caller: Caller, id: string): Promise<Membership> {
  const person = await store.memberships.byPerson(caller.workspaceId, id);
  if (!person) throw personNotFound();
  return person;
}

/**
 * What somebody is to get.
 * @throws Failure `not_allowed` if that is more than the caller has, `folder_not_found`
 */
export async function requireGrantable(
  { store }: RequestContext,
  caller: Caller,
  role: Role,
  folders: z.output<typeof foldersSchema>,
): Promise<FolderRole[]> {
  const all = folders.length === 0 ? [] : await store.folders.list(caller.workspaceId);
  const places = folders.map(({ id, role: here }) => {
    const path = all.find((folder) => folder.id === id)?.path;
    if (path === undefined) throw new Failure("folder_not_found", `There is no folder ${id} in your workspace.`);
    return { folderId: id, path, role: here === "none" ? undefined : here };
  });
  if (!isNoWider(rightsOfRole(role, places), caller.rights))
    throw new Failure(
      "not_allowed",
      "You cannot give a role that may more than you may: choose less, or ask an owner.",
    );
  return places;
}

/** @throws Failure `not_allowed` if a member may more than the caller */
export function requireNoWiderMember(person: Membership, caller: Caller): void {
  if (isNoWider(rightsOfRole(person.role, person.folders), caller.rights)) return;
  throw new Failure("not_allowed", "This person may more than you may: ask an owner of the workspace.");
}
