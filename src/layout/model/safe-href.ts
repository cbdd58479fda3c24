/** Only web, mail and phone links and places in the document become clickable. */
export function safeHref(target: string): string | undefined {
  if (target.startsWith("#")) return `#${encodeURIComponent(target.slice(1))}`;
  try {
    const url = new URL(target);
    return ["http:", "https:", "mailto:", "tel:", "ftp:"].includes(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
