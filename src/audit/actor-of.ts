import type { AuditActor } from "../domain/audit/entry.ts";
import type { RunAsker } from "../domain/run.ts";
import type { Caller, RequestContext } from "../http/context.ts";

/** Who does something, as far as the log names them. */
export type Doer = Pick<Caller, "workspaceId" | "keyId" | "auditHead" | "session" | "application"> & {
  readonly person?: { readonly id: string };
  /** Whom the log names where it is not who the request came from. */
  readonly actor?: AuditActor;
};

/** Who asks. A session that was opened by a key acts for the key. */
export function actorOf({ request }: Pick<RequestContext, "request">, doer: Doer): AuditActor {
  const { keyId, person, session, application, actor } = doer;
  if (actor) return actor;
  const via = session ? "console" : application ? "application" : programOf(request);
  if (person) return { type: "person", id: person.id, via };
  return { type: keyId ? "key" : "link", id: keyId, via };
}

/** Who asks for a merge; nobody whom a merge address knows has a name. */
export const askerOf = (context: Pick<RequestContext, "request">, caller: Caller | undefined): RunAsker =>
  caller ? actorOf(context, caller) : { type: "address", id: "", via: programOf(context.request) };

function programOf({ headers }: Request): "agent" | "command_line" | "api" {
  const agent = headers.get("user-agent") ?? "";
  if (agent.startsWith("docloom-agent")) return "agent";
  return agent.startsWith("docloom-cli") ? "command_line" : "api";
}
