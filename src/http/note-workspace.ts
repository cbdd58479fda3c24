import type { RequestContext } from "./context.ts";

/** By request: whose it was found to be. */
const workspaces = new WeakMap<Request, string>();

/** The log lines of the request say whose it is, and `workspaceOf` does. */
export function noteWorkspace({ request, log }: Pick<RequestContext, "request" | "log">, workspaceId: string): void {
  log.note({ workspace_id: workspaceId });
  workspaces.set(request, workspaceId);
}

/** The workspace that a request was found to belong to; undefined for a stranger's. */
export const workspaceOf = (request: Request): string | undefined => workspaces.get(request);
