/**
 * Codes of languages and currencies, as far as a code itself can be told from a slip. The engine's own lists would not do:
 * that of a Worker has neither Tibetan nor the price of gold.
 */

/** ISO 639-1, which will get no more. */
const TWO_LETTERS: ReadonlySet<string> = new Set(
  (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo " +
    "es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg " +
    "ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn " +
    "no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta " +
    "te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
  ).split(" "),
);

/** Whether a language subtag (BCP 47) names a language. Those of three letters are taken as they are; longer ones name none. */
export function isLanguage(code: string): boolean {
  return code.length === 2 ? TWO_LETTERS.has(code) : code.length === 3;
}

/** Whether a currency code can be one of ISO 4217: the code of a country and a letter, or X for those of no country. */
export function isCurrency(code: string): boolean {
  if (!/^[A-Z]{3}$/.test(code)) return false;
  const country = code.slice(0, 2);
  if (country.startsWith("X")) return true;
  return (
    country !== "ZZ" && new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(country) !== undefined
  );
}
