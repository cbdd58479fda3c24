import { decodeHTMLAttribute } from "entities";
import type { Expression, Tag } from "../../language/ast.ts";
import { scanTemplate } from "../../language/scan.ts";
import { parseScanned } from "../../language/template.ts";
import type { AttributePlace } from "./attribute-value.ts";
import type { HtmlFinding } from "./html-findings.ts";
import { type TagPlace, tagPlaces } from "./html-places.ts";

/** What a value can still be when it is printed. */
type Kind = "anything" | "number" | "constant" | "json" | "script-text" | "url-text" | "cleaned";

const NUMBERS =
  /^(?:number_format|round|floor|ceil|abs|intval|floatval|strlen|count|sizeof|count_characters|count_words|count_sentences|count_paragraphs|sum|avg|array_sum|isset|empty|in_array|is_array|strtotime|strpos)$/;
const URL_TEXTS = /^urlencode$/;
const KINDS_OF_ESCAPE: Readonly<Record<string, Kind>> = {
  javascript: "script-text",
  url: "url-text",
  urlpathinfo: "url-text",
  hex: "url-text",
};

/** Elements that run or show what is at an address as if it were the page's own. */
const RUNS_ADDRESS: Readonly<Record<string, string>> = {
  script: "src",
  iframe: "src",
  frame: "src",
  embed: "src",
  object: "data",
  link: "href",
  base: "href",
};

type OutputTag = Extract<Tag, { role: "output" }>;

/**
 * Tags of a page that leaves as html whose values can do more than be shown there: escaping keeps markup out of content
 * and of quoted values, and not out of what is read as a script, as css or as html once more. Addresses in quotes are guarded by
 * the merge and need no word.
 */
export function unsafeTagFindings(source: string): HtmlFinding[] {
  const scanned = scanTemplate(source, "html");
  const tags = new Map<number, OutputTag>();
  parseScanned(source, scanned, (tag) => {
    if (tag.role === "output") tags.set(tag.at, tag);
    return tag;
  });
  const ends = new Map(scanned.tokens.map(({ at, end }) => [at, end]));
  return Array.from(tagPlaces(scanned.tokens)).flatMap(([at, place]) => {
    const tag = tags.get(at);
    const found = tag && problemOf(place, kindOf(tag.expression), tag);
    if (!found) return [];
    const [message, remedy] = found;
    return [{ code: "unsafe_place" as const, at, end: ends.get(at) ?? at + tag.source.length, message, remedy }];
  });
}

type Problem = [message: string, remedy: string];

function problemOf({ place, attribute, runs }: TagPlace, kind: Kind, tag: OutputTag): Problem | undefined {
  if (kind === "constant" || kind === "number") return undefined;
  const shown = tag.source;
  if (runs && kind !== "json" && kind !== "script-text")
    return [
      `The value of ${shown} becomes part of a script: quotes, backslashes and line breaks in it change what the script does`,
      `Write ${withModifier(shown, "json_encode")}, which brings its own quotes, or ${withModifier(shown, 'escape:"javascript"')} between quotes.`,
    ];
  if (attribute) return attributeProblem(attribute, kind, shown);
  if (place !== "tag" || kind === "cleaned") return undefined;
  return [
    `The value of ${shown} stands within a tag of html: it can be any attribute, such as onclick`,
    "Write the attribute in the template and only its value from the data, in quotes.",
  ];
}

function attributeProblem(attribute: AttributePlace, kind: Kind, shown: string): Problem | undefined {
  const { name, element, quote, before, isStart } = attribute;
  const isScript = name.startsWith("on") || /^\s*javascript:/i.test(decodeHTMLAttribute(before));
  if (isScript) {
    const isText = kind === "script-text" && isInString(decodeHTMLAttribute(before));
    if (isText || (kind === "json" && quote !== "")) return undefined;
    const where = name.startsWith("on") ? name : `${name}="javascript:..."`;
    return [
      `The value of ${shown} becomes part of a script (${where}): html's escapes are undone before the script is read`,
      `Write ${withModifier(shown, 'escape:"javascript"')} between quotes of the script.`,
    ];
  }
  if (name === "srcdoc" && kind !== "url-text")
    return [
      `The value of ${shown} becomes html again in srcdoc: its escapes are undone, and scripts in it run`,
      `Write ${withModifier(shown, "strip_tags")}, or show the value in the page itself.`,
    ];
  if (isStart && RUNS_ADDRESS[element] === name)
    return [
      `The data say what <${element}> loads: whoever sends them puts a page or script of theirs into this one`,
      `Write the host in the template: ${name}="https://example.com/${withModifier(shown, 'escape:"url"')}".`,
    ];
  if (element === "meta" && name === "content" && /url\s*=\s*(?:['"]\s*)?$/i.test(before))
    return [
      `The data say where the page leads by itself (refresh)`,
      `Write the host in the template: content="0; url=https://example.com/${withModifier(shown, 'escape:"url"')}".`,
    ];
  if (name === "style" && kind !== "url-text" && kind !== "cleaned")
    return [
      `The value of ${shown} is css of its own in style="...": it can bring declarations and load pictures from anywhere`,
      `Keep what a value of css needs, ${withModifier(shown, 'regex_replace:"/[^\\w#%., -]/":""')}, or write it into a rule of <style>, where values are escaped for css.`,
    ];
  if (quote === "" && kind !== "url-text" && kind !== "cleaned")
    return [
      `The value of ${name} has no quotes: a blank in ${shown} ends it, and what follows is an attribute, such as onclick`,
      `Write quotes around it, ${name}="${shown}"; in an address also ${withModifier(shown, 'escape:"url"')}.`,
    ];
  return undefined;
}

/** Whether a script is within quotes after this text. */
function isInString(script: string): boolean {
  let open = "";
  for (const [token] of script.matchAll(/\\[\s\S]|["'`]/g)) {
    if (open === "" && !token.startsWith("\\")) open = token;
    else if (token === open) open = "";
  }
  return open !== "";
}

const withModifier = (tag: string, modifier: string): string =>
  /^\{.*\}$/s.test(tag) ? `${tag.slice(0, -1).replace(/(?<!\s)\s+nofilter\s*$/i, "")}|${modifier}}` : `|${modifier}`;

function kindOf(expression: Expression): Kind {
  switch (expression.kind) {
    case "literal":
      return "constant";
    case "section-index":
    case "loop-property":
      return "number";
    case "unary":
      return "number";
    case "binary":
      return expression.operator === "??" ? joined(kindOf(expression.left), kindOf(expression.right)) : "number";
    case "conditional":
      return joined(expression.then ? kindOf(expression.then) : kindOf(expression.test), kindOf(expression.otherwise));
    case "call":
      return kindOfNamed(expression.name, expression.arguments.slice(1), expression.arguments[0]);
    case "modifier":
      return kindOfNamed(expression.name, expression.arguments, expression.operand);
    default:
      return "anything";
  }
}

function kindOfNamed(name: string, others: readonly Expression[], value: Expression | undefined): Kind {
  // Nothing of the data is in it.
  if (value && [value, ...others].every((each) => kindOf(each) === "constant")) return "constant";
  if (NUMBERS.test(name)) return "number";
  if (name === "json_encode") return "json";
  if (name === "regex_replace" || name === "preg_replace") return "cleaned";
  if (URL_TEXTS.test(name)) return "url-text";
  if (name === "raw" || name === "html" || name === "nofilter") return value ? kindOf(value) : "anything";
  if (name === "default") return value && others[0] ? joined(kindOf(value), kindOf(others[0])) : "anything";
  if (name !== "escape" && name !== "e") return "anything";
  const [kind] = others;
  return kind?.kind === "literal" ? (KINDS_OF_ESCAPE[String(kind.value)] ?? "anything") : "anything";
}

const joined = (one: Kind, other: Kind): Kind =>
  one === other || other === "constant" ? one : one === "constant" ? other : "anything";
