import { appendAll } from "../domain/collections/long-lists.ts";
import { Failure } from "../domain/failure.ts";
import { present } from "../domain/present.ts";
import { assembleTemplate } from "./assemble.ts";
import type { AssemblyToken } from "./assembly-token.ts";
import type { Tag, TemplateNode } from "./ast.ts";
import { newCompileScope } from "./compile/compile-expression.ts";
import { compileNodes, type Emit } from "./compile/compile-nodes.ts";
import type { RenderContext, RenderResult } from "./render-context.ts";
import { Runtime } from "./runtime.ts";
import { type ScanResult, type SourceMode, type SourceToken, scanTemplate } from "./scan.ts";
import { parseTag } from "./tag.ts";
import { LineIndex, MAX_LISTED_ERRORS, type SyntaxProblem, shortenTag, type TemplateError } from "./template-error.ts";
import { Trace } from "./trace.ts";

/** A template ready to be rendered any number of times; it never changes. */
export interface Template {
  readonly nodes: readonly TemplateNode[];
  /** The text it was parsed from, for the text around a field; formats that assemble their own parts leave it out. */
  readonly source?: string;
  /** The part of a package it stands for, e.g. `word/header1.xml`. */
  readonly part?: string;
}

export interface ParsedTemplate {
  /** Renders even when there are errors: wrong tags print nothing. Templates with errors should be refused, though. */
  template: Template;
  /** All errors, in the order of the text; empty when the template is right. */
  errors: TemplateError[];
}

/** Parses a template (language "Grammar"). Never throws: what is wrong with it is in `errors`. */
export function parseTemplate(source: string, options: { mode: SourceMode }): ParsedTemplate {
  return parseScanned(source, scanTemplate(source, options.mode));
}

/**
 * Parses a template that has been cut into text and tags.
 * @param adapt a format's own way with tags, e.g. by where in the source they are
 */
export function parseScanned(source: string, scanned: ScanResult, adapt?: (tag: Tag) => Tag): ParsedTemplate {
  const problems: SyntaxProblem[] = [...scanned.problems];
  const tokens: AssemblyToken[] = [];
  for (const token of scanned.tokens) {
    if (problems.length >= MAX_LISTED_ERRORS) break;
    const assembled = assemblyToken(token, problems);
    if (assembled?.kind === "tag" && adapt) tokens.push({ ...assembled, tag: adapt(assembled.tag) });
    else if (assembled) tokens.push(assembled);
  }
  const assembly = assembleTemplate(tokens);
  appendAll(problems, assembly.problems);
  return { template: { nodes: assembly.nodes, source }, errors: describeProblems(problems, source, scanned.tokens) };
}

function assemblyToken(token: SourceToken, problems: SyntaxProblem[]): AssemblyToken | undefined {
  switch (token.kind) {
    case "text":
      return { kind: "text", text: token.text, literal: token.literal };
    case "comment":
      return { kind: "tag", tag: { role: "comment", at: token.at, source: "" } };
    case "literal-edge":
      return undefined;
    case "tag": {
      const parsed = parseTag(token.body, token.at, token.source);
      appendAll(problems, parsed.problems);
      return parsed.tag && { kind: "tag", tag: parsed.tag };
    }
  }
}

/** Problems as the author sees them: line, column and text of the tag they are in. */
function describeProblems(
  problems: readonly SyntaxProblem[],
  source: string,
  tokens: readonly SourceToken[],
): TemplateError[] {
  if (problems.length === 0) return [];
  const lines = new LineIndex(source);
  const tags = tokens.filter((token) => token.kind === "tag");
  const listed = [...problems].sort((a, b) => a.at - b.at).slice(0, MAX_LISTED_ERRORS);
  return listed.map((problem) => {
    const at = Math.min(problem.at, source.length);
    const tag = tagAt(tags, at);
    const text = tag?.source ?? source.slice(at, source.indexOf("\n", at) < 0 ? undefined : source.indexOf("\n", at));
    const { line, column } = lines.locate(at);
    const { expected, suggestion } = problem.hints;
    const place = { offset: tag?.at ?? at, length: text.length, line, column, tag: shortenTag(text) };
    return { code: problem.code, ...place, message: problem.message, expected, suggestion };
  });
}

function tagAt<T extends { at: number; end: number }>(tags: readonly T[], at: number): T | undefined {
  let low = 0;
  let high = tags.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (present(tags[middle]).at <= at) low = middle;
    else high = middle - 1;
  }
  const tag = tags[low];
  return tag && tag.at <= at && at <= tag.end ? tag : undefined;
}

const programs = new WeakMap<Template, { plain?: Emit; traced?: Emit }>();

/** The compiled form of a template, made once; the one that traces is made only for a trace. */
function programOf(template: Template, traced: boolean): Emit {
  let made = programs.get(template);
  if (!made) {
    made = {};
    programs.set(template, made);
  }
  if (traced) {
    made.traced ??= compileNodes(template.nodes, newCompileScope(true));
    return made.traced;
  }
  made.plain ??= compileNodes(template.nodes, newCompileScope(false));
  return made.plain;
}

/**
 * Merges data into a template. Re-entrant: all state is the render's own, data is never changed.
 * @throws Failure `language_step_limit`, `language_output_limit`, `language_time_limit`, `language_depth_limit`,
 *   `regex_invalid`
 */
export function renderTemplate(template: Template, data: unknown, context: RenderContext): RenderResult {
  const root = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  const runtime = new Runtime(root, context);
  if (context.trace) runtime.trace = new Trace();
  guardLimits(() => programOf(template, context.trace === true)(runtime));
  return { text: runtime.out, warnings: runtime.warnings, trace: runtime.trace?.result(root) };
}

/** What JavaScript engines say about texts, lists and tables that grow beyond what they can hold. */
const TOO_LARGE =
  /invalid (?:string|array|count|typed array) (?:length|value)|maximum size exceeded|allocation failed/i;

/** The engine's own limits, met before ours, become typed failures too; other errors are faults of ours and stay errors. */
export function guardLimits<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (/call stack/i.test(error.message))
      throw new Failure("language_depth_limit", "The template or its data are nested too deeply.", { cause: error });
    if (TOO_LARGE.test(error.message))
      throw new Failure("language_output_limit", "The template makes a text or a list that is too large.", {
        cause: error,
      });
    throw error;
  }
}
