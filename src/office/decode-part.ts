/**
 * Text of an XML part: UTF-8, or UTF-16 if its byte order mark says so (XML 1.0, 4.3.3); the mark itself is dropped.
 */
export function decodePart(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}
