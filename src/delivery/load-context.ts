import type { OutboxEntry } from "../domain/outbox.ts";
import type { DeliveryContext } from "./delivery-kind.ts";
import type { DeliveryServices } from "./delivery-services.ts";
import { createSettingRenderer } from "./setting-renderer.ts";

const FALLBACK = { locale: "en-US", timeZone: "UTC", currency: "USD" } as const;

/** A document's language settings, as its run's snapshot keeps them. */
interface LanguageSettings {
  locale?: string;
  timezone?: string;
  currency?: string;
}

/** Everything a delivery may need; undefined when its run is gone, or its data are. */
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
  if (!run || json === undefined) return undefined;

  const data = JSON.parse(json, withoutPrototype) as Record<string, unknown>;
  const own = (run.options.snapshot as { settings?: LanguageSettings } | undefined)?.settings;
  const render = createSettingRenderer(data, {
    now: now(),
    locale: own?.locale ?? workspace?.locale ?? FALLBACK.locale,
    timeZone: own?.timezone ?? workspace?.timezone ?? FALLBACK.timeZone,
    currency: own?.currency ?? workspace?.currency ?? FALLBACK.currency,
  });
  return { entry, run, files, data, render, internalHosts: workspace?.internalHosts ?? [], services };
}

/** JSON.parse reviver: no prototype that a name in the data could reach. */
function withoutPrototype(_: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.assign(Object.create(null), value)
    : value;
}
