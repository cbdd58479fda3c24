import type { Env } from "../env.ts";
import type { OutboundPolicy } from "../outbound/outbound-policy.ts";
import type { Store } from "../store/store.ts";
import type { Workspace } from "../store/workspaces.ts";

/** What a merge may use, whether a request or a queue brought it. */
export interface MergeServices {
  env: Env;
  store: Store;
  outbound(internalHosts: readonly string[]): OutboundPolicy;
  now(): Date;
}

/** Defaults of a workspace; a document's own settings go first. */
export interface WorkspaceDefaults {
  locale: string;
  timeZone: string;
  currency: string;
  internalHosts: readonly string[];
}

const FALLBACK = { locale: "en-US", timeZone: "UTC", currency: "USD" } as const;

/** The defaults of a workspace; what it does not set falls back. */
export function workspaceDefaults(workspace: Workspace | undefined): WorkspaceDefaults {
  return {
    locale: workspace?.locale ?? FALLBACK.locale,
    timeZone: workspace?.timezone ?? FALLBACK.timeZone,
    currency: workspace?.currency ?? FALLBACK.currency,
    internalHosts: workspace?.internalHosts ?? [],
  };
}
