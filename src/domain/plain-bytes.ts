/**
 * The same bytes as a plain Uint8Array. Node's Buffer is one too, but its `slice` is a view, not a copy: code that
 * changes what it takes for a copy would change the caller's bytes.
 */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.constructor === Uint8Array) return bytes;
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
