import type { z } from "zod";
import type { OutboxEntry } from "../domain/outbox.ts";
import type { Run, RunFile } from "../domain/run.ts";
import type { DeliveryServices } from "./delivery-services.ts";
import type { SettingRenderer } from "./setting-renderer.ts";

/** One delivery of one run, with everything that it may need. */
export interface DeliveryContext {
  entry: OutboxEntry;
  run: Run;
  files: readonly RunFile[];
  /** The run's merge data. */
  data: Readonly<Record<string, unknown>>;
  /** Merges a setting with the data. */
  render: SettingRenderer;
  /** Hosts that the workspace may reach although they are internal. */
  internalHosts: readonly string[];
  services: DeliveryServices;
}

/** What would be sent. */
export interface DeliveryPreview {
  /** Where it goes, for throttling: a host; empty where no other side can be overwhelmed. */
  target: string;
  /** The envelope: kept with the delivery, as history. */
  envelope: Record<string, unknown>;
  /** What is in it: kept only for deliveries that are shown instead of sent. */
  content: Record<string, unknown>;
}

/** What became of a try that succeeded. */
export interface DeliveryReceipt {
  /** What the other side said: status and first lines. */
  response: string;
  /** Added to what is kept of the envelope. */
  notes?: Record<string, unknown>;
}

/** One way to deliver (decisions "Deliveries"). */
export interface DeliveryKindHandler {
  /** The settings as they may be saved; unknown members are refused by name. */
  readonly check: z.ZodType<Record<string, unknown>>;
  /** @throws DeliveryError when the merged settings are no good */
  preview(context: DeliveryContext): Promise<DeliveryPreview>;
  /** @throws DeliveryError */
  send(context: DeliveryContext): Promise<DeliveryReceipt>;
}
