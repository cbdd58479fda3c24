import type { MergeData } from "../domain/merge-data.ts";
import { parseTemplate, renderTemplate } from "./template.ts";

/** What the merge language needs to know beside the data. */
export interface TextContext {
  now: Date;
  locale: string;
  timeZone: string;
  currency: string;
}

/** A short text in the merge language, such as a file's name; unescaped. A text with errors is taken as it stands. */
export function mergeText(source: string, data: MergeData, { now, locale, timeZone, currency }: TextContext): string {
  if (!source.includes("{")) return source;
  const { template, errors } = parseTemplate(source, { mode: "text" });
  if (errors.length > 0) return source;
  return renderTemplate(template, data, { now, locale, timeZone, currency, autoescape: false }).text;
}
