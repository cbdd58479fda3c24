/** Families without serifs that documents name and nobody may ship. */
const SANS = new Set(
  `verdana,tahoma,roboto,segoe ui,trebuchet ms,lucida grande,gill sans,gill sans mt,inter,lato,montserrat,poppins,nunito,ubuntu,
  cantarell,raleway,oswald,rubik,futura,avenir,avenir next,aptos,candara,corbel,optima,geneva,bahnschrift,impact,frutiger,univers,
  -apple-system,blinkmacsystemfont,sf pro,sf pro text,sf pro display,manrope,barlow,karla,mulish,quicksand,heebo,cabin,jost,outfit`
    .split(",")
    .map((name) => name.trim()),
);
const IS_SANS = /\b(?:sans|gothic|grotesk|grotesque)\b/;
const IS_MONOSPACED = /^(?:consolas|menlo|monaco|hack|inconsolata)$|\b(?:mono|code|console|typewriter)\b/;
const GENERIC =
  /^(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-[\w-]+|math|emoji|inherit|initial|unset|revert(?:-layer)?|var\(.*)$/;
const DECLARATION = /font(?:-family)?\s*[:=]\s*["']?([^;}<>]{1,300})/gi;
/** What precedes the families in the shorthand: style, weight, size and height of the line. */
const BEFORE_FAMILIES = /^[^,]*[\d.](?:px|pt|pc|mm|cm|in|r?em|%|vw)(?:\s*\/\s*\S+)?\s+/i;
const NAME = /^\s*(?:"([^"]+)"|'([^']+)'|(-?[a-z_][\w-]*(?: [\w-]+)*))/i;

/**
 * The families that stand alone in a declaration, so that the browser's default would take their place, by the family of the
 * service that is more like them.
 *
 * @param isKnown whether there is a font of a name, in lower case
 */
export function substitutesIn(html: string, isKnown: (name: string) => boolean): Map<string, "Arial" | "Courier New"> {
  const found = new Map<string, "Arial" | "Courier New">();
  // What a style sheet brings may have the family itself.
  if (/@import|<link\s/i.test(html)) return found;
  const own = new Set(
    Array.from(html.matchAll(/@font-face\s*\{[^{}]*?font-family\s*:([^;}]*)/gi), ([, name = ""]) => nameOf(name)),
  );
  for (const [, value = ""] of html.matchAll(DECLARATION)) {
    const names = value.replace(BEFORE_FAMILIES, "").split(",").map(nameOf);
    const [first = ""] = names;
    if (first === "" || names.some((name) => GENERIC.test(name) || isKnown(name) || own.has(name))) continue;
    if (IS_MONOSPACED.test(first)) found.set(first, "Courier New");
    else if (SANS.has(first) || IS_SANS.test(first)) found.set(first, "Arial");
  }
  return found;
}

function nameOf(text: string): string {
  const [, double, single, bare] = NAME.exec(text) ?? [];
  return (double ?? single ?? bare ?? "").trim().toLowerCase();
}
