import { parseDate } from "../language/dates/strtotime.ts";
import { refused } from "./delivery-error.ts";
import type { SendingContext } from "./delivery-kind.ts";

const MAX_DAYS = 366;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * When a delivery is to be sent, by its setting `send_at`; undefined: at once. It is asked once: whoever retries one that waits
 * wants it now.
 * @throws DeliveryError when the merged setting is no time, or too far off
 */
export function sendTime({ entry, render, timeZone }: SendingContext): Date | undefined {
  if (entry.tries > 0 || entry.preview?.send_at !== undefined) return undefined;
  const text = render.line("send_at", entry.settings.send_at);
  if (text === "") return undefined;
  const now = entry.createdAt;
  const at = parseDate(text, { now, timeZone });
  if (at === undefined)
    throw refused(`The setting "send_at" is "${text.slice(0, 200)}" after merging, which is not a time.`);
  if (at - now.getTime() > MAX_DAYS * DAY_MS)
    throw refused(`The setting "send_at" is "${text.slice(0, 200)}" after merging: at most ${MAX_DAYS} days ahead.`);
  return new Date(at);
}
