import type { ConversionContext } from "../convert/convert-to-pdf.ts";
import type { CustomFont, CustomFonts } from "../domain/custom-font.ts";
import type { DocumentSettings } from "../domain/document.ts";
import { Failure } from "../domain/failure.ts";
import type { Log } from "../domain/log.ts";
import { assetReader } from "../domain/static-asset.ts";
import type { Env } from "../env.ts";
import type { TextContext } from "../language/merge-text.ts";
import { guardedFetch } from "../outbound/guarded-fetch.ts";
import type { OutboundPolicy } from "../outbound/outbound-policy.ts";
import type { Store } from "../store/store.ts";
import type { WorkspaceWithFonts } from "../store/workspaces.ts";
import type { RenderEnvironment } from "../templates/template-engine.ts";

/** What a merge may use, whether a request or a queue brought it. */
export interface MergeServices {
  env: Env;
  store: Store;
  outbound(internalHosts: readonly string[]): OutboundPolicy;
  now(): Date;
  log: Log;
  /** This isolate is there for what takes long. */
  isPool?: boolean;
  /** The work comes from a queue: nobody waits for its answer. */
  isQueued?: boolean;
  /** The run may go back into the queue and be gone on with later: it is no record of another one. */
  takesSteps?: boolean;
  /** Has work go on, for half a minute at most, when the caller has its answer or has left. Its failures are its own. */
  goOn?(work: Promise<unknown>): void;
}

/** Defaults of a workspace; a document's own settings take precedence. */
export interface WorkspaceDefaults {
  locale: string;
  timeZone: string;
  currency: string;
  internalHosts: readonly string[];
  /** Those that it brought. */
  fonts: readonly CustomFont[];
}

const FALLBACK = { locale: "en-US", timeZone: "UTC", currency: "USD" } as const;

/** Language and time zone of a workspace's own texts. */
export async function workspaceContext({ store, now }: MergeServices, workspaceId: string): Promise<TextContext> {
  return { now: now(), ...workspaceDefaults(await store.workspaces.byId(workspaceId)) };
}

/** The fonts of a workspace, and the way to their bytes. */
export function customFonts({ store }: MergeServices, { fonts }: Pick<WorkspaceDefaults, "fonts">): CustomFonts {
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

/** What all steps of one merge share. It is made once, when its workspace has been read; its clock stands still. */
export interface MergeContext {
  readonly services: MergeServices;
  readonly workspaceId: string;
  /** Where requests to other servers may go. */
  readonly outbound: OutboundPolicy;
  /** What the template engine and texts in the merge language work with. */
  readonly environment: RenderEnvironment;
  /** What conversions of files work with. */
  readonly conversion: ConversionContext;
}

/** What a merge is for. */
interface MergePurpose {
  /** Marked as a sample. */
  test: boolean;
  trace?: boolean;
  /** When it began, where that was earlier. */
  begun?: Date;
  /** Of the document; without them the workspace's defaults apply. */
  settings?: DocumentSettings;
}

export function mergeContext(
  services: MergeServices,
  workspaceId: string,
  { locale, timeZone, currency, internalHosts, fonts: own }: WorkspaceDefaults,
  { settings = {}, test, trace = false, begun }: MergePurpose,
): MergeContext {
  const { env, isPool, isQueued } = services;
  const outbound = services.outbound(internalHosts);
  const fonts = customFonts(services, { fonts: own });
  const now = begun ?? services.now();
  const place = { now, locale, timeZone };
  const sources = { fonts, asset: assetReader(env.ASSETS), load: (url: string) => loadResource(url, outbound) };
  const context: MergeContext = {
    services,
    workspaceId,
    outbound,
    environment: { ...place, currency, settings: {}, test, trace, ...sources },
    conversion: { ...place, env, workspaceId, internalHosts, fonts, isPool, isQueued },
  };
  return withSettings(context, settings, test);
}

/** The same for one document of the merge: its settings take precedence over the workspace's defaults. */
export function withSettings(context: MergeContext, settings: DocumentSettings, test: boolean): MergeContext {
  const locale = settings.locale ?? context.environment.locale;
  const timeZone = settings.timezone ?? context.environment.timeZone;
  const currency = settings.currency ?? context.environment.currency;
  return {
    ...context,
    environment: { ...context.environment, locale, timeZone, currency, settings, test },
    conversion: { ...context.conversion, locale, timeZone },
  };
}

/**
 * A picture by its address, or why it is not available: one missing picture does not lose a document. An address that
 * is not public is not requested, and a warning says so, with the setting that allows it.
 */
export async function loadResource(
  url: string,
  policy: OutboundPolicy,
): Promise<{ bytes: Uint8Array } | { problem: string }> {
  try {
    const { bytes } = await guardedFetch(url, policy);
    return { bytes };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: error.message };
  }
}
