import { present } from "../domain/present.ts";

/** Characters outside ASCII, character references of HTML, and escapes of CSS and JavaScript. */
const CHARACTER =
  /[^\u0000-\u007f]|&#x([0-9a-f]{1,6})|&#(\d{1,7})|&([a-z]{2,31});|\\u\{?([0-9a-f]{1,6})|\\([0-9a-f]{2,6})/giu;

/** Named references of letters and signs that the Latin faces lack; any other name costs nothing. */
const NAMED_BLOCKS: readonly [names: RegExp, points: readonly number[]][] = [
  [
    /^(alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|omicron|pi|rho|sigma|sigmaf|tau|upsilon|phi|chi|psi|omega)$/i,
    [0x3b1, 0x391],
  ],
  [/^(larr|uarr|rarr|darr|harr|crarr|lArr|rArr|hArr)$/i, [0x2190, 0x2192, 0x2194, 0x21b5, 0x21d0, 0x21d2]],
  [
    /^(forall|part|exist|empty|nabla|isin|notin|ni|prod|sum|radic|prop|infin|ang|and|or|cap|cup|int|there4|sim|cong|asymp|ne|equiv|le|ge|sub|sup|nsub|sube|supe|oplus|otimes|perp|sdot)$/i,
    [0x2200, 0x2202, 0x2208, 0x2211, 0x221a, 0x221e, 0x222b, 0x2248, 0x2260, 0x2264, 0x2265, 0x2282, 0x2295],
  ],
  [
    /^(spades|clubs|hearts|diams|check|checkmark|cross|star|starf|phone|squ|square|loz)$/i,
    [0x2660, 0x2663, 0x2665, 0x2666, 0x2713, 0x2717, 0x2605, 0x2606, 0x260e, 0x25a1, 0x25ca],
  ],
];

/** A document with more different characters than this uses whole fonts anyway. */
const MAX_POINTS = 20_000;

/** The code points above ASCII that a document's source holds or names; what it may show, not what it shows. */
export function codePointsBeyondLatin(html: string): Set<number> {
  const points = new Set<number>();
  for (const [text, hex, decimal, name, unicode, css] of html.matchAll(CHARACTER)) {
    if (name !== undefined) {
      for (const point of NAMED_BLOCKS.find(([names]) => names.test(name))?.[1] ?? []) points.add(point);
      continue;
    }
    const written = hex ?? unicode ?? css;
    const point =
      written !== undefined
        ? Number.parseInt(written, 16)
        : decimal !== undefined
          ? Number(decimal)
          : present(text.codePointAt(0));
    if (point > 0x7f) points.add(point);
    if (points.size >= MAX_POINTS) break;
  }
  return points;
}
