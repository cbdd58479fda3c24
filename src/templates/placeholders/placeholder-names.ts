/** Words that tell whoever fills a letter in what to do; the field is called by the others. */
const INSTRUCTIONS = new Set(
  (
    "insert enter type add write put fill in please click here your the a an of to and " +
    "bitte hier einfügen eintragen ergänzen angeben eingeben ihr ihre ihren der die das den dem des und " +
    "insérer saisir votre vos le la les du de des indiquer ici et inserire vostro il lo di e"
  ).split(" "),
);
const MAX_WORDS = 4;
const MAX_LENGTH = 40;

/** A field's name from words as people write them: `[Name of company]` is `NameCompany`; empty if there is no word in them. */
export function fieldName(words: string): string {
  const all = words.normalize("NFC").match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const named = all.filter((word) => !INSTRUCTIONS.has(word.toLowerCase()));
  const chosen = (named.length > 0 ? named : all).slice(0, MAX_WORDS);
  const name = chosen
    .map(capitalized)
    .join("")
    .replace(/(?<!_)_+$/, "")
    .slice(0, MAX_LENGTH);

  return /^\p{N}/u.test(name) ? `_${name}` : name;
}

function capitalized(word: string): string {
  const [first = ""] = word;
  const rest = word.slice(first.length);
  const isShouted = word.length > 3 && word === word.toUpperCase() && !word.includes("_");

  return first.toUpperCase() + (isShouted ? rest.toLowerCase() : rest);
}

/** The words before a blank that say what belongs there: `Place, date: ____`. */
export function labelBefore(text: string): string {
  const sentence =
    text
      .slice(Math.max(0, text.length - 120))
      .split(/[\n\t!?;|•]|\.\s|_{2,}|\]|»/u)
      .at(-1) ?? "";
  const label = sentence
    .trim()
    .replace(/[:：]$/, "")
    .trim();
  const words = label.split(/\s+/);

  // A label ends where it says so; of a sentence the last two words are what the blank is about.
  return words.length <= 5 && /[:：]\s*$/.test(text) ? label : words.slice(-2).join(" ");
}
