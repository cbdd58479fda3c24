import { Buffer } from "node:buffer";

/**
 * The bytes of base64 text (RFC 4648, sections 4 and 5), or what is wrong with it. Line breaks, blanks, missing
 * padding, the URL-safe alphabet and a `data:...;base64,` prefix are accepted (wire "Base64").
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | { wrong: string } {
  const prefix = text.startsWith("data:") ? text.slice(0, text.indexOf(",") + 1) : "";
  if (text.startsWith("data:") && !prefix.endsWith(";base64,")) {
    return { wrong: "must be base64: its data: prefix does not say ;base64" };
  }

  const encoded = stripped(prefix === "" ? text : text.slice(prefix.length));
  const outsider = encoded.search(/[^A-Za-z0-9+/_-]/);
  if (outsider >= 0) {
    return {
      wrong: `must be base64: ${JSON.stringify(encoded[outsider])} at character ${outsider + 1} does not belong`,
    };
  }
  if (encoded.length % 4 === 1)
    return { wrong: "must be base64: it is cut off, one character is left over at its end" };

  const bytes = Buffer.from(encoded, "base64");
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Without white space and without the padding at the end. */
function stripped(text: string): string {
  const dense = /\s/.test(text) ? text.replace(/\s+/g, "") : text;
  let end = dense.length;
  while (end > dense.length - 2 && dense[end - 1] === "=") end--;

  return end === dense.length ? dense : dense.slice(0, end);
}
