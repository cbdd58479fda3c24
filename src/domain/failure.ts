import type { FailureCode } from "./failure-codes.ts";
import type { TemplateWarning } from "./template-warning.ts";

/** One of several things that are wrong: where it is and what to do about it. */
export interface FailureItem {
  /** JSON pointer or form name of the member that is wrong, e.g. `/rules/0/document_id`. */
  pointer?: string;
  /** Package part, sheet cell or PDF field that holds a template tag. */
  part?: string;
  /** Where a person finds it in the file, e.g. `table 2, row 3, cell 2, under the heading “Delivery”`. */
  place?: string;
  /** The template tag's own text. */
  tag?: string;
  /** 1-based line and column in an html or text template. */
  line?: number;
  column?: number;
  /** A sentence a person can act on. */
  message: string;
}

/** What a failure may carry besides its code and its sentence. */
export interface FailureExtra {
  errors?: readonly FailureItem[];
  /** What else is most likely unintended in a template with errors: whoever mends them sees both at once. */
  warnings?: readonly TemplateWarning[];
  retryAfterSeconds?: number;
  /** Who was quicker, by name (empty if it was the caller, or nobody is known by name), and when. */
  changed?: { by: string; at: string };
  /** Header lines that the answer needs, e.g. `allow` or `www-authenticate`. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/**
 * The one tagged failure of the service. Rooms throw it with a stable code and a sentence a person can act on;
 * `http/problems.ts` is the only place that turns it into a status and a body (RFC 9457).
 */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: FailureCode;
  readonly errors: readonly FailureItem[];
  readonly warnings: readonly TemplateWarning[];
  readonly retryAfterSeconds: number | undefined;
  readonly changed: FailureExtra["changed"];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: FailureCode, message: string, extra: FailureExtra = {}) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.errors = extra.errors ?? [];
    this.warnings = extra.warnings ?? [];
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.changed = extra.changed;
    this.headers = extra.headers ?? {};
  }
}
