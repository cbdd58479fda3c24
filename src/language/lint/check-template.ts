import type { MergeField } from "../field-tree.ts";
import { fieldsOfTree, fieldTree } from "../list-fields.ts";
import { type SourceMode, scanTemplate } from "../scan.ts";
import { parseScanned } from "../template.ts";
import { LineIndex, type TemplateError } from "../template-error.ts";
import { type Finding, sentence } from "./finding.ts";
import { lintNodes, mergesNothing, NO_FIELDS } from "./lint-nodes.ts";
import { lintReads } from "./lint-reads.ts";
import { lintText, MAX_FINDINGS } from "./lint-text.ts";
import { elsewhereInstead, NO_UNITS } from "./loop-units.ts";
import { isInside, meantRegions } from "./meant-regions.ts";
import { withoutSuspicious } from "./suspicious.ts";
import { textAround } from "./text-around.ts";

/** One thing to show at a place of a template's text, as an error or as a warning. */
export interface TemplateMessage {
  severity: "error" | "warning";
  /** Stable word: a `TemplateErrorCode` or a `FindingCode`. */
  code: string;
  /** UTF-16 units from the start of the text, and the length of what is meant. */
  offset: number;
  length: number;
  /** 1-based. */
  line: number;
  column: number;
  /** What is there, as written, shortened when long. */
  text: string;
  /** A sentence that says what is wrong. */
  message: string;
  /** A sentence that says what to write instead; empty if nothing can be said. */
  remedy: string;
}

/** What there is to say about a template's text, each list in the order of the text. */
export interface CheckedTemplate {
  /** A template with errors is refused. */
  errors: TemplateMessage[];
  warnings: TemplateMessage[];
  fields: MergeField[];
}

/**
 * All there is to say about a text in the merge language: for an editor that underlines it, and for the answer when a
 * template is saved. Never throws, whatever the text. `mode` is "html" for html, "text" for subjects, names and the like;
 * `loops` are the names that loops give in other texts of the document, with the loops' tags.
 *
 * @example
 * checkTemplate("Dear {{Name}}", { mode: "text" }).warnings[0]
 * // { severity: "warning", code: "foreign_syntax", offset: 5, length: 8, line: 1, column: 6, text: "Dear {{Name}}", ... }
 */
export function checkTemplate(
  source: string,
  {
    mode,
    isPart = false,
    loops = new Map(),
  }: { mode: SourceMode; isPart?: boolean; loops?: ReadonlyMap<string, string> },
): CheckedTemplate {
  const scanned = scanTemplate(source, mode);
  const { template, errors } = parseScanned(source, scanned);
  const regions = mode === "html" ? meantRegions(source) : [];
  const root = fieldTree(template);
  const fields = fieldsOfTree(root);
  const isMeant = (offset: number) => isInside(regions, offset) || (isPart && source[offset] === "[");
  const inText = lintText(scanned.tokens, isMeant);
  const inTags =
    errors.length > 0 ? [] : [...lintNodes(template.nodes), ...lintReads(root, new Map([...loops, ...root.loopTags]))];
  const isEmpty = !isPart && errors.length === 0 && mergesNothing(template.nodes);
  const findings = [
    ...withoutSuspicious([...inText, ...inTags], fields).sort((a, b) => a.at - b.at),
    ...(isEmpty ? [NO_FIELDS] : []),
  ];
  const lines = new LineIndex(source);
  return {
    errors: errors.map((error) => errorMessage(error, inText, isInside(regions, error.offset))),
    warnings: findings.slice(0, MAX_FINDINGS).map((finding) => warningMessage(finding, source, lines)),
    fields,
  };
}

function errorMessage(error: TemplateError, findings: readonly Finding[], hasOwnBraces: boolean): TemplateMessage {
  const { code, line, column, tag, message, offset, length } = error;
  const braces = findings.find((finding) => finding.code === "double_braces" && finding.at === offset - 1);
  const remedy = whyUnclosed(error, findings) ?? braces?.remedy ?? (hasOwnBraces ? OWN_BRACES_REMEDY : remedyOf(error));
  return { severity: "error", code, offset, length, line, column, text: tag, message: sentence(message), remedy };
}

/** What to write instead of something that is wrong, as a sentence; empty if nothing is known. */
function remedyOf({ expected, suggestion }: Pick<TemplateError, "expected" | "suggestion">): string {
  if (suggestion !== undefined) return `Did you mean ${suggestion}?`;
  return expected === undefined ? "" : `Expected ${expected}.`;
}

/** For errors of a text that has some: how they most likely came about, and what to write. */
export function errorHints(source: string, mode: SourceMode): (error: TemplateError) => string | undefined {
  const findings = lintText(scanTemplate(source, mode).tokens);
  const regions = mode === "html" ? meantRegions(source) : [];
  return (error) => whyUnclosed(error, findings) ?? (isInside(regions, error.offset) ? OWN_BRACES_REMEDY : undefined);
}

const OWN_BRACES_REMEDY =
  "Put braces of a script or a style that are not tags between {literal} and {/literal}, or a space after the `{`.";

/** A block is often open because its end is misspelt, or its loop is one of another format, where it needs no end. */
function whyUnclosed({ code, expected }: TemplateError, findings: readonly Finding[]): string | undefined {
  if (code !== "unclosed_block" || expected === undefined) return undefined;
  const finding = findings.find((each) => each.code === "near_miss_tag" && each.remedy.includes(expected));
  if (finding) return `${finding.message}. ${finding.remedy}`;
  const elsewhere = elsewhereInstead(expected, NO_UNITS);
  return elsewhere && `${elsewhere}.`;
}

function warningMessage(finding: Finding, source: string, lines: LineIndex): TemplateMessage {
  const { code, at, end, message, remedy } = finding;
  const { line, column } = lines.locate(at);
  const text = textAround(source, at, end);
  return {
    severity: "warning",
    code,
    offset: at,
    length: end - at,
    line,
    column,
    text,
    message: sentence(message),
    remedy,
  };
}
