import { present } from "../../domain/present.ts";

/**
 * Starts and ends whose other half was dropped with a block: neither may stay (ECMA-376 Part 1, 17.13.2). Fields are
 * not among them, because their halves are in one paragraph or around what they show.
 */
export function withoutHalves(xml: string): string {
  let finalized = xml;
  for (const kind of ["bookmark", "commentRange"]) {
    if (!finalized.includes(`<w:${kind}`)) continue;
    const pattern = new RegExp(`<w:${kind}(Start|End)\\b[^>]*?\\bw:id="([^"]*)"[^>]*>(?:</w:${kind}\\1>)?`, "g");
    const seen = new Map<string, Set<string>>();
    for (const [, half = "", id = ""] of finalized.matchAll(pattern))
      seen.set(id, (seen.get(id) ?? new Set()).add(half));
    if ([...seen.values()].every((halves) => halves.size === 2)) continue;
    finalized = finalized.replace(pattern, (mark, _, id: string) => (present(seen.get(id)).size === 2 ? mark : ""));
  }
  return finalized;
}

/** The part of notes or comments without those that nothing refers to any longer; separators stay. */
export function withoutUnusedNotes(xml: string, kind: string, document: string): string {
  const used = new Set(
    Array.from(document.matchAll(new RegExp(`<w:${kind}Reference\\b[^>]*?\\bw:id="(-?\\d+)"`, "g")), ([, id]) => id),
  );
  return xml.replace(
    new RegExp(`<w:${kind}\\b([^>]*)(?<!/)>[\\s\\S]*?</w:${kind}>`, "g"),
    (note, attributes: string) => {
      if (/\bw:type="(?!normal")/.test(attributes)) return note;
      return used.has(/\bw:id="(-?\d+)"/.exec(attributes)?.[1]) ? note : "";
    },
  );
}
