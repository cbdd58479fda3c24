const AROUND = 30;
const MAX_TEXT_LENGTH = 160;

/** A place of a text with some words on either side, on one line. */
export function textAround(source: string, at: number, end: number): string {
  const from = Math.max(0, at - AROUND);
  const to = Math.min(source.length, Math.min(end, at + MAX_TEXT_LENGTH) + AROUND);
  const words = source.slice(from, to).replace(/\s+/g, " ").trim();
  return `${from > 0 ? "… " : ""}${words}${to < source.length ? " …" : ""}`;
}
