/** Properties and values for writing metadata. */
import type { XmpProperty, XmpValue } from "./rdf.ts";

/** A text without a language. */
export const simple = (text: string): XmpValue => ({ kind: "simple", text, language: undefined });

export const property = (namespace: string, prefix: string, local: string, value: XmpValue): XmpProperty => ({
  namespace,
  prefix,
  local,
  value,
});
