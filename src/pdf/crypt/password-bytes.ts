import { encodePdfDocEncoding } from "../text-strings.ts";

const MAX_UTF8_PASSWORD_LENGTH = 127;
const MAX_LEGACY_PASSWORD_LENGTH = 32;

/** Characters that SASLprep maps to nothing (RFC 3454, table B.1). */
const MAPPED_TO_NOTHING = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/g;
/** Blanks that SASLprep maps to the space (RFC 3454, table C.1.2). */
const OTHER_BLANKS = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g;

/** A password for AES-256: the SASLprep profile (RFC 4013) in UTF-8, cut at 127 bytes (ISO 32000-2, 7.6.4.3.3). */
export function preparePassword(password: string): Uint8Array {
  const prepared = password.replace(OTHER_BLANKS, " ").replace(MAPPED_TO_NOTHING, "").normalize("NFKC");
  return utf8(prepared);
}

/** The ways in which producers turned a password into bytes for AES-256, the standard's own first. */
export function passwordCandidatesUtf8(password: string): Uint8Array[] {
  return distinct([preparePassword(password), utf8(password)]);
}

/** The same for RC4 and AES-128: PDFDocEncoding (7.6.4.3.2), but UTF-8 and Latin-1 occur as well. */
export function passwordCandidatesLegacy(password: string): Uint8Array[] {
  const candidates: Uint8Array[] = [];
  const documentEncoding = encodePdfDocEncoding(password);
  if (documentEncoding) candidates.push(documentEncoding);
  candidates.push(new TextEncoder().encode(password));
  candidates.push(Uint8Array.from(password, (character) => character.charCodeAt(0) & 255));
  return distinct(candidates.map((bytes) => bytes.subarray(0, MAX_LEGACY_PASSWORD_LENGTH)));
}

function utf8(password: string): Uint8Array {
  return new TextEncoder().encode(password).subarray(0, MAX_UTF8_PASSWORD_LENGTH);
}

function distinct(candidates: Uint8Array[]): Uint8Array[] {
  const seen = new Set<string>();
  return candidates.filter((bytes) => {
    const key = bytes.join();
    return !seen.has(key) && seen.add(key);
  });
}
