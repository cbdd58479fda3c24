import type { Log } from "../domain/log.ts";
import type { BroughtFonts, OwnFont } from "../domain/own-font.ts";
import type { Env } from "../env.ts";
import type { OutboundPolicy } from "../outbound/outbound-policy.ts";
import type { Store } from "../store/store.ts";
import type { WorkspaceWithFonts } from "../store/workspaces.ts";
import type { TextTerms } from "./merge-text.ts";

/** What a merge may use, whether a request or a queue brought it. */
export interface MergeServices {
  env: Env;
  store: Store;
  outbound(internalHosts: readonly string[]): OutboundPolicy;
  now(): Date;
  log: Log;
  /** This isolate is there for what takes long. */
  isPool?: boolean;
}

/** Defaults of a workspace; a document's own settings take precedence. */
export interface WorkspaceDefaults {
  locale: string;
  timeZone: string;
  currency: string;
  internalHosts: readonly string[];
  /** Those that it brought. */
  fonts: readonly OwnFont[];
}

const FALLBACK = { locale: "en-US", timeZone: "UTC", currency: "USD" } as const;

/** Language and time zone of a workspace's own texts. */
export async function workspaceTerms({ store, now }: MergeServices, workspaceId: string): Promise<TextTerms> {
  return { now: now(), ...workspaceDefaults(await store.workspaces.byId(workspaceId)) };
}

/** The fonts of a workspace, and the way to their bytes. */
export function broughtFonts({ store }: MergeServices, { fonts }: Pick<WorkspaceDefaults, "fonts">): BroughtFonts {
  return { fonts, read: (key) => store.blobs.getFont(key) };
}

/** The defaults of a workspace; what it does not set falls back. */
export function workspaceDefaults(workspace: WorkspaceWithFonts | undefined): WorkspaceDefaults {
  return {
    locale: workspace?.locale ?? FALLBACK.locale,
    timeZone: workspace?.timezone ?? FALLBACK.timeZone,
    currency: workspace?.currency ?? FALLBACK.currency,
    internalHosts: workspace?.internalHosts ?? [],
    fonts: workspace?.fonts ?? [],
  };
}
