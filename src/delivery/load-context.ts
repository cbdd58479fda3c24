import type { OutboxEntry } from "../domain/outbox.ts";
import { readSettings } from "../env.ts";
import { DeliveryError } from "./delivery-error.ts";
import type { DeliveryContext } from "./delivery-kind.ts";
import type { DeliveryServices } from "./delivery-services.ts";
import { createSettingRenderer } from "./setting-renderer.ts";

const FALLBACK = { locale: "en-US", timeZone: "UTC", currency: "USD" } as const;

/**
 * Everything a delivery may need; undefined when its run is gone, or its data are, without which only alerts are sent.
 * @throws DeliveryError when nobody has said where the service is
 */
export async function loadContext(
  services: DeliveryServices,
  entry: OutboxEntry,
): Promise<DeliveryContext | undefined> {
  const { store, now } = services;
  const { workspaceId, runId } = entry;
  const [run, files, json, workspace] = await Promise.all([
    store.runs.byId(workspaceId, runId),
    store.runs.files(workspaceId, runId),
    store.runs.data(workspaceId, runId),
    store.workspaces.byId(workspaceId),
  ]);
  if (!run || (json === undefined && entry.kind !== "alert")) return undefined;

  // A tool's data are what was sent to it: nothing that its delivery could name.
  const data: Record<string, unknown> =
    run.task.kind === "tool" || json === undefined ? {} : JSON.parse(json, withoutPrototype);
  const own = run.task.kind === "document" ? run.task.document.settings : undefined;
  const terms = {
    now: now(),
    locale: own?.locale ?? workspace?.locale ?? FALLBACK.locale,
    timeZone: own?.timezone ?? workspace?.timezone ?? FALLBACK.timeZone,
    currency: own?.currency ?? workspace?.currency ?? FALLBACK.currency,
  };
  const render = createSettingRenderer(data, terms, services.mailTags);
  const publicBaseUrl = readSettings(services.env).publicBaseUrl ?? workspace?.origin;
  if (publicBaseUrl === undefined)
    throw new DeliveryError(
      "The service does not know its own address, which links need: set PUBLIC_BASE_URL, or sign in to the console once.",
    );
  return { entry, run, files, data, render, publicBaseUrl, internalHosts: workspace?.internalHosts ?? [], services };
}

/** JSON.parse reviver: no prototype that a name in the data could reach. */
function withoutPrototype(_: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.assign(Object.create(null), value)
    : value;
}
