import type { Context } from "hono";
import { Failure } from "../domain/failure.ts";
import { builtFile, builtPage, requireReading } from "../http/built-files.ts";
import type { AppBindings } from "../http/endpoint.ts";

/**
 * The console's policy (CSP 3): scripts are files of this service and nothing else, never eval; styles are files or carry
 * the nonce of the page; nobody may frame it. What users made is shown in frames of blobs and in pictures.
 */
function contentSecurityPolicy(styleNonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Pages on the way of an application's sign-in, whose window speaks to the one that opened it when it comes back. */
const KEEPS_OPENER = /^\/console\/(?:authorize|sign-in)\/?$/;

const pageHeaders = (pathname: string) => (styleNonce: string) => ({
  "content-security-policy": contentSecurityPolicy(styleNonce),
  ...(KEEPS_OPENER.test(pathname) ? {} : { "cross-origin-opener-policy": "same-origin" }),
});

/**
 * The console's files; every other address below /console is the app itself, which knows its own addresses.
 * `<meta name="csp-nonce">` of the page gets the nonce that its styles must carry.
 * @throws Failure `not_found`, `method_not_allowed`
 */
export async function serveConsole(c: Context<AppBindings>): Promise<Response> {
  const { url } = c.req.raw;
  requireReading(c.req.raw);

  const { pathname } = new URL(url);
  const isFile = /\.\w+$/.test(pathname) && !pathname.endsWith(".html");
  const asset = await c.env.ASSETS.fetch(new URL(isFile ? pathname : "/console/", url));
  if (!asset.ok) {
    await asset.body?.cancel();
    throw new Failure("not_found", isFile ? "There is no such file." : "The console is not built: run npm run setup.");
  }

  return isFile ? builtFile(asset, pathname) : builtPage(asset, pageHeaders(pathname));
}
