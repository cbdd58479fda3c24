import { isFunctionName, modifierNames } from "../modifiers/registry.ts";
import { nearestWord } from "../template-error.ts";
import { BLOCK_NAMES, DOCUMENT_TAGS, FUNCTION_TAGS, isTagWord, MIDDLE_NAMES, STATEMENT_NAMES } from "../vocabulary.ts";
import type { Finding } from "./finding.ts";
import { conditionOf, variableOf } from "./translate.ts";

/** Words that other languages have for a tag of this one, or that people take for one. */
const CLOSINGS: ReadonlyMap<string, string> = new Map([
  ["endif", "{/if}"],
  ["end_if", "{/if}"],
  ["fi", "{/if}"],
  ["endforeach", "{/foreach}"],
  ["endfor", "{/for}"],
  ["endeach", "{/foreach}"],
  ["endloop", "{/foreach}"],
  ["endsection", "{/section}"],
  ["endtablerow", "{/tablerow}"],
  ["endslide", "{/slide}"],
  ["endsheet", "{/sheet}"],
  ["end", "{/}"],
]);

const OPENINGS: ReadonlyMap<string, string> = new Map([
  ["elif", "elseif"],
  ["elsif", "elseif"],
  ["elsei", "elseif"],
  ["otherwise", "else"],
  ["each", "foreach"],
  ["loop", "foreach"],
  ["repeat", "foreach"],
  ["iif", "if"],
]);

/** Tags of Smarty that are left out on purpose (decisions: the document subset). */
const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ["include", "Templates stand alone: copy the text into this one, or combine files with a data route."],
  ["extends", "Templates stand alone: copy the text into this one."],
  ["block", "Templates stand alone: copy the text into this one."],
  ["call", "Use {capture name=x}...{/capture} and {$smarty.capture.x}."],
  ["function", "Use {capture name=x}...{/capture} and {$smarty.capture.x}."],
  ["php", "Compute the value before the merge and send it with the data."],
  ["eval", "Compute the value before the merge and send it with the data."],
  ["while", "Use {for $i=1 to $n}...{/for} or {foreach $List as $item}...{/foreach}."],
  ["config_load", "Use {assign var=name value=...}."],
  ["mailto", 'Use {link url="mailto:..." text="..."}.'],
  ["html_table", "Use {foreach $List as $item} in a row of a table."],
  ["html_options", "Use {foreach $List as $item}."],
  ["html_image", "Use {image src=$Picture}."],
  ["textformat", "Use the modifier wordwrap, or indent."],
  ["nocache", "Leave it out."],
  ["insert", "Send the value with the data."],
  ["fetch", "Send the value with the data."],
]);

const TAG_WORDS: readonly string[] = [
  ...BLOCK_NAMES,
  ...MIDDLE_NAMES,
  ...FUNCTION_TAGS,
  ...DOCUMENT_TAGS,
  ...STATEMENT_NAMES,
];

/** Tags that stand alone between their braces. */
const BARE_TAGS: readonly string[] = [
  ...MIDDLE_NAMES,
  "pagebreak",
  "ldelim",
  "rdelim",
  "strip",
  "html",
  "break",
  "continue",
];

const INNER = /\{([ \t\u00a0]*)(?![ \t\u00a0])(?:(\/)([ \t\u00a0]*)(?![ \t\u00a0]))?([A-Za-z_]\w*)?([^{}\n]{0,300})\}/y;
/** `{Name$}` */
const DOLLAR_BEHIND = /\{([\p{L}_][\p{L}\p{N}_.]{0,100})\$\}/uy;
const BLANK_BEFORE_TAG = /\{[ \t\u00a0]+(?:\$[\p{L}_][^{}\n]{0,300}|\/[ \t]*[A-Za-z]\w*[ \t]*)\}/uy;

/** A text in braces that is most likely meant as a tag of this language: misspelt, or with a blank too many. */
export function nearMissAt(text: string, at: number): Finding | undefined {
  BLANK_BEFORE_TAG.lastIndex = at;
  const blank = BLANK_BEFORE_TAG.exec(text)?.[0];
  if (blank !== undefined) return blankAfterBrace(blank, at);
  DOLLAR_BEHIND.lastIndex = at;
  const [behind, name] = DOLLAR_BEHIND.exec(text) ?? [];
  if (behind !== undefined) return nearMiss(behind, `{$${name}}`, at);
  INNER.lastIndex = at;
  const match = INNER.exec(text);
  const word = match?.[4];
  if (!match || word === undefined) return undefined;
  const [written, indent = "", slash = "", gap = "", , rest = ""] = match;
  const lower = word.toLowerCase();
  if (indent !== "") return isTagWord(lower) && isTagLike(rest) ? blankAfterBrace(written, at) : undefined;
  if (slash !== "")
    return rest.trim() === "" ? misspeltClosing(written, lower, at) : fullClosing(written, lower, rest, at);
  return gap === "" ? misspeltTag(written, lower, rest, at) : undefined;
}

function blankAfterBrace(written: string, at: number): Finding {
  const tag = written.replace(/^\{\s+/, "{").replace(/\s+\}$/, "}");
  return {
    code: "blank_after_brace",
    at,
    end: at + written.length,
    message: `There is a space between \`{\` and the rest of \`${written}\`, so it is printed as it stands`,
    remedy: `Write \`${tag}\`.`,
  };
}

/** `{/foreach $Items}`: the end of a block has only its name. */
function fullClosing(written: string, word: string, rest: string, at: number): Finding | undefined {
  if (!BLOCK_NAMES.has(word) || !isTagLike(rest)) return undefined;
  return {
    ...printed("near_miss_tag", written, at, "The end of a block has nothing but its name"),
    remedy: `Write \`{/${word}}\`.`,
  };
}

function misspeltClosing(written: string, word: string, at: number): Finding | undefined {
  if (BLOCK_NAMES.has(word)) return undefined;
  const near = OPENINGS.get(word) ?? nearestWord(word, BLOCK_NAMES);
  if (near === undefined || !BLOCK_NAMES.has(near)) return undefined;
  return nearMiss(written, `{/${near}}`, at);
}

function misspeltTag(written: string, word: string, rest: string, at: number): Finding | undefined {
  const isAlone = rest.trim() === "";
  const closing = CLOSINGS.get(word);
  if (closing !== undefined && isAlone) return nearMiss(written, closing, at);
  // `{end if}`, `{end foreach}`
  const [, ended] = word === "end" ? (/^\s+(\w+)\s*$/.exec(rest) ?? []) : [];
  if (ended !== undefined && BLOCK_NAMES.has(ended.toLowerCase()))
    return nearMiss(written, `{/${ended.toLowerCase()}}`, at);
  if (isAlone) {
    const instead = OPENINGS.get(word) ?? (word.length > 3 ? closeWord(word, BARE_TAGS) : undefined);
    return instead !== undefined && BARE_TAGS.includes(instead) ? nearMiss(written, `{${instead}}`, at) : undefined;
  }
  if (!isTagLike(rest) || isTagWord(word)) return undefined;
  const leftOut = LEFT_OUT.get(word);
  if (leftOut !== undefined)
    return { ...printed("unsupported_tag", written, at, `{${word}} is not part of the language`), remedy: leftOut };
  const instead = OPENINGS.get(word) ?? nearestWord(word, TAG_WORDS);
  if (instead !== undefined) return nearMiss(written, withArguments(instead, rest), at);
  if (!/\$[\p{L}_]/u.test(rest)) return undefined;
  const modifier = isFunctionName(word) ? word : nearestWord(word, modifierNames());
  const value = /\$[\p{L}_][\p{L}\p{N}_.]*/u.exec(rest)?.[0] ?? "";
  return {
    ...printed("unknown_tag", written, at, `The language has no tag {${word}}`),
    remedy:
      modifier === undefined
        ? `Tags begin with \`$\` and a field's name, or with a word such as if, foreach, image; \`{literal}\` keeps braces that are meant.`
        : `A modifier comes after the value: \`{${value}|${modifier}}\`.`,
  };
}

/** One letter wrong in a word is a slip; a word such as `stripe` may be a field's name as well. */
function closeWord(word: string, known: readonly string[]): string | undefined {
  const near = nearestWord(word, known);
  // A field called `string` is not `strip`: all letters but one or two neighbors are the same.
  return near !== undefined &&
    Math.abs(near.length - word.length) <= 1 &&
    near.slice(0, 2) + near.slice(-1) === word.slice(0, 2) + word.slice(-1)
    ? near
    : undefined;
}

function withArguments(tag: string, rest: string): string {
  if (tag === "elseif" || tag === "if") return `{${tag} ${conditionOf(rest)}}`;
  const [, item, list] = /^\s*\(?\s*\$?(\w+)\s+in\s+\$?([\w.]+)\s*\)?\s*$/.exec(rest) ?? [];
  if (tag === "foreach" && item !== undefined && list !== undefined) return `{foreach ${variableOf(list)} as $${item}}`;
  return `{${tag} ${rest.trim()}}`;
}

/** Whether what follows a word is what is written in tags: a variable, an attribute, `as`. */
function isTagLike(rest: string): boolean {
  return (
    /^[\s(\u00a0]/.test(rest) &&
    (/\$[\p{L}_]/u.test(rest) || /^\s+\w+=\S/.test(rest) || /\s(?:as|in)\s+\w+\s*$/.test(rest))
  );
}

function nearMiss(written: string, instead: string, at: number): Finding {
  return {
    ...printed("near_miss_tag", written, at, "There is no such tag"),
    remedy: `Write \`${instead}\`.`,
  };
}

function printed(code: Finding["code"], written: string, at: number, why: string): Omit<Finding, "remedy"> {
  return { code, at, end: at + written.length, message: `${why}: \`${written}\` is printed as it stands` };
}
