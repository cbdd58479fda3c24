/** Bounds-checked little-endian reading. Reads beyond the end give 0. */
export class ByteReader {
  readonly #view: DataView;
  readonly length: number;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.length = bytes.byteLength;
  }

  #holds(offset: number, size: number): boolean {
    return offset >= 0 && offset + size <= this.length;
  }

  u8(offset: number): number {
    return this.#holds(offset, 1) ? this.#view.getUint8(offset) : 0;
  }

  u16(offset: number): number {
    return this.#holds(offset, 2) ? this.#view.getUint16(offset, true) : 0;
  }

  i16(offset: number): number {
    return this.#holds(offset, 2) ? this.#view.getInt16(offset, true) : 0;
  }

  u32(offset: number): number {
    return this.#holds(offset, 4) ? this.#view.getUint32(offset, true) : 0;
  }

  i32(offset: number): number {
    return this.#holds(offset, 4) ? this.#view.getInt32(offset, true) : 0;
  }

  f32(offset: number): number {
    return this.#holds(offset, 4) ? this.#view.getFloat32(offset, true) : 0;
  }

  bytes(offset: number, size: number): Uint8Array {
    const from = Math.max(0, Math.min(this.length, offset));
    const to = Math.max(from, Math.min(this.length, offset + Math.max(0, size)));
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + from, to - from);
  }

  utf16(offset: number, characters: number): string {
    return new TextDecoder("utf-16le").decode(this.bytes(offset, characters * 2));
  }

  latin(offset: number, size: number): string {
    return new TextDecoder("windows-1252").decode(this.bytes(offset, size));
  }

  /** Bytes as the characters of the same codes, which is how symbol fonts work. */
  codes(offset: number, size: number): string {
    return Array.from(this.bytes(offset, size), (code) => String.fromCharCode(code)).join("");
  }
}

/** Reads little-endian values one after the other. Beyond the end there are zeros. */
export class ByteCursor {
  readonly #reader: ByteReader;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#reader = new ByteReader(bytes);
    this.#at = at;
  }

  /** Bytes until the end. */
  get left(): number {
    return Math.max(0, this.#reader.length - this.#at);
  }

  get atEnd(): boolean {
    return this.left === 0;
  }

  skip(size: number): void {
    this.#at += size;
  }

  u8(): number {
    this.#at += 1;
    return this.#reader.u8(this.#at - 1);
  }

  u16(): number {
    this.#at += 2;
    return this.#reader.u16(this.#at - 2);
  }

  i16(): number {
    this.#at += 2;
    return this.#reader.i16(this.#at - 2);
  }

  u32(): number {
    this.#at += 4;
    return this.#reader.u32(this.#at - 4);
  }

  /** At most as many bytes as there are. */
  bytes(size: number): Uint8Array {
    const most = Math.min(size, this.left);
    this.#at += most;
    return this.#reader.bytes(this.#at - most, most);
  }

  /** At most as many characters as there are. */
  utf16(characters: number): string {
    const most = Math.min(characters, this.left >> 1);
    this.#at += most * 2;
    return this.#reader.utf16(this.#at - most * 2, most);
  }
}

/** COLORREF (0x00bbggrr) -> `#rrggbb`. */
export function colorRef(value: number): string {
  const part = (shift: number) => ((value >> shift) & 255).toString(16).padStart(2, "0");
  return `#${part(0)}${part(8)}${part(16)}`;
}
