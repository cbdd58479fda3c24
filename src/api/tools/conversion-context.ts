import type { ConversionContext } from "../../convert/convert-to-pdf.ts";
import { customFonts } from "../../merge/context.ts";
import type { ToolScope } from "./file-tool.ts";

/**
 * What a tool's conversions need: the workspace's own hosts, and its language and time zone where the call names none; how
 * html files and workbooks are printed.
 */
export async function conversionContext(
  { services, workspaceId, meter, ...scope }: ToolScope,
  { locale, timeZone, ...printing }: Pick<ConversionContext, "htmlPage" | "locale" | "timeZone" | "printer"> = {},
): Promise<ConversionContext> {
  const workspace = await scope.workspace();
  return {
    env: services.env,
    isPool: true,
    workspaceId,
    meter,
    internalHosts: workspace?.internalHosts ?? [],
    fonts: customFonts(services, { fonts: workspace?.fonts ?? [] }),
    ...printing,
    now: services.now(),
    locale: locale ?? workspace?.locale ?? undefined,
    timeZone: timeZone ?? workspace?.timezone ?? undefined,
  };
}
