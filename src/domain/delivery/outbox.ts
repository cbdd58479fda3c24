import { DELIVERY_KINDS, type DeliveryKind } from "./delivery.ts";
import type { OutboxSettings } from "./delivery-secrets.ts";

/**
 * The state of one delivery of one run. pending: to be tried at its due time; sending: one worker holds its lease;
 * done: the other side took it; partial: it reached some of its recipients, and never will the others; dead: tries used up or refused for good; held: rendered and shown, not sent (test mode).
 */
export const OUTBOX_STATUSES = ["pending", "sending", "done", "partial", "dead", "held"] as const;
export type OutboxStatus = (typeof OUTBOX_STATUSES)[number];

/** Kinds of rows of the outbox: deliveries, and alerts about runs and deliveries that were given up. */
export const OUTBOX_KINDS = [...DELIVERY_KINDS, "alert"] as const;
export type OutboxKind = (typeof OUTBOX_KINDS)[number];

/** A delivery to be written in the batch that makes its run done. */
export interface NewOutboxEntry {
  /** An id of the caller's making, to send a message about the row without reading it. */
  id?: string;
  deliveryId: string;
  kind: DeliveryKind;
  name: string;
  /**
   * The delivery's settings as they are now; later changes do not reach what is under way, except those of its secrets,
   * which only the delivery has.
   */
  settings: OutboxSettings;
  /** `held` for what is only shown. */
  status: "pending" | "held";
}

/** One delivery of one run. */
export interface OutboxEntry {
  /** The `webhook-id`, and the stem of the `Message-ID`, of every try. */
  id: string;
  workspaceId: string;
  /** Undefined for an alert about what belongs to no run. */
  runId: string | undefined;
  /** Of the document or data route; that of an alert is its own id. */
  deliveryId: string;
  kind: OutboxKind;
  name: string;
  settings: OutboxSettings;
  /** Where the last try went, e.g. a host; empty before the first one. */
  target: string;
  status: OutboxStatus;
  preview: Record<string, unknown> | undefined;
  tries: number;
  dueAt: Date | undefined;
  createdAt: Date;
  finishedAt: Date | undefined;
  /** It is in a day file, with its run: nothing of it is tried any more. */
  isFiled?: true;
}

/** The same, but for its settings, which depend on whose hands they are in. */
export type OutboxRecord = Omit<OutboxEntry, "settings">;

/** One try to deliver. */
export interface NewAttempt {
  ok: boolean;
  /** Status and first lines of the answer, or the failure's sentence. */
  response: string;
  startedAt: Date;
  finishedAt: Date;
}

export interface Attempt extends NewAttempt {
  id: string;
  outboxId: string;
  /** 1, 2, 3, ... within the delivery. */
  number: number;
}
