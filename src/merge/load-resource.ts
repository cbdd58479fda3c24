import { Buffer } from "node:buffer";
import { Failure } from "../domain/failure.ts";
import { guardedFetch } from "../outbound/guarded-fetch.ts";
import type { OutboundPolicy } from "../outbound/outbound-policy.ts";

/** A picture or other resource that a template asks for. */
export interface LoadedResource {
  bytes: Uint8Array;
  contentType: string;
}

const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w.=+-]+)*?)(;base64)?,/i;

/**
 * A resource by data URI or URL; undefined when it cannot be had, so that one missing picture does not lose a document.
 * The address classes hold: a private address is no different from one that does not answer.
 */
export async function loadResource(url: string, policy: OutboundPolicy): Promise<LoadedResource | undefined> {
  const inline = DATA_URI.exec(url.slice(0, 200));
  if (inline) {
    const body = url.slice(inline[0].length);
    const bytes = inline[3] ? Buffer.from(body, "base64") : decodedBytes(body);
    return bytes && { bytes: new Uint8Array(bytes), contentType: (inline[1] ?? "text/plain").toLowerCase() };
  }
  try {
    const { bytes, contentType } = await guardedFetch(url, policy);
    return { bytes, contentType };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function decodedBytes(body: string): Uint8Array | undefined {
  try {
    return Buffer.from(decodeURIComponent(body));
  } catch {
    return undefined;
  }
}
