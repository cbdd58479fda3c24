const NAMED: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  euro: "€",
  pound: "£",
  copy: "©",
  reg: "®",
  trade: "™",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  bull: "•",
  middot: "·",
  laquo: "«",
  raquo: "»",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  deg: "°",
  times: "×",
  sect: "§",
  shy: "\u00ad",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  eacute: "é",
  egrave: "è",
  agrave: "à",
  ccedil: "ç",
  ntilde: "ñ",
};

/** Text of html content: character references resolved, unknown ones kept as they are. */
export function decodeHtmlText(raw: string): string {
  if (!raw.includes("&")) return raw;
  return raw.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,12}));/gi,
    (whole, hex: string, decimal: string, name: string) => {
      if (name) return NAMED[name] ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
