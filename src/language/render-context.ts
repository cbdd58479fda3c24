import type { TagSite } from "./ast.ts";
import type { TraceResult } from "./trace.ts";

/** What one render may use; passing a limit throws a Failure whose code names it. */
export interface RenderLimits {
  /** Loop turns plus the work of modifiers (`language_step_limit`). */
  steps?: number;
  /** Characters of the result, and of any text made on the way (`language_output_limit`). */
  outputCharacters?: number;
  /** Wall clock (`language_time_limit`). */
  milliseconds?: number;
}

/** Prints one value in a format of its own, e.g. as runs; `raw` is set by `nofilter`. */
type ValueWriter = (value: unknown, site: TagSite, raw: boolean) => string;

/** A document tag ({image}, {qrcode}, {pagebreak}, ...) to be rendered by the format. */
export interface DocumentTagCall {
  name: "image" | "qrcode" | "barcode" | "checkbox" | "pagebreak" | "link" | "html";
  /** Evaluated attributes; `value` is the checkbox's state. */
  attributes: Readonly<Record<string, unknown>>;
  /** What is inside {html}...{/html}, its values unescaped. */
  body?: string;
  site: TagSite;
}

/** Returns the format's own text for the tag; it is printed as it is. */
export type DocumentTagRenderer = (call: DocumentTagCall) => string;

/** What a render needs besides template and data. */
export interface RenderContext {
  /** `$smarty.now` and the base of relative dates. */
  now: Date;
  /** BCP 47. */
  locale: string;
  /** IANA. */
  timeZone: string;
  /** ISO 4217. */
  currency: string;
  /** Escape values for html (language "Differences from Smarty", 1). */
  autoescape: boolean;
  /** Escapes a value where a tag is, in place of html's escaping: a page holds other languages, too. */
  escape?: (text: string, site: TagSite) => string;
  /** Why a value may not be printed where a tag is; `printed` is its html. Its tag then prints nothing, with a warning. */
  refusal?: (printed: string, site: TagSite) => string | undefined;
  limits?: RenderLimits;
  /** Record fields, coerced values and branches for explain; costs nothing when off. */
  trace?: boolean;
  documentTags?: DocumentTagRenderer;
  /** Takes the place of escaping in formats whose text is markup of another kind. */
  write?: ValueWriter;
}

export type RenderWarningCode =
  | "lenient_number"
  | "not_a_number"
  | "compared_as_text"
  | "division_by_zero"
  | "unreadable_date"
  | "invalid_json"
  | "invalid_argument"
  | "refused_value"
  | "unsupported_tag";

/** Something that was printed differently from what the author may expect (language "Differences from Smarty", 3). */
export interface RenderWarning {
  code: RenderWarningCode;
  message: string;
  /** The tag as written. */
  tag?: string;
  /** Its offset in the source. */
  at?: number;
}

export interface RenderResult {
  text: string;
  warnings: RenderWarning[];
  trace?: TraceResult;
}
