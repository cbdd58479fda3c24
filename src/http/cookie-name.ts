export const isSecure = (url: string): boolean => new URL(url).protocol === "https:";

/**
 * What a cookie of the service is called. Browsers take a `__Host-` cookie only over https, for the whole host and from nobody
 * but the host itself. Cookies are the same for all ports of a host (RFC 6265, 8.5): services beside each other need names of
 * their own.
 */
export function cookieName(name: string, url: string): string {
  const { port } = new URL(url);
  return `${isSecure(url) ? "__Host-" : ""}${name}${port === "" ? "" : `_${port}`}`;
}
