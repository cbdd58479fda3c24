import { Failure } from "../domain/failure.ts";
import { guardedRequest } from "./guarded-request.ts";
import { OUTBOUND_LIMITS, type OutboundLimits, type OutboundPolicy } from "./outbound-policy.ts";
import { parseOutboundUrl } from "./url-guard.ts";

/** A file that a stranger's URL led to. */
export interface FetchedFile {
  bytes: Uint8Array;
  /** The media type as sent, without parameters, in lower case; empty when none was sent. */
  contentType: string;
  /** The address that answered, after redirects. */
  finalUrl: string;
}

const MAX_HOPS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const REQUEST_HEADERS = { accept: "*/*", "user-agent": "Docloom" };

/**
 * Downloads a file from a stranger's URL. Follows up to three redirects and checks each address like the first.
 *
 * @throws Failure `url_invalid`, `url_private`, `url_unreachable` (also for a status other than 2xx), `file_too_large`
 */
export async function guardedFetch(
  target: string,
  policy: OutboundPolicy,
  limits: OutboundLimits = OUTBOUND_LIMITS,
): Promise<FetchedFile> {
  const deadline = Date.now() + limits.totalMs;
  let url = parseOutboundUrl(target);
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const totalMs = deadline - Date.now();
    if (totalMs <= 0) break;
    const answer = await guardedRequest(url, { headers: REQUEST_HEADERS }, policy, { ...limits, totalMs });
    const location = REDIRECTS.has(answer.status) ? answer.headers.get("location") : null;
    if (location === null) return fetchedFile(url, answer);
    if (!URL.canParse(location, url.href)) {
      throw new Failure("url_invalid", `${url.host} redirects to something that is not a URL.`);
    }
    url = parseOutboundUrl(new URL(location, url.href).href);
  }
  throw new Failure("url_unreachable", `${url.host} redirects too often.`);
}

function fetchedFile(url: URL, answer: { status: number; headers: Headers; bytes: Uint8Array }): FetchedFile {
  if (answer.status < 200 || answer.status > 299) {
    throw new Failure("url_unreachable", `${url.host} answered with status ${answer.status}.`);
  }
  const contentType = (answer.headers.get("content-type") ?? "").split(";")[0] ?? "";

  return { bytes: answer.bytes, contentType: contentType.trim().toLowerCase(), finalUrl: url.href };
}
