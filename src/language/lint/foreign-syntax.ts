import type { Finding } from "./finding.ts";
import {
  fieldTag,
  filteredValue,
  fromCarbone,
  fromDocxtemplater,
  fromJinja,
  fromMustache,
  unknownFilters,
} from "./translate.ts";

/** A shape that another template language has, found at a place of a text. */
interface Shape {
  /** Whose tag it looks like. */
  origin: string;
  pattern: RegExp;
  /** What is written here instead; undefined if there is nothing like it. */
  translate(inner: string): string | undefined;
  /** A shape that ordinary texts have, too. */
  isSuspicious?: boolean;
}

/** Characters after which a brace belongs to a formula (TeX), an address or an index. */
const NOT_BEFORE_BRACE = /[\\\w}^_/]$/;

const NAME = "[\\p{L}_][\\p{L}\\p{N}_]*";
const PATH = `${NAME}(?:\\.[\\p{L}\\p{N}_]+)*`;

/** Shapes that start with a brace, the first that fits wins. All patterns are sticky and linear. */
const BRACE_SHAPES: readonly Shape[] = [
  {
    origin: "Jinja, Twig or Liquid",
    pattern: /\{%([^%{}]{1,300})%\}/uy,
    translate: fromJinja,
  },
  {
    origin: "a comment of Jinja or Twig",
    pattern: /\{#([^#{}]{1,300})#\}/uy,
    translate: () => "{* a comment *}",
  },
  {
    origin: "Mustache or Handlebars",
    pattern: /\{\{\{\s*(?!\s)([^{}]{1,200}?)\s*\}\}\}/uy,
    translate: (inner) => fromMustache(`{${inner}`),
  },
  {
    origin: "Mustache, Handlebars or Jinja",
    pattern: /\{\{\s*([~]?(?:[#/^!>&]\s*)?[@\p{L}_.][^{}]{0,200}?)\s*\}\}/uy,
    translate: fromMustache,
  },
  {
    origin: "Carbone",
    pattern: /\{([dc](?:\.[\p{L}_]|\[)[^{}\n]{0,200})\}/uy,
    translate: fromCarbone,
  },
  {
    origin: "docxtemplater",
    pattern: new RegExp(`\\{((?:[#^@%]|-w:\\w+ )${PATH})\\}`, "uy"),
    translate: fromDocxtemplater,
  },
  {
    origin: "docxtemplater",
    pattern: new RegExp(`\\{(/${PATH})\\}`, "uy"),
    translate: fromDocxtemplater,
  },
  {
    origin: "docxtemplater",
    pattern: new RegExp(`\\{(${NAME}(?:\\.[\\p{L}\\p{N}_]+)*\\s?\\|\\s?[a-z]\\w*(?::[^{}\\n]{0,60})?)\\}`, "uy"),
    translate: filteredValue,
  },
  {
    origin: "docxtemplater",
    // More than one letter: `{x}` is a set or a formula.
    pattern: new RegExp(`\\{((?=[^}]{2})${PATH}|\\p{Lu}[\\p{L}\\p{N}_]*(?: \\p{Lu}[\\p{L}\\p{N}_]*){1,3})\\}`, "uy"),
    translate: filteredValue,
  },
];

const CHEVRONS: readonly Shape[] = [
  {
    origin: "Aspose or a reporting engine for Word",
    pattern: /(?:<<|&lt;&lt;)\/?\[?((?:foreach|if)\b[^<>&]{0,200}|[^\s<>&\]][^<>&\]]{0,79}\]?)(?:>>|&gt;&gt;)/uy,
    translate: (inner) => fieldTag(inner.replace(/\]$/, "")),
  },
];

const BRACKETS: readonly Shape[] = [
  {
    origin: "a placeholder in square brackets",
    pattern: /\[(\p{Lu}[\p{L}\p{N}_]+(?: \p{Lu}[\p{L}\p{N}_]*){0,3})\](?![[(:])/uy,
    translate: fieldTag,
    isSuspicious: true,
  },
];

const CHEVRON_NAME = /^(?:\/?\[[^\]]*\]|\/?[\p{L}_][\p{L}\p{N}_. ]*|(?:foreach|if)\b.*)$/u;

/** The tag of another template language that starts at `at`, if there is one. */
export function foreignAt(text: string, at: number): Finding | undefined {
  const character = text[at];
  const before = text.slice(Math.max(0, at - 1), at);
  if (character === "{") return NOT_BEFORE_BRACE.test(before) ? undefined : braceAt(text, at);
  if (character === "[") return /[\p{L}\p{N}_\])$.\\]$/u.test(before) ? undefined : firstOf(BRACKETS, text, at);
  if (/[\p{L}\p{N}_)]$/u.test(before)) return undefined;
  const finding = firstOf(CHEVRONS, text, at);
  const inner = finding && text.slice(at, finding.end).replace(/^(?:<<|&lt;&lt;)|(?:>>|&gt;&gt;)$/g, "");
  return inner !== undefined && CHEVRON_NAME.test(inner) ? finding : undefined;
}

/** Types that descriptions of programs put into braces, `{string}`. */
const TYPE_NAME =
  /^\{(?:string|number|boolean|object|array|buffer|function|promise|any|void|null|undefined|integer|regexp)\}$/i;

function braceAt(text: string, at: number): Finding | undefined {
  const found = firstOf(BRACE_SHAPES, text, at);
  if (!found) return undefined;
  const written = text.slice(at, found.end);
  // `{literal}` that is never closed is an error of its own.
  if (/^\{literal\}$/i.test(written)) return undefined;
  if (text[at - 1] === "$" && !written.startsWith("{{")) {
    const message = `\`$${written}\` looks like a placeholder of FreeMarker, PHPWord or JavaScript and is printed as it stands`;
    return { ...found, at: at - 1, message };
  }
  return TYPE_NAME.test(written) ? { ...found, suspicious: written.slice(1, -1) } : found;
}

function firstOf(shapes: readonly Shape[], text: string, at: number): Finding | undefined {
  for (const shape of shapes) {
    shape.pattern.lastIndex = at;
    const match = shape.pattern.exec(text);
    if (!match) continue;
    const [written, inner = ""] = match;
    const instead = shape.translate(inner);
    const like = shape.origin.startsWith("a ") ? shape.origin : `a tag of ${shape.origin}`;
    return {
      code: "foreign_syntax",
      at,
      end: at + written.length,
      message: `\`${shorten(written)}\` looks like ${like} and is printed as it stands`,
      remedy: remedyOf(instead, unknownFilters(inner)),
      ...(shape.isSuspicious ? { suspicious: inner } : {}),
    };
  }
  return undefined;
}

const shorten = (written: string): string => (written.length <= 60 ? written : `${written.slice(0, 59)}…`);

function remedyOf(instead: string | undefined, unknown: readonly string[]): string {
  if (instead === undefined) return "The language here has no tag for it.";
  const names = unknown.map((name) => `\`${shorten(name)}\``).join(", ");
  const rest = names && ` Nothing here is called ${names}: the guide lists the modifiers there are.`;
  return `Here it is written \`${instead}\`.${rest}`;
}
