import type { ConversionContext } from "../../convert/convert-to-pdf.ts";
import type { Caller, RequestContext } from "../../http/context.ts";

/** What a tool's conversions need: the workspace's own hosts, language and time zone. */
export async function conversionContext(context: RequestContext, caller: Caller): Promise<ConversionContext> {
  const workspace = await context.store.workspaces.byId(caller.workspaceId);
  return {
    env: context.env,
    internalHosts: workspace?.internalHosts ?? [],
    now: context.now(),
    locale: workspace?.locale ?? undefined,
    timeZone: workspace?.timezone ?? undefined,
  };
}
