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
