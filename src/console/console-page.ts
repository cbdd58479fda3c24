import type { Context } from "hono";
import { Failure } from "../domain/failure.ts";
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

/** Vite names files under assets after their content. */
const NAMED_BY_CONTENT = "/console/assets/";

/**
 * The console's files; every other address below /console is the app itself, which knows its own addresses.
 * `<meta name="csp-nonce">` of the page gets the nonce that its styles must carry.
 * @throws Failure `not_found`, `method_not_allowed`
 */
export async function serveConsole(c: Context<AppBindings>): Promise<Response> {
  const { method, url } = c.req.raw;
  if (method !== "GET" && method !== "HEAD") {
    throw new Failure("method_not_allowed", `${method} is not possible here; use GET, HEAD.`, {
      headers: { allow: "GET, HEAD" },
    });
  }

  const { pathname } = new URL(url);
  const isFile = /\.\w+$/.test(pathname) && !pathname.endsWith(".html");
  const asset = await c.env.ASSETS.fetch(new URL(isFile ? pathname : "/console/", url));
  if (!asset.ok) {
    await asset.body?.cancel();
    throw new Failure("not_found", isFile ? "There is no such file." : "The console is not built: run npm run setup.");
  }

  return isFile ? withCaching(asset, pathname) : pageWithNonce(asset);
}

function withCaching(asset: Response, pathname: string): Response {
  const answer = new Response(asset.body, asset);
  const isNamedByContent = pathname.startsWith(NAMED_BY_CONTENT);
  answer.headers.set("cache-control", isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache");

  return answer;
}

function pageWithNonce(asset: Response): Response {
  const nonce = crypto.randomUUID();
  const page = new HTMLRewriter()
    .on('meta[name="csp-nonce"]', { element: (meta) => void meta.setAttribute("content", nonce) })
    .transform(asset);

  return new Response(page.body, {
    headers: {
      "content-type": "text/html;charset=utf-8",
      "content-security-policy": contentSecurityPolicy(nonce),
      "cross-origin-opener-policy": "same-origin",
      "cache-control": "no-cache",
    },
  });
}
