import type { AddressedDocument } from "../store/document-rows.ts";
import type { DocumentContext } from "./document-context.ts";

/**
 * Documents as merges need them that are written once, kept in the isolate. None is trusted: what a merge of one writes is held against the
 * revision at which it was read (`Store.runs.record`), so that its age only says how often a merge is made in vain.
 */

/** A document; if one of its merges was done here, with its workspace's defaults and its deliveries. */
export interface KeptTarget {
  document: AddressedDocument;
  context: DocumentContext | undefined;
}

const MAX_TARGETS = 200;
/** Characters of JSON of one. */
const MAX_LENGTH = 40_000;
const MAX_AGE_MS = 30_000;

const kept = new Map<string, KeptTarget & { readAt: number }>();

/** @param name of the address or id, and of all that the deployment says about reading it */
export function keptTarget(name: string, now: Date): KeptTarget | undefined {
  const target = kept.get(name);
  return target && now.getTime() - target.readAt <= MAX_AGE_MS ? target : undefined;
}

/** What is kept is not as it was. */
export function forgetTarget(name: string): void {
  kept.delete(name);
}

/** The one unused longest makes room. What is known of a document stays known until it is changed. */
export function keepTarget(name: string, target: KeptTarget, now: Date): void {
  const { document } = target;
  const before = keptTarget(name, now);
  // What a merge began with is as old as it was; what it read is new.
  const same = before?.document.targetsRevision === document.targetsRevision ? kept.get(name) : undefined;
  const context = target.context ?? same?.context;
  kept.delete(name);
  if (JSON.stringify([document, context]).length > MAX_LENGTH) return;
  kept.set(name, { document, context, readAt: same?.readAt ?? now.getTime() });
  const [oldest] = kept.keys();
  if (kept.size > MAX_TARGETS && oldest !== undefined) kept.delete(oldest);
}
