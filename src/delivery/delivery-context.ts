import { openAlertSecret } from "../domain/delivery/alert-secret.ts";
import {
  openSettings,
  type PlainSettings,
  type StoredSettings,
  secretsAmong,
  withSecretsOf,
} from "../domain/delivery/delivery-secrets.ts";
import type { OutboxEntry } from "../domain/delivery/outbox.ts";
import { mergeDataOf } from "../domain/merge-data.ts";
import type { Run } from "../domain/run.ts";
import { textBox } from "../domain/text-box.ts";
import { readSettings } from "../env.ts";
import type { DeliveryLoad } from "../store/sending/delivery-loads.ts";
import type { Workspace } from "../store/workspaces.ts";
import { DeliveryError, refused } from "./delivery-error.ts";
import type { SendingContext } from "./delivery-kind.ts";
import type { DeliveryServices } from "./delivery-services.ts";
import { createSettingRenderer } from "./setting-renderer.ts";
import { openMailServer } from "./workspace-mail-server.ts";

const FALLBACK = { locale: "en-US", timeZone: "UTC", currency: "USD" } as const;

/**
 * Everything a delivery may need; undefined when its run is gone, or its data are, without which only alerts are sent.
 * @throws DeliveryError when nobody has said where the service is
 */
export async function deliveryContext(
  services: DeliveryServices,
  { entry, run, files, data: json, workspace, kept, mailServer }: DeliveryLoad,
): Promise<SendingContext | undefined> {
  const { workspaceId, kind } = entry;
  const stored = kind === "email" || kind === "alert" ? mailServer : undefined;
  if (entry.kind !== "alert" && (!run || json === undefined)) return undefined;
  const settings = await openedSettings(services, entry, run, { kept, workspace });

  // A tool's data are what was sent to it: nothing that its delivery could name.
  const data = run?.task.kind === "tool" || json === undefined ? {} : mergeDataOf(json);
  const own = run?.task.kind === "document" ? run.task.document.settings : undefined;
  const context = {
    // Of the delivery, not of the try: what is sent again is the same.
    now: entry.createdAt,
    locale: own?.locale ?? workspace?.locale ?? FALLBACK.locale,
    timeZone: own?.timezone ?? workspace?.timezone ?? FALLBACK.timeZone,
    currency: own?.currency ?? workspace?.currency ?? FALLBACK.currency,
  };
  const render = createSettingRenderer(data, context, services.mailTags, services.mailAddresses);
  const publicBaseUrl = readSettings(services.env).publicBaseUrl ?? workspace?.origin;
  if (publicBaseUrl === undefined)
    throw new DeliveryError(
      "The service does not know its own address, which links need: set PUBLIC_BASE_URL, or sign in to the console once.",
    );
  return {
    entry: { ...entry, settings },
    secrets: entry.kind === "alert" ? [] : secretsAmong(entry.kind, settings),
    run,
    files,
    data,
    render,
    timeZone: context.timeZone,
    publicBaseUrl,
    internalHosts: workspace?.internalHosts ?? [],
    mailServer: stored && (await openMailServer(services.env, workspaceId, stored)),
    fonts: workspace?.fonts ?? [],
    services,
  };
}

/**
 * The settings with the secrets in clear, which only the delivery itself has, or the run of a tool, or the workspace.
 * @throws DeliveryError when one is not there any more
 */
async function openedSettings(
  { env }: DeliveryServices,
  { kind, settings, workspaceId }: OutboxEntry,
  run: Run | undefined,
  { kept, workspace }: { kept: StoredSettings | undefined; workspace: Workspace | undefined },
): Promise<PlainSettings> {
  const box = textBox(env.SECRETS_KEY, workspaceId);
  if (kind === "alert") return { ...settings, secret: await openAlertSecret(box, workspace?.alertSecret) };
  const owner = kept ?? (run?.task.kind === "tool" ? run.task.delivery?.settings : undefined);
  const complete = withSecretsOf(kind, settings, owner);
  return await openSettings(box, kind, complete, (name) => {
    throw refused(
      owner
        ? `The setting "${name}" cannot be opened, or is gone: set it again, then try again.`
        : `The delivery was deleted, and its setting "${name}" with it: nothing can be sent.`,
    );
  });
}
