/** A value of DER (X.690): its content is between two positions in the bytes. */
export interface DerValue {
  readonly bytes: Uint8Array;
  readonly tag: number;
  /** Where its header begins. */
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

/** Tags of ASN.1 that lists of revoked certificates and the like use. */
export const DER = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** [0] and so on, around a value. */
  context: 0xa0,
  /** [0] and so on, in place of a tag. */
  primitiveContext: 0x80,
} as const;

/**
 * Reads one value without making objects of what is in it: lists of revoked certificates have a hundred thousand
 * entries, which as a tree of objects would be more than an isolate holds. Undefined if it is not DER.
 */
export function readDer(bytes: Uint8Array, at = 0, limit = bytes.length): DerValue | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return undefined;
  let content = at + 2;
  let length = first;
  if (first >= 0x80) {
    const digits = first & 0x7f;
    if (digits === 0 || digits > 4) return undefined;
    length = 0;
    for (let index = 0; index < digits; index++) length = length * 256 + (bytes[content + index] ?? 0);
    content += digits;
  }
  const end = content + length;
  return end > limit ? undefined : { bytes, tag, start: at, content, end };
}

/** The values in a value; ends where something is not DER. */
export function* valuesIn(value: DerValue | undefined): Generator<DerValue, void> {
  if (!value) return;
  for (let at = value.content; at < value.end; ) {
    const each = readDer(value.bytes, at, value.end);
    if (!each) return;
    yield each;
    at = each.end;
  }
}

/** The value with its header. */
export const wholeOf = ({ bytes, start, end }: DerValue): Uint8Array => bytes.subarray(start, end);
export const contentOf = ({ bytes, content, end }: DerValue): Uint8Array => bytes.subarray(content, end);

/** UTCTime or GeneralizedTime, in UTC (RFC 5280, 4.1.2.5). */
export function timeIn(value: DerValue | undefined): Date | undefined {
  if (!value || (value.tag !== DER.utcTime && value.tag !== DER.generalizedTime)) return undefined;
  const text = Buffer.from(contentOf(value)).toString("latin1");
  const parts = /^(\d\d)?(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text);
  if (!parts) return undefined;
  const [, century, year = "", month, day, hour, minute, second] = parts;
  const whole = century === undefined ? (Number(year) < 50 ? `20${year}` : `19${year}`) : `${century}${year}`;
  const time = new Date(`${whole}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** The numbers of an object identifier (X.690, 8.19). */
export function identifierIn(value: DerValue): string | undefined {
  if (value.tag !== DER.objectIdentifier || value.end - value.content > 64) return undefined;
  const parts: number[] = [];
  let number = 0;
  for (const byte of contentOf(value)) {
    number = number * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    parts.push(number);
    number = 0;
  }
  const [first = 0, ...rest] = parts;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - 40 * root, ...rest].join(".");
}

/** BER is nested no deeper in any signature. */
const MAX_NESTING = 64;

/**
 * A value of BER in the one form that DER has for it (X.690, 10 and 11): lengths that are stated, strings in one piece,
 * sets in order. Undefined if it is not BER.
 */
export function derFromBer(bytes: Uint8Array): Uint8Array | undefined {
  return rewritten(bytes, 0, bytes.length, 0)?.bytes;
}

function rewritten(
  bytes: Uint8Array,
  at: number,
  limit: number,
  depth: number,
): { bytes: Uint8Array; end: number } | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || depth > MAX_NESTING) return undefined;
  const isConstructed = (tag & 0x20) !== 0;
  let content = at + 2;
  let end = limit;
  if (first !== 0x80) {
    const digits = first < 0x80 ? 0 : first & 0x7f;
    if (digits > 4) return undefined;
    let length = digits === 0 ? first : 0;
    for (let index = 0; index < digits; index++) length = length * 256 + (bytes[content + index] ?? 0);
    content += digits;
    end = content + length;
    if (end > limit) return undefined;
    if (!isConstructed) return { bytes: tagged(tag, bytes.subarray(content, end)), end };
  } else if (!isConstructed) return undefined;
  const parts: Uint8Array[] = [];
  let position = content;
  while (position < end) {
    if (first === 0x80 && bytes[position] === 0 && bytes[position + 1] === 0) break;
    const part = rewritten(bytes, position, end, depth + 1);
    if (!part) return undefined;
    parts.push(part.bytes);
    position = part.end;
  }
  if (first === 0x80) {
    if (bytes[position] !== 0 || bytes[position + 1] !== 0) return undefined;
    end = position + 2;
  }
  if (tag === (DER.octetString | 0x20)) {
    const pieces = parts.map((part) => contentOf(readDer(part) ?? { bytes: part, tag, start: 0, content: 0, end: 0 }));
    return { bytes: tagged(DER.octetString, Buffer.concat(pieces)), end };
  }
  if (tag === DER.set) parts.sort((left, right) => Buffer.compare(left, right));
  return { bytes: tagged(tag, Buffer.concat(parts)), end };
}

function tagged(tag: number, content: Uint8Array): Uint8Array {
  const digits: number[] = [];
  for (let length = content.length; content.length >= 0x80 && length > 0; length = Math.floor(length / 256))
    digits.unshift(length % 256);
  const header = digits.length === 0 ? [tag, content.length] : [tag, 0x80 | digits.length, ...digits];
  return new Uint8Array(Buffer.concat([Buffer.from(header), content]));
}
