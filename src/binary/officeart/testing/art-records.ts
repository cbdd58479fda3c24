/** Writes OfficeArt records for tests. */

export function bytesOf(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

export function u16(...values: number[]): Uint8Array {
  return bytesOf(values.flatMap((value) => [value & 255, (value >> 8) & 255]));
}

export function u32(...values: number[]): Uint8Array {
  return bytesOf(values.flatMap((value) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255)));
}

/** A record; `version` 0xF makes it a container. */
export function record(type: number, body: Uint8Array, instance = 0, version = 0): Uint8Array {
  return bytesOf(u16((instance << 4) | version, type), u32(body.length), body);
}

export function container(type: number, ...children: readonly Uint8Array[]): Uint8Array {
  return record(type, bytesOf(...children), 0, 0xf);
}

/** A property table: numbers are simple values, bytes are complex ones. */
export function options(values: Readonly<Record<number, number | Uint8Array>>, type = 0xf00b): Uint8Array {
  const entries = Object.entries(values);
  const head = entries.map(([id, value]) =>
    typeof value === "number"
      ? bytesOf(u16(Number(id)), u32(value))
      : bytesOf(u16(Number(id) | 0x8000), u32(value.length)),
  );
  const data = entries.flatMap(([, value]) => (typeof value === "number" ? [] : [value]));
  return record(type, bytesOf(...head, ...data), entries.length, 3);
}

/** An array property. */
export function array(elementBytes: number, ...elements: readonly Uint8Array[]): Uint8Array {
  return bytesOf(u16(elements.length, elements.length, elementBytes), ...elements);
}

/** The record that says what a shape is; `flags` as in MS-ODRAW 2.2.40. */
export function shapeHead(type: number, id: number, flags = 0): Uint8Array {
  return record(0xf00a, u32(id, flags), type, 2);
}
