import { Failure } from "../domain/failure.ts";

/** Vite names files under assets after their content. */
const NAMED_BY_CONTENT = /^\/\w+\/assets\//;

/** @throws Failure `method_not_allowed` */
export function requireReading({ method }: Request): void {
  if (method === "GET" || method === "HEAD") return;
  throw new Failure("method_not_allowed", `${method} is not possible here; use GET, HEAD.`, {
    headers: { allow: "GET, HEAD" },
  });
}

/** A file of a built app, kept for ever where its name says what is in it. */
export function builtFile(asset: Response, pathname: string): Response {
  const answer = new Response(asset.body, asset);
  const isNamedByContent = NAMED_BY_CONTENT.test(pathname);
  answer.headers.set("cache-control", isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache");

  return answer;
}

/**
 * A page of a built app. Its `<meta name="csp-nonce">` gets the nonce that its style elements must carry, a fresh one each time.
 * @param headersOf the page's policy, which allows the nonce
 */
export function builtPage(asset: Response, headersOf: (styleNonce: string) => Record<string, string>): Response {
  const nonce = crypto.randomUUID();
  const page = new HTMLRewriter()
    .on('meta[name="csp-nonce"]', { element: (meta) => void meta.setAttribute("content", nonce) })
    .transform(asset);

  return new Response(page.body, {
    headers: { "content-type": "text/html;charset=utf-8", "cache-control": "no-cache", ...headersOf(nonce) },
  });
}
