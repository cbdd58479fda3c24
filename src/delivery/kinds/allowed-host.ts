import * as z from "zod";
import { isChecked } from "../../domain/saved-rules.ts";
import { refused } from "../delivery-error.ts";
import type { DeliveryContext } from "../delivery-kind.ts";
import { isLiteral } from "../setting-values.ts";
import {
  isListedHost,
  listedHosts,
  type MergedUrl,
  mergedUrl,
  takesHostFromData,
  withoutOwnEncoding,
} from "../url-setting.ts";

const HOST = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/** The hosts that the data may lead a delivery to. */
export const hostsSetting = () =>
  z.string().refine((text) => isLiteral(text) && listedHosts(text).every((host) => HOST.test(host)), {
    error: "must be hosts such as hooks.example.com or *.example.com, separated by commas",
  });

/** Why an address cannot be saved; undefined if it can. */
export function hostProblem(url: string | undefined, hosts: string | undefined): string | undefined {
  if (url === undefined || isLiteral(url) || hosts?.trim() || !takesHostFromData(withoutOwnEncoding(url)))
    return undefined;
  return "must name its host itself: whoever sends data would choose where deliveries go, unless settings[hosts] lists the hosts that are meant";
}

/**
 * The address in a setting, with the data's values encoded for their places. What was saved before that was the rule goes on
 * as it did, with a warning.
 * @throws DeliveryError, permanent, if the data lead to a host that the settings do not list
 */
export function addressOf({ entry, render }: DeliveryContext, member: string): string {
  const { settings } = entry;
  const source = settings[member];
  const isNew = isChecked(settings);
  const before = isNew ? undefined : render.line(member, source);
  const url = attempted(() =>
    mergedUrl(member, render.structured(member, typeof source === "string" ? withoutOwnEncoding(source) : source)),
  );
  if (before !== undefined) {
    if (url instanceof Error || url.text !== before || url.hostFromData)
      render.warn(
        `The setting "${member}" was saved before values in addresses were encoded and hosts listed: save it again.`,
      );
    return before;
  }
  if (url instanceof Error) throw url;
  const host = URL.canParse(url.text) ? new URL(url.text).hostname : "";
  if (url.hostFromData && !isListedHost(host, listedHosts(String(settings.hosts ?? ""))))
    throw refused(
      `The setting "${member}" leads to the host "${host}" after merging, which settings[hosts] does not list.`,
    );
  return url.text;
}

function attempted(work: () => MergedUrl): MergedUrl | Error {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
