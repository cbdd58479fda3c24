import type { ConversionContext } from "../../convert/convert-to-pdf.ts";
import { customFonts } from "../../merge/context.ts";
import type { ToolScope } from "./file-tool.ts";

/** What a tool's conversions need: the workspace's own hosts, language and time zone, and the pages of html files. */
export async function conversionContext(
  { services, workspaceId }: ToolScope,
  htmlPage?: ConversionContext["htmlPage"],
): Promise<ConversionContext> {
  const workspace = await services.store.workspaces.byId(workspaceId);
  return {
    env: services.env,
    isPool: true,
    workspaceId,
    internalHosts: workspace?.internalHosts ?? [],
    fonts: customFonts(services, { fonts: workspace?.fonts ?? [] }),
    htmlPage,
    now: services.now(),
    locale: workspace?.locale ?? undefined,
    timeZone: workspace?.timezone ?? undefined,
  };
}
