import type { FolderView } from "../access/rights.ts";

/** What a workspace's hooks can be told of. */
export const HOOK_EVENTS = [
  "run.done",
  "run.failed",
  "batch.done",
  "delivery.failed",
  "document.published",
  "form.submitted",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Hooks that a workspace may have switched on. */
export const MAX_HOOKS = 50;

/** A hook that nothing has got through to for this time is switched off. */
export const HOOK_FAILING_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * on: it is told; off: somebody has switched it off; gone: its receiver answered 410; failing: nothing got through for
 * `HOOK_FAILING_MS`.
 */
export const HOOK_STATES = ["on", "off", "gone", "failing"] as const;
export type HookState = (typeof HOOK_STATES)[number];

/** Which events a hook wants, of those that its maker sees; undefined members want all. */
export interface HookFilter {
  documentId: number | undefined;
  routeId: number | undefined;
  /** Test merges, too. */
  test: boolean;
}

/** An address that is called when something has happened. */
export interface Hook {
  id: string;
  workspaceId: string;
  event: HookEvent;
  targetUrl: string;
  filter: HookFilter;
  /** Encrypted. */
  sealedSecret: string;
  /** The folders whose events it gets: those where its maker had the right then; undefined for all. */
  view: FolderView | undefined;
  /** The key that made it, or `person:` and an id. */
  madeBy: string;
  state: HookState;
  /** Since when nothing has got through; undefined if the last call did. */
  failingSince: Date | undefined;
  /** Status and first lines of the last answer, or why there was none; empty before the first call. */
  lastResponse: string;
  lastCalledAt: Date | undefined;
  createdAt: Date;
}

/** One event that one hook is told of. */
export interface HookCall {
  /** The `webhook-id` of every try. */
  id: string;
  workspaceId: string;
  hookId: string;
  event: HookEvent;
  runId: string | undefined;
  documentId: number | undefined;
  versionId: string | undefined;
  /** The delivery that failed: a row of the outbox. */
  outboxId: string | undefined;
  /** What was filled in, as JSON text; undefined if it was too large to be kept with the call. */
  answers: string | undefined;
  status: HookCallStatus;
  tries: number;
  dueAt: Date | undefined;
  createdAt: Date;
}

/** As those of the outbox. */
export type HookCallStatus = "pending" | "sending" | "done" | "dead";
