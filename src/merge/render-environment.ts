import type { DocumentSettings } from "../domain/document.ts";
import type { RenderEnvironment } from "../templates/template-engine.ts";
import { broughtFonts, type MergeServices, type WorkspaceDefaults } from "./context.ts";
import { loadResource } from "./load-resource.ts";

/** What a rendering is for. */
export interface RenderTerms {
  defaults: WorkspaceDefaults;
  /** The document's own take precedence over the workspace's defaults; absent for texts of a data route. */
  settings?: DocumentSettings;
  /** Marked as a sample. */
  test: boolean;
  trace?: boolean;
}

/** What the template engine works with. */
export function renderEnvironment(
  services: MergeServices,
  { defaults, settings = {}, test, trace = false }: RenderTerms,
): RenderEnvironment {
  const outbound = services.outbound(defaults.internalHosts);
  return {
    now: services.now(),
    locale: settings.locale ?? defaults.locale,
    timeZone: settings.timezone ?? defaults.timeZone,
    currency: settings.currency ?? defaults.currency,
    settings,
    test,
    trace,
    load: (url) => loadResource(url, outbound),
    fonts: broughtFonts(services, defaults),
    asset: (path) => staticAsset(services, path),
  };
}

/** A file that is served beside the Worker; undefined if there is none. */
export async function staticAsset({ env }: MergeServices, path: string): Promise<Uint8Array | undefined> {
  const response = await env.ASSETS.fetch(new URL(path, "https://assets.invalid"));
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}
