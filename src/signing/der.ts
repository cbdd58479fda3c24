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
