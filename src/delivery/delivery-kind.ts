import type * as z from "zod";
import type { CustomFont } from "../domain/custom-font.ts";
import type { PlainSettings } from "../domain/delivery/delivery-secrets.ts";
import type { OutboxRecord } from "../domain/delivery/outbox.ts";
import type { Run, RunFile } from "../domain/run.ts";
import type { DeliveryServices } from "./delivery-services.ts";
import type { FileLink, PlannedLinks } from "./file-links.ts";
import type { OutboundContext } from "./outbound-context.ts";
import type { SettingRenderer } from "./setting-renderer.ts";
import type { WorkspaceMailServer } from "./workspace-mail-server.ts";

/** What is to be sent, with everything that it may need. */
export interface SendingContext {
  /** Its settings with their secrets in clear. */
  entry: OutboxRecord & { settings: PlainSettings };
  /** Undefined for an alert about what belongs to no run. */
  run: Run | undefined;
  files: readonly RunFile[];
  /** The run's merge data. */
  data: Readonly<Record<string, unknown>>;
  /** The secrets in clear: nothing that is kept may show them. */
  secrets: readonly string[];
  /** Merges a setting with the data. */
  render: SettingRenderer;
  /** Of times in the settings that name no zone. */
  timeZone: string;
  /** Root of the addresses in the delivery, without a slash at its end. */
  publicBaseUrl: string;
  /** Hosts that the workspace may reach although they are internal. */
  internalHosts: readonly string[];
  /** The server that the workspace sends mails by, if it has one. */
  mailServer: WorkspaceMailServer | undefined;
  /** Those that the workspace brought. */
  fonts: readonly CustomFont[];
  services: DeliveryServices;
}

/** One delivery of one run. */
export interface DeliveryContext extends SendingContext {
  run: Run;
}

/** One delivery with its settings merged: computed once, then shown or sent. */
export interface PreparedDelivery {
  /** Where it goes, for throttling: a host; empty if no other side can be overwhelmed. */
  target: string;
  /** The envelope: kept with the delivery, as history. */
  envelope: Record<string, unknown>;
  /** How many people get it as a mail; the workspace has a bound for an hour. */
  mails?: number;
  /** What is in it, for people to see: asked for only if a delivery is shown instead of sent. */
  content(): Promise<Record<string, unknown>>;
  /** Links to the run's files, if it takes some along: they are written with its claim. */
  links?(): Promise<PlannedLinks>;
  /**
   * @param entry the delivery as it was when this worker claimed it
   * @param links those that were planned, written
   * @throws DeliveryError
   */
  send(entry: OutboxRecord, links?: readonly FileLink[]): Promise<DeliveryReceipt>;
}

/** What became of a try that succeeded. */
export interface DeliveryReceipt {
  /** What the other side said: status and first lines. */
  response: string;
  /** Added to the part of the envelope that is kept. */
  notes?: Record<string, unknown>;
  /** Whom it did not reach for good, in sentences, while it reached others. */
  missed?: readonly string[];
}

/** One way to deliver (wire "Deliveries"). */
export interface DeliveryKindHandler {
  /** The settings as they may be saved; unknown members are refused by name. */
  readonly check: z.ZodType<Record<string, unknown>>;
  /** @throws DeliveryError when the merged settings are no good */
  prepare(context: DeliveryContext): PreparedDelivery;
  /**
   * Signs in where the settings lead to, as far as they hold no fields, and changes nothing there.
   * @throws DeliveryError when the other side does not let in, or is not what it should be
   */
  checkAccess?(settings: PlainSettings, outbound: OutboundContext): Promise<void>;
}
