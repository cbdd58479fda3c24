import { PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from "./objects.ts";

/**
 * The ways to a value that an entry holds or refers to: each returns undefined for a value of another type. How a
 * reference leads to its object is up to the reader.
 */
export abstract class ValueReader {
  /** The object behind a reference; absent ones are null. */
  abstract resolve(object: PdfObject | undefined): PdfObject;

  /** The dictionary that an entry stands for; not that of a stream. */
  dict(object: PdfObject | undefined): PdfDict | undefined {
    const resolved = this.resolve(object);
    return resolved instanceof PdfDict ? resolved : undefined;
  }

  array(object: PdfObject | undefined): PdfObject[] | undefined {
    const resolved = this.resolve(object);
    return Array.isArray(resolved) ? resolved : undefined;
  }

  stream(object: PdfObject | undefined): PdfStream | undefined {
    const resolved = this.resolve(object);
    return resolved instanceof PdfStream ? resolved : undefined;
  }

  number(object: PdfObject | undefined): number | undefined {
    const resolved = this.resolve(object);
    return typeof resolved === "number" ? resolved : undefined;
  }

  /** The value of a name. */
  name(object: PdfObject | undefined): string | undefined {
    const resolved = this.resolve(object);
    return resolved instanceof PdfName ? resolved.value : undefined;
  }

  string(object: PdfObject | undefined): PdfString | undefined {
    const resolved = this.resolve(object);
    return resolved instanceof PdfString ? resolved : undefined;
  }
}
