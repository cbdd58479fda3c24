import type { TemplateWarning } from "../../domain/template-warning.ts";
import { sentence } from "../../language/lint/finding.ts";
import { textAround } from "../../language/lint/text-around.ts";
import { LineIndex } from "../../language/template-error.ts";

/** Something in the html of a template, beyond its tags, that does other than its author means. */
export interface HtmlFinding {
  /** Stable word; docs/warnings.md explains each. */
  code: "not_loaded" | "print_css" | "unsafe_place";
  /** Offsets into the source; `end` is exclusive. */
  at: number;
  end: number;
  message: string;
  remedy: string;
}

/** More of one kind are not news. */
const MAX_OF_A_CODE = 10;

/** Findings as answers list them. */
export function htmlWarnings(
  part: string,
  source: string,
  findings: readonly HtmlFinding[],
  placeOf: (line: number, column: number) => string,
): TemplateWarning[] {
  if (findings.length === 0) return [];
  const lines = new LineIndex(source);
  const counts = new Map<string, number>();
  return findings
    .toSorted((left, right) => left.at - right.at)
    .filter(({ code }) => {
      counts.set(code, (counts.get(code) ?? 0) + 1);
      return (counts.get(code) ?? 0) <= MAX_OF_A_CODE;
    })
    .map(({ code, at, end, message, remedy }) => {
      const { line, column } = lines.locate(at);
      const text = textAround(source, at, end);
      const place = placeOf(line, column);
      return {
        code,
        part,
        place,
        text,
        message: sentence(message),
        remedy,
        line,
        column,
        offset: at,
        length: end - at,
      };
    });
}

/** What a header or footer may not name, since Chromium draws it outside of the document. */
const NOT_LOADED: readonly [what: RegExp, message: (found: string) => string, remedy: string][] = [
  [
    /@font-face\b/gi,
    () => "Headers and footers load no fonts: their text is drawn in fonts that the browser has",
    "Write running text that needs the font into a margin box of the style sheet: @page { @top-center { content: ... } }.",
  ],
  [
    /<(?:script|iframe|frame|object|embed|video|audio)\b/gi,
    (found) =>
      `${found}> does nothing in a header or footer: scripts do not run there, and no pages or films are loaded`,
    "Write what it shows into the html itself, a picture as <img>.",
  ],
  [
    /(?<![\w-])src\s*=\s*["']?(?!https?:|\/\/|data:|cid:|["'{>\s])[^"'>\s]+|(?<![\w-])href\s*=\s*["']?(?!https?:|\/\/|data:|#|mailto:|tel:|["'{>\s])[^"'>\s]+\.css\b/gi,
    () => "The address is relative, and a header or footer has no address of its own",
    "Write the whole address, which begins with https://.",
  ],
];

/** What of a header or footer cannot be loaded. */
export function runningPartFindings(source: string): HtmlFinding[] {
  return NOT_LOADED.flatMap(([what, message, remedy]) =>
    Array.from(source.matchAll(what), ({ 0: found, index }) => ({
      code: "not_loaded" as const,
      at: index,
      end: index + found.length,
      message: message(found),
      remedy,
    })),
  );
}
