import { invitationResource } from "../../audit/people-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { isInObject, type Jurisdiction } from "../../domain/access/workspace-place.ts";
import type { AuditedAct } from "../../domain/audit/entry.ts";
import { Failure } from "../../domain/failure.ts";
import type { OperatorAnswer, OperatorCall } from "../../domain/operator-calls.ts";
import type { RequestContext } from "../../http/context.ts";

/** As many objects are asked side by side. */
const SIDE_BY_SIDE = 50;

/** Does what the operator's command line asks for. */
export async function answerOperator(
  context: RequestContext,
  call: OperatorCall,
): Promise<OperatorAnswer<OperatorCall["do"]>> {
  switch (call.do) {
    case "list_keys":
      return await listKeys(context, call.after);
    case "make_key":
      return await makeKey(context, call.workspace, call.jurisdiction);
    case "revoke_key":
      return { is_revoked: await revokeKey(context, call.key) };
    case "make_sign_in_link": {
      const { store, now } = context;
      const workspaceId = await findWorkspace(context, call.workspace);
      return workspaceId === undefined ? null : { token: await store.loginSessions.makeLink(workspaceId, now()) };
    }
    case "make_owner_link": {
      const workspaceId = await findWorkspace(context, call.workspace);
      return workspaceId === undefined ? null : { token: await inviteOwner(context, workspaceId, call.email) };
    }
  }
}

async function listKeys({ store }: RequestContext, after: string | undefined): Promise<OperatorAnswer<"list_keys">> {
  const page = await store.control.placements.page(after, SIDE_BY_SIDE);
  const keys = await Promise.all(
    page.map(async ({ workspaceId }) => {
      const [workspace, own] = await Promise.all([store.workspaces.byId(workspaceId), store.keys.list(workspaceId)]);
      return own.map(({ keyId, createdAt, revokedAt }) => ({
        key: keyId,
        workspace: workspace?.name ?? workspaceId,
        created_at: createdAt.getTime(),
        revoked_at: revokedAt === null ? null : Date.parse(revokedAt),
      }));
    }),
  );
  return { keys: keys.flat(), next: page.length < SIDE_BY_SIDE ? null : (page.at(-1)?.workspaceId ?? null) };
}

/** A new key; its workspace is made if none has that name, where the deployment makes them in objects. */
async function makeKey(
  context: RequestContext,
  named: string | undefined,
  jurisdiction: Jurisdiction | undefined,
): Promise<OperatorAnswer<"make_key">> {
  const { store, env, now } = context;
  const found = await findWorkspace(context, named, jurisdiction);
  if (found === undefined && (named === undefined || isInObject(named) || env.NEW_WORKSPACES !== "objects"))
    return null;
  const workspaceId = found ?? (await store.control.workspaces.create(named ?? "", now(), jurisdiction)).id;
  const id = store.keys.newKeyId();
  const change = recording(context, workspaceId, { action: "key.created", resource: { type: "key", id, name: "" } });
  const { keyId, secret } = await change.store.keys.create(workspaceId, "", now(), { id });
  return { key: keyId, secret };
}

async function revokeKey(context: RequestContext, keyId: string): Promise<boolean> {
  const { store, now } = context;
  const key = await store.lookUps.keys.findByKeyId(keyId);
  if (!key) return false;
  const resource = { type: "key", id: keyId, name: "" };
  const change = recording(context, key.workspaceId, { action: "key.revoked", resource });
  return await change.store.keys.revoke(key.workspaceId, keyId, now());
}

/** The token of an invitation that makes a person an owner, whatever they are now. @param email as it is compared */
async function inviteOwner(context: RequestContext, workspaceId: string, email: string): Promise<string> {
  const change = recording(context, workspaceId, {
    action: "invitation.sent",
    resource: invitationResource({ id: "" }),
  });
  const owner = { email, role: "owner" as const, folders: [], invitedBy: "" };
  return (await change.store.invitations.create(workspaceId, owner, context.now())).token;
}

const recording = (context: RequestContext, workspaceId: string, change: AuditedAct): RequestContext =>
  recorded(
    context,
    { workspaceId, keyId: "", auditHead: undefined, actor: { type: "service", id: "", via: "command_line" } },
    change,
  );

/**
 * The id of a workspace in an object; undefined if there is none of that id or name.
 * @throws Failure `invalid_request` if it is in another jurisdiction
 */
async function findWorkspace(
  context: RequestContext,
  named: string | undefined,
  jurisdiction?: Jurisdiction,
): Promise<string | undefined> {
  const { store } = context;
  if (named === undefined) return (await store.lookUps.keys.defaultWorkspace()).id;
  const placed = (await store.control.placements.byId(named)) ?? (await findByName(context, named));
  if (placed && jurisdiction !== undefined && placed.jurisdiction !== jurisdiction)
    throw new Failure(
      "invalid_request",
      `The workspace ${named} is ${placed.jurisdiction ? `in the jurisdiction ${placed.jurisdiction}` : "in no jurisdiction"}, and stays there.`,
    );
  return placed?.workspaceId;
}

/** Their names are in their objects: one after the other is asked. One that does not answer may be the one. */
async function findByName({ store, log }: RequestContext, name: string) {
  const failed: unknown[] = [];
  for (let after: string | undefined; ; ) {
    const page = await store.control.placements.page(after, SIDE_BY_SIDE);
    const asked = await Promise.allSettled(page.map(({ workspaceId }) => store.workspaces.byId(workspaceId)));
    const found = page.find((_, index) => {
      const answer = asked[index];
      return answer?.status === "fulfilled" && answer.value?.name === name;
    });
    if (found) return found;
    for (const [index, answer] of asked.entries()) {
      if (answer.status === "fulfilled") continue;
      log.failure("operator.workspace_not_asked", answer.reason, { workspace_id: page[index]?.workspaceId });
      failed.push(answer.reason);
    }
    after = page.at(-1)?.workspaceId;
    if (page.length < SIDE_BY_SIDE) break;
  }
  if (failed.length > 0) throw failed[0];
  return undefined;
}
