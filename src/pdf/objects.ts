/** The object types of ISO 32000-2, 7.3. Numbers, booleans and null are JavaScript's own; arrays are plain arrays. */
export type PdfObject = null | boolean | number | PdfName | PdfString | PdfRef | PdfDict | PdfStream | PdfObject[];

/** A name (7.3.5). `value` holds one character (0-255) for each byte, `#xx` escapes resolved, without the slash. */
export class PdfName {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

/** A string (7.3.4): bytes, already decrypted. `text-strings.ts` turns them into text and back. */
export class PdfString {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/**
 * An indirect reference (7.3.10). Generations are needed only to decrypt and are kept with the cross-reference entry:
 * one number names one object.
 */
export class PdfRef {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** A dictionary (7.3.7): keys as in {@link PdfName}, values direct objects or references, in the order of the file. */
export class PdfDict extends Map<string, PdfObject> {}

/** Bytes of a stream that are not simply at hand: they are decrypted on demand or stay in a big file. */
export interface StreamBody {
  /** Of the bytes as they are in the file. */
  readonly length: number;
  /** The encoded bytes, encryption removed. Throws a Failure if they were not loaded from a big file. */
  bytes(): Uint8Array;
  /** The same for bodies that may have to be fetched first. */
  load(): Promise<Uint8Array>;
}

/** A stream (7.3.8). Its bytes are a view of the file as long as nobody replaces them; copies share the body. */
export class PdfStream {
  readonly dict: PdfDict;
  readonly body: Uint8Array | StreamBody;

  constructor(dict: PdfDict, body: Uint8Array | StreamBody) {
    this.dict = dict;
    this.body = body;
  }

  /** About how many encoded bytes there are: encryption adds up to 32. */
  get length(): number {
    return this.body.length;
  }

  /** The encoded bytes: filters still applied, encryption removed. */
  bytes(): Uint8Array {
    return this.body instanceof Uint8Array ? this.body : this.body.bytes();
  }

  /** {@link bytes} for streams whose body may be in a big file. */
  async load(): Promise<Uint8Array> {
    return this.body instanceof Uint8Array ? this.body : this.body.load();
  }
}

const names = new Map<string, PdfName>();
/** More than the code has; one that came from a file all the same takes no place for good. */
const MAX_NAMES = 4_096;

/** A name written in code, e.g. `name("Page")`; made once. Never call it with text from a file. */
export function name(value: string): PdfName {
  let made = names.get(value);
  if (made) return made;
  made = new PdfName(value);
  if (names.size < MAX_NAMES) names.set(value, made);
  return made;
}

/** True if the object is this name. */
export function isName(object: PdfObject | undefined, value: string): boolean {
  return object instanceof PdfName && object.value === value;
}

/** A dictionary from an object literal; members that are undefined are left out. */
export function dict(entries: Record<string, PdfObject | undefined>): PdfDict {
  const made = new PdfDict();
  for (const key of Object.keys(entries)) {
    const value = entries[key];
    if (value !== undefined) made.set(key, value);
  }
  return made;
}
