/** A BMP of up to eight bits per pixel in shades of gray, its rows from the top. */
export function bmp(
  bits: 1 | 4 | 8,
  rows: readonly (readonly number[])[],
  more: { packed?: readonly number[] } = {},
): Uint8Array {
  const width = rows[0]?.length ?? 0;
  const colors = 2 ** bits;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const start = 54 + 4 * colors;
  const pixels = new Uint8Array(rowBytes * rows.length);
  for (const [y, row] of rows.toReversed().entries()) {
    for (const [x, value] of row.entries()) {
      const bit = x * bits;
      const at = y * rowBytes + (bit >> 3);
      pixels[at] = (pixels[at] ?? 0) | (value << (8 - bits - (bit & 7)));
    }
  }
  const data = more.packed ?? pixels;
  const bytes = new Uint8Array(start + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(10, start, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, rows.length, true);
  view.setUint16(28, bits, true);
  if (more.packed) view.setUint32(30, bits === 4 ? 2 : 1, true);
  for (let index = 0; index < colors; index++) {
    const shade = Math.round((index * 255) / (colors - 1));
    bytes.set([shade, shade, shade], 54 + 4 * index);
  }
  bytes.set(data, start);
  return bytes;
}

/** A little-endian TIFF with one strip, unless its tags say otherwise; `tags` are its short values. */
export function tiff(tags: Readonly<Record<number, number | readonly number[]>>, strip: Uint8Array): Uint8Array {
  const entries = Object.entries({ 273: 8, 279: strip.length, ...tags }).sort(([a], [b]) => Number(a) - Number(b));
  const start = 8 + strip.length;
  const bytes = new Uint8Array(start + 6 + 12 * entries.length + 4_000);
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, start, true);
  bytes.set(strip, 8);
  view.setUint16(start, entries.length, true);
  let more = start + 6 + 12 * entries.length;
  for (const [index, [tag, value]] of entries.entries()) {
    const at = start + 2 + 12 * index;
    const values = typeof value === "number" ? [value] : value;
    view.setUint16(at, Number(tag), true);
    view.setUint16(at + 2, 3, true);
    view.setUint32(at + 4, values.length, true);
    const isInline = values.length <= 2;
    if (!isInline) view.setUint32(at + 8, more, true);
    for (const [place, number] of values.entries())
      view.setUint16((isInline ? at + 8 : more) + 2 * place, number, true);
    if (!isInline) more += 2 * values.length;
  }
  return bytes;
}

/**
 * A little-endian TIFF of several pages, 8 bits of gray each; `tags` are further short values of a page.
 * @param lastNext offset that the last directory names as the next one
 */
export function pagedTiff(
  pages: readonly { width: number; height: number; tags?: Readonly<Record<number, number>>; samples?: Uint8Array }[],
  lastNext = 0,
): Uint8Array {
  const made = pages.map(({ width, height, tags = {}, samples = new Uint8Array(width * height) }) => ({
    samples,
    entries: { 256: width, 257: height, 258: 8, 259: 1, 262: 1, 277: 1, 278: height, 279: samples.length, ...tags },
  }));
  const sizes = made.map(({ samples, entries }) => 2 + 12 * (Object.keys(entries).length + 1) + 4 + samples.length);
  const starts = sizes.map((_, index) => 8 + sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
  const bytes = new Uint8Array(8 + sizes.reduce((sum, size) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 42, 0]);
  view.setUint32(4, starts[0] ?? 0, true);
  for (const [index, { samples, entries }] of made.entries()) {
    const start = starts[index] ?? 0;
    const strip = start + (sizes[index] ?? 0) - samples.length;
    const all = Object.entries({ 273: strip, ...entries }).sort(([a], [b]) => Number(a) - Number(b));
    view.setUint16(start, all.length, true);
    for (const [place, [tag, value]] of all.entries()) {
      const at = start + 2 + 12 * place;
      view.setUint16(at, Number(tag), true);
      view.setUint16(at + 2, 4, true);
      view.setUint32(at + 4, 1, true);
      view.setUint32(at + 8, value, true);
    }
    view.setUint32(strip - 4, starts[index + 1] ?? lastNext, true);
    bytes.set(samples, strip);
  }
  return bytes;
}
