import { invitationResource } from "../../audit/people-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { regionOf } from "../../domain/access/location-hint.ts";
import { isInObject, type Jurisdiction } from "../../domain/access/workspace-place.ts";
import type { AuditedAct } from "../../domain/audit/entry.ts";
import { appendAll } from "../../domain/collections/long-lists.ts";
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
      const found = await findWorkspace(context, call.workspace);
      if (!found) return null;
      return { token: await store.loginSessions.makeLink(found.workspaceId, now()), not_asked: found.notAsked };
    }
    case "make_owner_link": {
      const found = await findWorkspace(context, call.workspace);
      if (!found) return null;
      return { token: await inviteOwner(context, found.workspaceId, call.email), not_asked: found.notAsked };
    }
  }
}

async function listKeys(context: RequestContext, after: string | undefined): Promise<OperatorAnswer<"list_keys">> {
  const { store } = context;
  const page = await store.control.placements.page(after, SIDE_BY_SIDE);
  const { answers, notAsked } = await askEach(context, page, async (workspaceId) => {
    const [workspace, own] = await Promise.all([store.workspaces.byId(workspaceId), store.keys.list(workspaceId)]);
    return own.map(({ keyId, createdAt, revokedAt }) => ({
      key: keyId,
      workspace: workspace?.name ?? workspaceId,
      created_at: createdAt.getTime(),
      revoked_at: revokedAt === null ? null : Date.parse(revokedAt),
    }));
  });
  return {
    keys: answers.flatMap(({ answer }) => answer),
    next: page.length < SIDE_BY_SIDE ? null : (page.at(-1)?.workspaceId ?? null),
    not_asked: notAsked,
  };
}

/** A new key; its workspace is made if none has that name, where the deployment makes them in objects. */
async function makeKey(
  context: RequestContext,
  named: string | undefined,
  jurisdiction: Jurisdiction | undefined,
): Promise<OperatorAnswer<"make_key">> {
  const { store, env, now } = context;
  const near = regionOf(context.request.cf);
  const found = await findWorkspace(context, named, jurisdiction);
  if (!found && (named === undefined || isInObject(named) || env.NEW_WORKSPACES !== "objects")) return null;
  const workspaceId =
    found?.workspaceId ?? (await store.control.workspaces.create(named ?? "", now(), { jurisdiction, near })).id;
  const id = store.keys.newKeyId();
  const change = recording(context, workspaceId, { action: "key.created", resource: { type: "key", id, name: "" } });
  const { keyId, secret } = await change.store.keys.create(workspaceId, "", now(), { id });
  return { key: keyId, secret, not_asked: found?.notAsked ?? [] };
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

/** A workspace that was found, and those that were to be asked for it and did not answer. */
interface Found {
  workspaceId: string;
  notAsked: string[];
}

/**
 * The workspace in an object that has this id or name; undefined if there is none.
 * @throws Failure `invalid_request` if it is in another jurisdiction; `work_interrupted` if one that did not answer may be it
 */
async function findWorkspace(
  context: RequestContext,
  named: string | undefined,
  jurisdiction?: Jurisdiction,
): Promise<Found | undefined> {
  const { store, request } = context;
  if (named === undefined)
    return { workspaceId: (await store.lookUps.keys.defaultWorkspace(regionOf(request.cf))).id, notAsked: [] };
  const byId = await store.control.placements.byId(named);
  const { placed, notAsked } = byId ? { placed: byId, notAsked: [] } : await findByName(context, named);
  if (placed && jurisdiction !== undefined && placed.jurisdiction !== jurisdiction)
    throw new Failure(
      "invalid_request",
      `The workspace ${named} is ${placed.jurisdiction ? `in the jurisdiction ${placed.jurisdiction}` : "in no jurisdiction"}, and stays there.`,
    );
  if (!placed && notAsked.length > 0)
    throw new Failure(
      "work_interrupted",
      `No workspace that answers is called ${named}. These do not answer, and one of them may be it: ${notAsked.join(", ")}. The service's log says why.`,
    );
  return placed && { workspaceId: placed.workspaceId, notAsked };
}

/** Their names are in their objects: one after the other is asked, until one has it. */
async function findByName(context: RequestContext, name: string) {
  const { store } = context;
  const notAsked: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await store.control.placements.page(after, SIDE_BY_SIDE);
    const asked = await askEach(context, page, (workspaceId) => store.workspaces.byId(workspaceId));
    appendAll(notAsked, asked.notAsked);
    const placed = asked.answers.find(({ answer }) => answer?.name === name)?.placed;
    if (placed || page.length < SIDE_BY_SIDE) return { placed, notAsked };
    after = page.at(-1)?.workspaceId;
  }
}

/** What workspaces answer, side by side, and those that do not: why is in the log. */
async function askEach<Placed extends { workspaceId: string }, Answer>(
  { log }: RequestContext,
  page: readonly Placed[],
  ask: (workspaceId: string) => Promise<Answer>,
): Promise<{ answers: { placed: Placed; answer: Answer }[]; notAsked: string[] }> {
  const settled = await Promise.allSettled(page.map(({ workspaceId }) => ask(workspaceId)));
  const answers: { placed: Placed; answer: Answer }[] = [];
  const notAsked: string[] = [];
  for (const [index, placed] of page.entries()) {
    const result = settled[index];
    if (result?.status === "fulfilled") answers.push({ placed, answer: result.value });
    else {
      log.failure("operator.workspace_not_asked", result?.reason, { workspace_id: placed.workspaceId });
      notAsked.push(placed.workspaceId);
    }
  }
  return { answers, notAsked };
}
