import { readSettings } from "../env.ts";
import type { Caller, RequestContext } from "./context.ts";

/** Origins that this isolate wrote down, by workspace. */
const noted = new Map<string, string>();
const MAX_NOTED = 2_000;

/**
 * Keeps where a workspace's people reach the service, for links in deliveries, which no request makes. Only credentials
 * lead here: whoever merges cannot choose where links lead. PUBLIC_BASE_URL, if set, takes precedence.
 */
export async function noteOrigin({ env, request, store }: RequestContext, { workspaceId }: Caller): Promise<void> {
  const { origin } = new URL(request.url);
  if (readSettings(env).publicBaseUrl !== undefined || noted.get(workspaceId) === origin) return;

  await store.workspaces.noteOrigin(workspaceId, origin);
  if (noted.size >= MAX_NOTED) noted.clear();
  noted.set(workspaceId, origin);
}
