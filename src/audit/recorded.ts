import type { AuditedAct, AuditValues } from "../domain/audit/entry.ts";
import { Failure } from "../domain/failure.ts";
import { isStillAllowed } from "../http/authenticate.ts";
import { clientAddress } from "../http/client-address.ts";
import { networkOf } from "../http/client-network.ts";
import type { Caller, RequestContext } from "../http/context.ts";
import type { Recorded } from "../store/audit/recording.ts";
import { actorOf, type Doer } from "./actor-of.ts";

/** A change, for the log. */
export interface AuditedChange extends AuditedAct {
  /** The change makes a row of this table: the resource's id is the row's. */
  creates?: "documents" | "routes";
}

/**
 * The context for one change: what is changed by its store is written together with an entry of the log, or not at all.
 * Reads, and what changes nothing, leave no entry.
 */
export function recorded<Context extends RequestContext>(
  context: Context,
  caller: Doer,
  change: AuditedChange,
): Context {
  return { ...context, store: context.store.recording(entryOf(context, caller, change)) };
}

/** Writes an entry about something that changes nothing, such as reading the log. */
export async function recordAct(context: RequestContext, caller: Doer, act: AuditedAct): Promise<void> {
  await context.store.record(entryOf(context, caller, act));
}

function entryOf(context: RequestContext, caller: Doer, { creates, ...act }: AuditedChange): Recorded {
  const entry = {
    ...act,
    at: context.now(),
    actor: actorOf(context, caller),
    request: { id: context.requestId, from_client: context.isForeignRequestId },
    network: networkOf(clientAddress(context)),
  };
  const requireAllowed = "rights" in caller ? () => requireSameRights(context, caller as Caller) : undefined;
  return { workspaceId: caller.workspaceId, entry, head: caller.auditHead, creates, requireAllowed };
}

/** @throws Failure `not_allowed` if the caller's rights, or credentials, have ended since they were read */
async function requireSameRights(context: RequestContext, caller: Caller): Promise<void> {
  if (await isStillAllowed(context, caller)) return;
  throw new Failure("not_allowed", "What you may was changed a moment ago: ask again.");
}

/** The members that differ, as they were and as they are. */
export function differences(before: AuditValues, after: AuditValues): { before: AuditValues; after: AuditValues } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (values: AuditValues) =>
    Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
  return { before: pick(before), after: pick(after) };
}
