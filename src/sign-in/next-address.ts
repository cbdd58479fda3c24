/** Where the console begins. */
const START = "/console/";

/**
 * Where a browser goes after it signed in: an address of the console, whatever was asked for. Browsers read `//host`, `/\host`
 * and addresses with tabs or line breaks as other hosts.
 * @param next as it came with the request, from anybody
 */
export function nextAddress(next: string | undefined): string {
  if (next === undefined || next.length > 8_000 || !/^\/console(?:[/?]|$)/.test(next)) return START;
  if (/[\\\u0000-\u0020\u007f]/.test(next)) return START;
  const own = "https://docloom.invalid";
  if (!URL.canParse(next, own)) return START;
  const url = new URL(next, own);
  return url.origin === own && /^\/console(?:\/|$)/.test(url.pathname)
    ? `${url.pathname}${url.search}${url.hash}`
    : START;
}
