import type { Failure } from "../domain/failure.ts";
import { parseOutboundUrl } from "../outbound/url-guard.ts";
import { DeliveryError } from "./delivery-error.ts";

export function isWebUrl(text: string): boolean {
  try {
    parseOutboundUrl(text);
    return true;
  } catch {
    return false;
  }
}

/** A request that got no answer: private addresses will stay private, others may come back. */
export function requestFailure(failure: Failure): DeliveryError {
  return new DeliveryError(failure.message, {
    permanent: failure.code === "url_private" || failure.code === "url_invalid",
    targetWorks: false,
    cause: failure,
  });
}
