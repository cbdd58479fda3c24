import { Failure } from "../domain/failure.ts";

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a browser's request that another site has caused. Browsers say by themselves where a request comes from
 * (`Sec-Fetch-Site`, Fetch Metadata; `Origin`, RFC 6454), and no page can make them say something else. A request that
 * writes has to show one of the two; an address typed by hand or opened from a bookmark may read.
 * @throws Failure `cross_site_request`
 */
export function requireSameOrigin(request: Request, publicBaseUrl: string): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isSafe = SAFE_METHODS.has(request.method);
  const isOurs =
    site === null && origin === null
      ? isSafe
      : (site === null || site === "same-origin" || (isSafe && site === "none")) &&
        (origin === null || isOwnOrigin(origin, request.url, publicBaseUrl));
  if (isOurs) return;

  throw new Failure(
    "cross_site_request",
    "The request does not come from a page of this service. Programs send an API key with HTTP Basic authentication instead of a session.",
  );
}

function isOwnOrigin(origin: string, ...urls: string[]): boolean {
  return urls.some((url) => new URL(url).origin === origin);
}
