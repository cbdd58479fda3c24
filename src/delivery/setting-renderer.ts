import { Failure } from "../domain/failure.ts";
import { withoutPrototype } from "../domain/merge-data.ts";
import type { DocumentTagRenderer, RenderContext } from "../language/render-context.ts";
import { type SourceToken, scanTemplate } from "../language/scan.ts";
import { parseScanned, renderTemplate } from "../language/template.ts";
import { toText } from "../language/values.ts";
import { refused } from "./delivery-error.ts";
import { type StructuredText, ValueMarks, withoutMarks } from "./structured-text.ts";

/** Merges one setting with the run's data; `member` names it in failures. @throws DeliveryError */
export interface SettingRenderer {
  /** Plain text, nothing escaped. */
  text(member: string, source: unknown, extra?: Readonly<Record<string, unknown>>): string;
  /**
   * Text for one header line or address, without blanks at its ends: line breaks and other controls are taken out of the
   * data; those of the setting itself are refused.
   */
  line(member: string, source: unknown): string;
  /** HTML, values escaped. */
  html(member: string, source: unknown, extra?: Readonly<Record<string, unknown>>): string;
  /** The setting as its author wrote it, with marks where the data's values go: values are never structure. */
  structured(member: string, source: unknown): StructuredText;
  /** A path: slashes come from the setting, never from the data. */
  path(member: string, source: unknown): string;
  /** What could not be drawn so far, and what else is to be said about the delivery. */
  readonly warnings: ReadonlySet<string>;
  /** Adds a sentence to them. */
  warn(sentence: string): void;
}

/** Language settings of the workspace and its document. */
export interface SettingContext {
  now: Date;
  locale: string;
  timeZone: string;
  currency: string;
}

/** Renders document tags in html; `warn` takes what could not be drawn. */
export type DocumentTagsOf = (warn: (message: string) => void) => DocumentTagRenderer;

/** What keeps values out of the addresses of an html text, by its tokens. */
export type AddressGuardOf = (tokens: readonly SourceToken[]) => RenderContext["refusal"];

/** Values in a header line lose what would begin another line. */
const inLine = (value: unknown): string => toText(value).replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, " ");

/** Values in a path lose what separates or hides. */
const inPath = (value: unknown): string => toText(value).replace(/[/\\\u0000-\u001f\u007f]/g, "_");

export function createSettingRenderer(
  data: Readonly<Record<string, unknown>>,
  context: SettingContext,
  tagsOf?: DocumentTagsOf,
  guardOf?: AddressGuardOf,
): SettingRenderer {
  const warnings = new Set<string>();
  const documentTags = tagsOf?.((message) => warnings.add(message));

  function render(
    member: string,
    source: unknown,
    mode: "text" | "html",
    extra: Readonly<Record<string, unknown>> = {},
    write?: (value: unknown) => string,
  ): string {
    if (typeof source !== "string" || !source.includes("{")) return typeof source === "string" ? source : "";
    const scanned = scanTemplate(source, mode);
    const { template, errors } = parseScanned(source, scanned);
    if (errors[0]) throw refused(`The setting "${member}" has an error: ${errors[0].message}`);
    const values = withoutPrototype(data, extra);
    const refusal = mode === "html" ? guardOf?.(scanned.tokens) : undefined;
    try {
      const result = renderTemplate(template, values, {
        ...context,
        ...(refusal && { refusal }),
        autoescape: mode === "html",
        ...(write ? { write } : {}),
        ...(mode === "html" && documentTags ? { documentTags } : {}),
      });
      for (const { code, message, tag } of result.warnings)
        if (code === "refused_value") warnings.add(`${message} (${tag})`);
      return result.text;
    } catch (error) {
      if (error instanceof Failure) throw refused(`The setting "${member}" cannot be merged: ${error.message}`, error);
      throw error;
    }
  }

  return {
    warnings,
    warn: (sentence) => void warnings.add(sentence),
    text: (member, source, extra) => render(member, source, "text", extra),
    html: (member, source, extra) => render(member, source, "html", extra),
    path: (member, source) => render(member, source, "text", {}, inPath),
    structured(member, source) {
      const marks = new ValueMarks();
      const text = render(member, typeof source === "string" ? withoutMarks(source) : source, "text", {}, marks.write);
      return { text: text.trim(), values: marks.values };
    },
    line(member, source) {
      const line = render(member, source, "text", {}, inLine).trim();
      if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(line))
        throw refused(`The setting "${member}" holds a line break or another control character after merging.`);
      return line;
    },
  };
}
