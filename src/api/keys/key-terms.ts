import { isNoWider, RIGHT_NAMES, type Right, rightsOfKey } from "../../domain/access/rights.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";

/** What a key is to have, as it is asked for. */
interface AskedTerms {
  rights: readonly Right[] | undefined;
  /** Ids. */
  folders: readonly string[] | undefined;
  expiresAt: Date | undefined;
}

/**
 * What a new key gets. What is not asked for is the caller's: all rights for whoever has all.
 * @throws Failure `not_allowed` if the key would have more than the caller, `folder_not_found`, `invalid_request`
 */
export async function requireNoWiderKey(context: RequestContext, caller: Caller, asked: AskedTerms) {
  const own = await termsOf(context, caller);
  const rights = asked.rights ?? own.rights;
  const folders = asked.folders ?? own.folders;
  const expiresAt = asked.expiresAt ?? own.expiresAt;
  if (expiresAt && expiresAt <= context.now())
    throw new Failure("invalid_request", "expires_at must be in the future.", {
      errors: [{ pointer: "/expires_at", message: "must be in the future" }],
    });

  const paths = folders && (await pathsOf(context, caller, folders));
  if (!isNoWider(rightsOfKey(rights ?? RIGHT_NAMES, paths), caller.rights))
    throw wider("rights, or in folders, that you do not have yourself");
  if (own.expiresAt && (!expiresAt || expiresAt > own.expiresAt))
    throw wider("a longer time than the key that makes it");

  return { rights, folders, expiresAt };
}

const wider = (what: string): Failure =>
  new Failure("not_allowed", `A key cannot have ${what}: choose less, or ask an owner of the workspace.`);

/** What a caller could give whole. */
async function termsOf({ store }: RequestContext, { workspaceId, keyId, rights }: Caller): Promise<AskedTerms> {
  const key = keyId === "" ? undefined : await store.keys.find(workspaceId, keyId);
  const isAll = RIGHT_NAMES.every((right) => rights.base.includes(right));

  return {
    rights: key ? key.rights : isAll ? undefined : rights.base,
    folders: key?.folders,
    expiresAt: key?.expiresAt,
  };
}

async function pathsOf({ store }: RequestContext, { workspaceId }: Caller, ids: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const id of ids) {
    const folder = await store.folders.byId(workspaceId, id);
    if (!folder) throw new Failure("folder_not_found", `There is no folder ${id} in your workspace.`);
    paths.push(folder.path);
  }
  return paths;
}
