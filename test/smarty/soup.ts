import { generateCase } from "./generate.ts";
import type { Random } from "./random.ts";

const PIECES = [
  "{",
  "}",
  "{$",
  "{/",
  "{*",
  "*}",
  "{if ",
  "{else}",
  "{elseif ",
  "{/if}",
  "{foreach ",
  "{/foreach}",
  "{section name=s loop=",
  "{/section}",
  "{for $i=1 to ",
  "{/for}",
  "{capture assign=x}",
  "{/capture}",
  "{strip}",
  "{/strip}",
  "{literal}",
  "{/literal}",
  "{html}",
  "{/html}",
  "{/}",
  "{assign var=",
  "{append var=a value=",
  "{counter ",
  "{cycle values=",
  "{math equation=",
  "{image src=",
  "{checkbox ",
  "{link url=",
  "{pagebreak}",
  "{break}",
  "{continue 2}",
  "{slide if=",
  "{tablerow from=",
  "{sheet $rows as $r}",
  "{/sheet}",
  "{ldelim}",
  "$",
  "$x",
  "$rows",
  "$item.name",
  "$m.a.b.0",
  "$__proto__",
  "$constructor.prototype",
  "$smarty.now",
  "$smarty.foreach.f.last",
  "$smarty.",
  "@index",
  "@nope",
  " as $i",
  " as $k => $v",
  "from=$rows item=i",
  " name=f",
  " value=",
  " step -1",
  " max=3",
  "'",
  '"',
  "`",
  "\\",
  "'text'",
  '"a $x `$y` {$z}"',
  "\u201c",
  "\u2019",
  "\u00a0",
  "&quot;",
  "&lt;",
  "&amp;amp;",
  "|",
  "|upper",
  "|truncate:",
  "|replace:",
  "|regex_replace:'/(a+)+$/':'x'",
  "|date_format:",
  "|default:",
  "|uper",
  "|number_format:2",
  "|str_repeat:99999",
  "|str_pad:9999999",
  "|indent:999999",
  "|range:1:99999999",
  "|json_decode",
  "|sort:'x'",
  "|group_by:'a'",
  "|escape:'url'",
  "|cat:$x|cat:$x",
  ":",
  "::",
  "?",
  "?:",
  "??",
  "==",
  "===",
  "!=",
  "<=",
  "<",
  ">",
  "=",
  "+=",
  ".=",
  "+",
  "-",
  "*",
  "/",
  "%",
  "&&",
  "||",
  "!",
  "(",
  ")",
  "[",
  "]",
  "=>",
  "->",
  ",",
  ";",
  "#",
  "~",
  " and ",
  " or ",
  " xor ",
  " not ",
  " is even",
  " is not div by ",
  " is in ",
  " in ",
  " contains ",
  " matches '/x/'",
  " mod ",
  " eq ",
  "nofilter",
  "1",
  "0",
  "-1",
  "1e309",
  "0x1F",
  "3.14",
  ".5",
  "99999999999999999999",
  "true",
  "null",
  "isset(",
  "count(",
  "array(",
  "unknown(",
  "max(",
  " ",
  "\n",
  "\r\n",
  "\t",
  "\u0000",
  "\ud800",
  "é",
  "日本",
  "text",
  "<b>",
  "</script>",
] as const;

/** Text made of pieces of tags in any order. */
export function tokenSoup(random: Random): string {
  const length = 1 + random.below(40);
  return Array.from({ length }, () => random.pick(PIECES)).join("");
}

/** A valid template with pieces cut out, doubled, put in or exchanged. */
export function mutatedTemplate(random: Random): string {
  let text = generateCase(random, random.below(1000)).template;
  const changes = 1 + random.below(5);
  for (let index = 0; index < changes; index++) {
    const at = random.below(text.length + 1);
    const end = Math.min(text.length, at + random.below(12));
    switch (random.below(4)) {
      case 0:
        text = text.slice(0, at) + text.slice(end);
        break;
      case 1:
        text = text.slice(0, at) + random.pick(PIECES) + text.slice(at);
        break;
      case 2:
        text = text.slice(0, end) + text.slice(at);
        break;
      default:
        text = text.slice(0, at) + random.pick(PIECES) + text.slice(end);
    }
  }
  return text;
}

/** Data with everything in it that has ever caused trouble. */
export const HOSTILE_DATA: Record<string, unknown> = JSON.parse(
  '{"x":"<script>alert(1)</script>","y":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!","z":1e308,"n":-0.0,"__proto__":{"polluted":true},' +
    '"constructor":"c","rows":[{"name":"a","__proto__":{"b":1}},null,[],"s",{"name":{"deep":[1,[2,[3]]]}}],' +
    '"m":{"a":{"b":["q"]}},"item":{"name":"{$x}"},"list":["%s","%n","\\u0000","\\ud800"],"t":"2024-99-99","d":"not a date","e":[],"b":true,"k":"constructor"}',
);
