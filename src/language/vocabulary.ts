import type { BlockName, LoopUnit, MiddleName } from "./ast.ts";

/** The words that make `{word ...}` a tag; any other word stays text (language "Differences from Smarty", 2). */

export const LOOP_UNITS: ReadonlySet<string> = new Set<LoopUnit>(["foreach", "tablerow", "slide", "sheet", "column"]);

export const BLOCK_NAMES: ReadonlySet<string> = new Set<BlockName>([
  "if",
  "foreach",
  "tablerow",
  "slide",
  "sheet",
  "column",
  "section",
  "for",
  "capture",
  "strip",
  "html",
]);

export const MIDDLE_NAMES: ReadonlySet<string> = new Set<MiddleName>([
  "else",
  "elseif",
  "foreachelse",
  "sectionelse",
  "forelse",
]);

/** Tags that compute or print text by themselves. */
export const FUNCTION_TAGS: ReadonlySet<string> = new Set(["counter", "cycle", "math", "ldelim", "rdelim"]);

/** Tags that only a format can render (language "Document tags"). */
export const DOCUMENT_TAGS: ReadonlySet<string> = new Set([
  "image",
  "qrcode",
  "barcode",
  "checkbox",
  "pagebreak",
  "link",
]);

export const STATEMENT_NAMES: ReadonlySet<string> = new Set(["assign", "append", "break", "continue"]);

const CONSTANT_NAMES: ReadonlySet<string> = new Set(["true", "false", "null"]);

export function isTagWord(word: string): boolean {
  const lower = word.toLowerCase();
  return (
    BLOCK_NAMES.has(lower) ||
    MIDDLE_NAMES.has(lower) ||
    FUNCTION_TAGS.has(lower) ||
    DOCUMENT_TAGS.has(lower) ||
    STATEMENT_NAMES.has(lower) ||
    CONSTANT_NAMES.has(lower)
  );
}
