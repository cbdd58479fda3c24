/** The header of an ICC profile (ISO 15076-1, 7.2). */
export interface IccHeader {
  /** Four characters, like the color space. */
  readonly deviceClass: string;
  readonly colorSpace: string;
  readonly version: number;
}

const HEADER_BYTES = 128;

/** Reads a profile's header; undefined if it is not a profile. */
export function readIccHeader(profile: Uint8Array): IccHeader | undefined {
  const word = (at: number) => String.fromCharCode(...profile.subarray(at, at + 4));
  if (profile.length < HEADER_BYTES || word(36) !== "acsp") return undefined;
  const minor = (profile[9] ?? 0) >> 4;
  return { deviceClass: word(12), colorSpace: word(16), version: (profile[8] ?? 0) + minor / 10 };
}
