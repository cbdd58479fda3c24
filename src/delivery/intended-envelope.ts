import type { DeliveryKind } from "../domain/delivery/delivery.ts";
import type { SettingName } from "../domain/delivery/delivery-secrets.ts";
import type { OutboxKind } from "../domain/delivery/outbox.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { SendingContext } from "./delivery-kind.ts";

/** Settings that say where a delivery goes, and what it is about; an alert is about its workspace's own address. */
const TARGETS: { readonly [Kind in OutboxKind]: readonly (Kind extends DeliveryKind ? SettingName<Kind> : never)[] } = {
  email: ["to", "subject"],
  webhook: ["url"],
  s3: ["endpoint", "bucket", "path"],
  route: ["route_id"],
  webdav: ["url", "path"],
  azure_blob: ["account", "endpoint", "container", "path"],
  dropbox: ["path"],
  google_drive: ["folder_id", "path"],
  sharepoint: ["site", "library", "user", "path"],
  alert: [],
};

/** Where a delivery that could not be prepared was meant to go, as far as its settings can be merged: for whoever looks for it. */
export function intendedEnvelope({ entry, render }: SendingContext): Record<string, unknown> {
  const envelope: Record<string, unknown> = {};
  for (const member of TARGETS[entry.kind]) {
    const setting = entry.settings[member];
    if (setting === undefined || setting === null || setting === "") continue;
    const text = merged(render, member, String(setting));
    // A setting that is empty after merging says more as it was written.
    envelope[member] = text === "" ? String(setting) : text;
  }
  return envelope;
}

function merged(render: SendingContext["render"], member: string, setting: string): string {
  try {
    return render.line(member, setting);
  } catch (error) {
    // The failure that is recorded names it already.
    if (error instanceof DeliveryError) return setting;
    throw error;
  }
}
