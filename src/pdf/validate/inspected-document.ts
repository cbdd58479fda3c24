import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";
import { decodeText } from "../text-strings.ts";
import { ValueReader } from "../value-reader.ts";
import type { Check, Findings, Place } from "./findings.ts";
import type { ValidationProfile } from "./profiles.ts";

/** A document as it is checked, and what several groups of rules need from it. */
export class InspectedDocument extends ValueReader {
  readonly document: PdfDocument;
  /** The file as it came. */
  readonly file: Uint8Array;
  readonly findings: Findings;
  /** Whether a file within this one is valid. */
  readonly isValidFile: (file: Uint8Array, profile: ValidationProfile) => boolean;
  /** The color space of the PDF/A output intent's profile as its header names it; undefined without one. */
  outputColorSpace: string | undefined;
  readonly #numbers = new Map<PdfObject, number>();

  constructor(
    document: PdfDocument,
    file: Uint8Array,
    findings: Findings,
    isValidFile: (file: Uint8Array, profile: ValidationProfile) => boolean,
  ) {
    super();
    this.document = document;
    this.file = file;
    this.findings = findings;
    this.isValidFile = isValidFile;
  }

  /** Whether the catalog states a natural language. */
  get hasLanguage(): boolean {
    return this.document.string(this.document.catalog.get("Lang")) !== undefined;
  }

  check<Subject>(checks: readonly Check<Subject>[], subject: Subject, place: Place = {}): void {
    this.findings.apply(checks, subject, place);
  }

  /** The object behind a reference; its number is remembered, to name it in problems. */
  override resolve(object: PdfObject | undefined): PdfObject {
    const resolved = this.document.resolve(object);
    if (object instanceof PdfRef && resolved instanceof Object) this.#numbers.set(resolved, object.number);
    return resolved;
  }

  /** The dictionary, even if it is a stream's. */
  anyDict(object: PdfObject | undefined): PdfDict | undefined {
    const resolved = this.resolve(object);
    if (resolved instanceof PdfStream) return resolved.dict;
    return resolved instanceof PdfDict ? resolved : undefined;
  }

  /** A text string as text. */
  text(object: PdfObject | undefined): string | undefined {
    const string = this.string(object);
    return string && decodeText(string);
  }

  /** The number under which an object was reached. */
  numberOf(object: PdfObject | undefined): number | undefined {
    if (object instanceof PdfRef) return object.number;
    return object instanceof Object ? this.#numbers.get(object) : undefined;
  }

  /** A stream's decoded bytes; undefined if an image format or an unknown filter is left. */
  decoded(stream: PdfStream): Uint8Array | undefined {
    const { bytes, remaining } = decodeWithin(this.document, stream);
    return remaining.length === 0 ? bytes : undefined;
  }
}
