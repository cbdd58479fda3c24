const SCHEME = /^(?:https?:|mailto:|tel:|sms:|ftp:|#|[^:/?#]*(?:[/?#]|$))/i;

/** An address as a link may have it, percent-encoded where needed; undefined for schemes that run something. */
export function checkedUrl(text: string): string | undefined {
  // Word puts its own scheme before a tag that was the whole address.
  const url = text.trim().replace(/^(?:https?:\/\/|file:\/+)(?=[a-z][a-z+.-]*:)/i, "");
  if (url === "" || !SCHEME.test(url)) return undefined;
  try {
    return encodeURI(url)
      .replace(/%25(?=[0-9a-f]{2})/gi, "%")
      .replace(/%5B/gi, "[")
      .replace(/%5D/gi, "]");
  } catch {
    return undefined;
  }
}

/**
 * The same of an address with values in it: each value is encoded for its place, so that it stays what it is. One that
 * begins the address may be all of it, and one that begins a query may be a query.
 */
export function checkedAddress(pieces: readonly (string | { value: string })[]): string | undefined {
  let address = "";
  for (const piece of pieces) address += typeof piece === "string" ? piece : encodedFor(address, piece.value);
  return checkedUrl(address);
}

function encodedFor(before: string, value: string): string {
  const address = before.trimStart();
  // The value is the address, its scheme or its host.
  if (/^(?:[a-z][a-z+.-]*:)?(?:\/\/[^/?#]*)?$/i.test(address) && !/^(?:mailto|tel|sms):$/i.test(address)) return value;
  try {
    if (/[?&]$/.test(address)) return value.includes("=") ? encodeURI(value).replace(/#/g, "%23") : component(value);
    if (/[?#]/.test(address)) return component(value);
    return encodeURI(value).replace(/[?#]/g, (sign) => (sign === "?" ? "%3F" : "%23"));
  } catch {
    // Half of a character that takes two: it says nothing.
    return "";
  }
}

/** Percent signs are data, too: `checkedUrl` takes them as they come. */
const component = (value: string): string => encodeURIComponent(value);
