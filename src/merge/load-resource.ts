import { Failure } from "../domain/failure.ts";
import { guardedFetch } from "../outbound/guarded-fetch.ts";
import type { OutboundPolicy } from "../outbound/outbound-policy.ts";

/**
 * A picture by its address, or why it cannot be had: one missing picture does not lose a document. The address classes hold:
 * a private address is told no differently from one that does not answer.
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
    return { problem: error.code === "url_private" ? `${new URL(url).host} did not answer.` : error.message };
  }
}
