import type { AuditResource } from "../domain/audit/entry.ts";
import { Failure } from "../domain/failure.ts";
import type { Caller, RequestContext } from "../http/context.ts";
import { isMatch } from "../http/entity-tag.ts";
import { readEntry } from "../store/audit/audit-log.ts";
import { actorNames, namedActor } from "./named-actors.ts";

/** What changes nothing of the thing itself. */
const OTHER_ACTS = ["document.runs_purged", "route.runs_purged", "audit.read", "audit.exported"];

const SUBJECTS: Readonly<Record<string, string>> = {
  document: "The document was",
  route: "The data route was",
  delivery: "The delivery was",
  sample: "The sample was",
  account: "The settings were",
};

/**
 * Refuses a change when the client's `If-Match` does not name the current version (RFC 9110, 13.1.1), and says who was
 * quicker.
 * @param tag the current ETag
 * @throws Failure `precondition_failed`
 */
export async function requireCurrent(
  context: RequestContext,
  caller: Caller,
  resource: AuditResource,
  tag: string,
): Promise<void> {
  if (isMatch(context.request, tag)) return;

  const [[latest], names] = await Promise.all([
    context.store.auditLog.latestOf(caller.workspaceId, [resource], OTHER_ACTS),
    actorNames(context, caller),
  ]);
  const subject = SUBJECTS[resource.type] ?? "It was";
  if (!latest) throw new Failure("precondition_failed", `${subject} changed in the meantime: its ETag is now ${tag}.`);

  const { at, actor } = readEntry(latest);
  const { name } = namedActor(actor, names);
  const by = actor.id !== "" && actor.id === (caller.person?.id ?? caller.keyId) ? "" : name;
  throw new Failure(
    "precondition_failed",
    `${subject} changed in the meantime${by && ` by ${by}`}, at ${at.slice(0, 19)}Z: its ETag is now ${tag}.`,
    { changed: { by, at } },
  );
}
