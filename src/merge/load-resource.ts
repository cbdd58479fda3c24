import { Failure } from "../domain/failure.ts";
import { guardedFetch } from "../outbound/guarded-fetch.ts";
import type { OutboundPolicy } from "../outbound/outbound-policy.ts";

/**
 * A picture by its address, or why it is not available: one missing picture does not lose a document. An address that
 * is not public is not requested, and a warning says so, with the setting that allows it.
 */
export async function loadResource(
  url: string,
  policy: OutboundPolicy,
): Promise<{ bytes: Uint8Array } | { problem: string }> {
  try {
    const { bytes } = await guardedFetch(url, policy);
    return { bytes };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { problem: error.message };
  }
}
