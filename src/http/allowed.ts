import { may, type Need, RIGHTS, viewFor } from "../domain/access/rights.ts";
import { Failure } from "../domain/failure.ts";
import type { Caller, RequestContext } from "./context.ts";

/**
 * The context of a request that the caller may make: its store has only what lies in folders where the caller has the right,
 * so that everything else is not there.
 * @throws Failure `not_allowed` if the caller has the right nowhere
 */
export function allowedContext(context: RequestContext, caller: Caller, { needs }: { needs?: Need }): RequestContext {
  if (needs === undefined) throw new Error("An endpoint with credentials says what it needs");
  requireRight(caller, needs);
  return contextFor(context, caller, needs);
}

/** The context as it is where a caller has a right: what lies in other folders is not there. */
function contextFor(context: RequestContext, caller: Caller, right: Need): RequestContext {
  const view = viewFor(caller, right);
  return view ? { ...context, store: context.store.seenIn(view) } : context;
}

/** @throws Failure `not_allowed` */
export function requireRight(caller: Caller, right: Need, folder?: string): void {
  if (right === "signed_in" || may(caller, right, folder)) return;

  throw new Failure(
    "not_allowed",
    `${caller.person ? "Your role" : "The API key"} does not allow this: it takes the right ${right} (to ${RIGHTS[right]}). ` +
      "An owner of the workspace can give it.",
  );
}
