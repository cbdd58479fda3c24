import { Failure } from "../domain/failure.ts";
import type { RequestContext } from "./context.ts";

/** Names under which only this machine reaches itself. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Refuses a request that asks for the service under a name that is not its own: a page of another site may have had that
 * name resolved to this machine (DNS rebinding).
 * @throws Failure `not_found`
 */
export function requireOwnHost({ request, env }: Pick<RequestContext, "request" | "env">): void {
  const { hostname } = new URL(request.url);
  const own =
    env.PUBLIC_BASE_URL && URL.canParse(env.PUBLIC_BASE_URL) ? new URL(env.PUBLIC_BASE_URL).hostname : undefined;
  if (LOOPBACK.test(hostname) || hostname === own) return;
  throw new Failure("not_found", "There is nothing at this address.");
}
