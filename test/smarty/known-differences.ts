/** A case whose two answers differ. */
export interface DifferingCase {
  template: string;
  data: Record<string, unknown>;
  expected: string;
  got: string;
  /** Codes of the warnings our render gave. */
  warnings: readonly string[];
}

interface KnownDifference {
  /** The heading under which the decisions about the language give the reason. */
  reason: string;
  explains(one: DifferingCase): boolean;
}

const KNOWN: readonly KnownDifference[] = [
  {
    reason: "unreadable dates print nothing (Smarty: the present time)",
    explains: ({ warnings }) => warnings.includes("unreadable_date"),
  },
  {
    reason: "numbers are read leniently (PHP: the leading digits)",
    explains: ({ warnings }) => warnings.includes("lenient_number") || warnings.includes("not_a_number"),
  },
  {
    reason: "a newline at the very start stays (Smarty: depends on the plugins a template uses)",
    explains: ({ expected, got }) => got === `\n${expected}` || expected === `\n${got}`,
  },
  {
    reason: "whole numbers have no negative zero (PHP: floats do)",
    explains: ({ expected, got }) => withoutNegativeZero(expected) === withoutNegativeZero(got),
  },
  {
    reason: "{sectionelse} and .last work for every section (Smarty: not with start, step or max)",
    explains: ({ template }) =>
      /\{section[^}]* (?:start|step|max)=/.test(template) &&
      /\{sectionelse\}|\$smarty\.section\.\w+\.last/.test(template),
  },
  {
    reason: "foreach over an empty text takes its else branch (Smarty: one turn)",
    explains: ({ template, data }) => data.s === "" && /\{foreach (?:from=)?\$s /.test(template),
  },
  {
    reason: "capitalize beside backslashes (Smarty: drops them and then counts bytes wrongly)",
    explains: ({ template }) =>
      template.includes("|capitalize") && (template.includes("\\") || template.includes("json_encode")),
  },
  {
    reason: "characters, not bytes, are counted and made (%c)",
    explains: ({ template }) => template.includes("%c"),
  },
  {
    reason: "`dd.MM.yyyy` as a format is what Excel and Java mean by it (Smarty: every part twice)",
    explains: ({ template }) =>
      Array.from(template.matchAll(/\|date(?:_format)?:\s*(["'])(.*?)\1/g)).some(
        ([, , format = ""]) => !format.includes("%") && /dd|DD|MM|mm|yy|YY|HH|hh|ss/.test(format),
      ),
  },
];

function withoutNegativeZero(text: string): string {
  return text.replaceAll("-0", "0");
}

/** Why a case may differ, or undefined if nothing explains it. */
export function knownDifference(one: DifferingCase): string | undefined {
  return KNOWN.find((known) => known.explains(one))?.reason;
}
