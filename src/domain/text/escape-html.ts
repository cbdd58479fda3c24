const SPECIAL = /[&<>"']/;
const AMPERSAND = 38;
const LESS = 60;
const GREATER = 62;
const QUOTE = 34;
const APOSTROPHE = 39;

/** Escapes what is special in html text and attribute values. */
export function escapeHtml(text: string): string {
  const first = text.search(SPECIAL);
  if (first < 0) return text;
  // By hand, as a callback for each match takes three times as long: most of a page is values that are escaped.
  let escaped = text.slice(0, first);
  let from = first;
  for (let at = first; at < text.length; at++) {
    const entity = entityOf(text.charCodeAt(at));
    if (entity === undefined) continue;
    escaped += text.slice(from, at) + entity;
    from = at + 1;
  }

  return escaped + text.slice(from);
}

function entityOf(character: number): string | undefined {
  switch (character) {
    case AMPERSAND:
      return "&amp;";
    case LESS:
      return "&lt;";
    case GREATER:
      return "&gt;";
    case QUOTE:
      return "&quot;";
    case APOSTROPHE:
      return "&#039;";
    default:
      return undefined;
  }
}
