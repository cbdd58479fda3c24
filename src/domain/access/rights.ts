/**
 * What somebody may do, and how the console and the docs describe it. Rights to documents can be limited to folders; the others hold for a
 * whole workspace.
 */
export const RIGHTS = {
  "document:read": "see documents, data routes, their versions, templates and deliveries",
  "document:write": "change documents, data routes, samples and folders, and read the data of samples",
  "document:publish": "publish versions of templates, and test them",
  "delivery:write": "add, change, test and remove deliveries, through which files and data leave",
  merge: "merge documents, with previews, batches and replays",
  "run:read": "see runs and whether their deliveries arrived, without data and files",
  "run:data": "see merge data: files, data and warnings of runs, samples, mails",
  "run:write": "cancel and purge runs, and retry deliveries",
  "tool:use": "use the file tools",
  "identity:use": "choose a signing identity",
  "identity:manage": "add, change and remove signing identities",
  "font:write": "add and remove fonts",
  "account:read": "see the workspace's settings, its usage, and names of its signing identities",
  "account:write": "change the workspace's settings",
  "key:read": "see API keys",
  "key:manage": "make, change and revoke API keys",
  "people:read": "see people, invitations and everybody's sessions",
  "people:manage": "invite people, change their roles, and remove them",
  "audit:read": "read the audit log",
  "bin:remove": "permanently delete what is in the bin",
} as const;

export type Right = keyof typeof RIGHTS;

/** For users and API keys only: an application must not create further access for itself. */
const NEVER_LENT: ReadonlySet<Right> = new Set<Right>(["key:manage", "people:manage", "identity:manage", "bin:remove"]);

export const RIGHT_NAMES = Object.keys(RIGHTS) as readonly Right[];

/** The rights that a user can grant to an application. */
export const LENT_RIGHTS: readonly Right[] = RIGHT_NAMES.filter((right) => !NEVER_LENT.has(right));

/** What an endpoint asks for; `signed_in`: any valid credentials. */
export type Need = Right | "signed_in";

/** The rights that a folder can give or take. */
const BY_FOLDER: ReadonlySet<Need> = new Set<Right>([
  "document:read",
  "document:write",
  "document:publish",
  "delivery:write",
  "merge",
  "run:read",
  "run:data",
  "run:write",
]);

export const isByFolder = (right: Need): right is Right => BY_FOLDER.has(right);

const VIEWER: readonly Right[] = ["document:read", "run:read", "account:read"];
const OPERATOR: readonly Right[] = [...VIEWER, "merge", "run:data", "run:write", "tool:use"];
const EDITOR: readonly Right[] = [
  ...OPERATOR,
  "document:write",
  "document:publish",
  "delivery:write",
  "identity:use",
  "font:write",
];

/** role -> what it may. */
const ROLES = {
  owner: RIGHT_NAMES,
  editor: EDITOR,
  operator: OPERATOR,
  viewer: VIEWER,
  auditor: ["account:read", "key:read", "people:read", "audit:read"],
} as const satisfies Record<string, readonly Right[]>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** A folder where a member has another role; none if undefined. */
export interface FolderRole {
  folderId: string;
  role: Role | undefined;
}

/** Roles that a folder can give. */
export const FOLDER_ROLES = ["editor", "operator", "viewer"] as const satisfies readonly Role[];

/** What somebody may in a workspace. */
export interface Rights {
  /** For the workspace, and in every folder that `folders` does not name. */
  readonly base: readonly Right[];
  /** In a folder and those below it; the nearest one that is named decides. */
  readonly folders: readonly FolderRights[];
}

interface FolderRights {
  /** Normalized path, `A/B`. */
  readonly path: string;
  readonly rights: readonly Right[];
}

export const ALL_RIGHTS: Rights = { base: RIGHT_NAMES, folders: [] };

/** What a person may. @param folders path -> role there; undefined for none */
export function rightsOfRole(role: Role, folders: readonly { path: string; role: Role | undefined }[]): Rights {
  return {
    base: ROLES[role],
    folders: folders.map(({ path, role: here }) => ({
      path,
      rights: here === undefined ? [] : ROLES[here].filter(isByFolder),
    })),
  };
}

/** What a key may. @param folders the only ones that it may use; undefined for all */
export function rightsOfKey(rights: readonly Right[], folders: readonly string[] | undefined): Rights {
  if (folders === undefined) return { base: rights, folders: [] };

  return {
    base: rights.filter((right) => !isByFolder(right)),
    folders: folders.map((path) => ({ path, rights: rights.filter(isByFolder) })),
  };
}

/** Whether somebody may do something: in a folder (a path, empty for none), or without one, anywhere at all. */
export function may({ rights }: { readonly rights: Rights }, right: Need, folder?: string): boolean {
  if (right === "signed_in") return true;
  if (!isByFolder(right)) return rights.base.includes(right);
  if (folder !== undefined) return rightsAt(rights, folder).includes(right);

  return rights.base.includes(right) || rights.folders.some((each) => each.rights.includes(right));
}

/** What somebody may in a folder: the nearest folder above that is named decides. */
function rightsAt({ base, folders }: Rights, folder: string): readonly Right[] {
  let nearest: FolderRights | undefined;
  for (const each of folders)
    if (isWithin(folder, each.path) && each.path.length >= (nearest?.path.length ?? 0)) nearest = each;

  return nearest ? nearest.rights : base;
}

/** Whether a folder is another one or below it. */
const isWithin = (folder: string, tree: string): boolean => folder === tree || folder.startsWith(`${tree}/`);

/** In which folders something is allowed. */
export interface FolderView {
  /** In folders that are not named, and outside of all. */
  readonly base: boolean;
  readonly folders: readonly { readonly path: string; readonly isSeen: boolean }[];
}

/** Where somebody may do something; undefined for everywhere. */
export function viewFor({ rights }: { readonly rights: Rights }, right: Need): FolderView | undefined {
  // A tool works on what is sent to it.
  if (right === "tool:use") return undefined;
  const asked = isByFolder(right) ? right : "document:read";
  const base = rights.base.includes(asked);
  const folders = rights.folders.map((each) => ({ path: each.path, isSeen: each.rights.includes(asked) }));
  if (folders.every(({ isSeen }) => isSeen === base)) return base ? undefined : { base, folders: [] };

  return { base, folders };
}

/** Whether a view has a folder. */
export function isInView(view: FolderView | undefined, folder: string): boolean {
  if (!view) return true;
  const inside = view.folders.filter(({ path }) => isWithin(folder, path));
  const nearest = inside.reduce<(typeof inside)[number] | undefined>(
    (best, each) => (best && best.path.length > each.path.length ? best : each),
    undefined,
  );

  return nearest?.isSeen ?? view.base;
}

/** Whether a view has all of a folder: none below it is taken out. */
export const isWhollyInView = (view: FolderView | undefined, folder: string): boolean =>
  isInView(view, folder) && (view?.folders.every(({ path, isSeen }) => isSeen || !isWithin(path, folder)) ?? true);

/** What is left of somebody's rights if only these are lent. */
export function lentRights({ base, folders }: Rights, lent: readonly string[]): Rights {
  const isLent = (right: Right): boolean => lent.includes(right);
  return {
    base: base.filter(isLent),
    folders: folders.map(({ path, rights }) => ({ path, rights: rights.filter(isLent) })),
  };
}

/** Whether nothing is in `asked` that is not in `own`: keys never make wider ones. */
export function isNoWider(asked: Rights, own: Rights): boolean {
  const places = ["", ...asked.folders.map(({ path }) => path), ...own.folders.map(({ path }) => path)];

  return (
    asked.base.every((right) => isByFolder(right) || own.base.includes(right)) &&
    places.every((path) => {
      const there = path === "" ? own.base : rightsAt(own, path);
      const wanted = path === "" ? asked.base : rightsAt(asked, path);
      return wanted.every((right) => !isByFolder(right) || there.includes(right));
    })
  );
}
