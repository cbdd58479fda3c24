/** What a JPEG 2000 image says about its colors (ISO/IEC 15444-1, annexes A and I). */
export interface Jpeg2000 {
  readonly channels: number;
  /** Bits of a sample; 0 if they differ by channel. */
  readonly bitDepth: number;
  readonly hasDepthByChannel: boolean;
  readonly colors: readonly ColorSpecification[];
}

interface ColorSpecification {
  readonly method: number;
  readonly approximation: number;
  readonly enumerated: number | undefined;
}

/** In a file, and in its header. */
const MAX_BOXES = 256;
const SIZE_MARKER = 0xff51;

/** Reads the boxes of an image, or the header of a bare code stream; undefined if it is neither. */
export function readJpeg2000(bytes: Uint8Array): Jpeg2000 | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0xff && bytes[1] === 0x4f) return readCodeStream(view, 0);
  const boxes = [...boxesIn(view, 0, bytes.length)];
  const header = boxes.find(({ type }) => type === "jp2h");
  if (!header) return undefined;
  const inner = [...boxesIn(view, header.start, header.end)];
  const size = inner.find(({ type }) => type === "ihdr");
  if (!size || size.start + 11 > bytes.length) return undefined;
  const depth = view.getUint8(size.start + 10);
  const opacity = opacityChannels(
    view,
    inner.find(({ type }) => type === "cdef"),
  );
  return {
    channels: view.getUint16(size.start + 8) - opacity,
    bitDepth: depth === 255 ? 0 : (depth & 127) + 1,
    hasDepthByChannel: inner.some(({ type }) => type === "bpcc"),
    colors: inner
      .filter(({ type, start, end }) => type === "colr" && end - start >= 3)
      .map(({ start, end }) => {
        const method = view.getUint8(start);
        const enumerated = method === 1 && end - start >= 7 ? view.getUint32(start + 3) : undefined;
        return { method, approximation: view.getUint8(start + 2), enumerated };
      }),
  };
}

interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
  for (let at = from, count = 0; at + 8 <= to && count < MAX_BOXES; count++) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    const headerBytes = length === 1 ? 16 : 8;
    const end = length === 0 ? to : length === 1 ? at + (at + 16 <= to ? view.getUint32(at + 12) : 0) : at + length;
    if (end < at + headerBytes || end > to) return;
    yield { type, start: at + headerBytes, end };
    at = end;
  }
}

/** Channels that the definition says are opacity (type 1 or 2). */
function opacityChannels(view: DataView, box: Box | undefined): number {
  if (!box || box.end - box.start < 2) return 0;
  const count = Math.min(view.getUint16(box.start), Math.floor((box.end - box.start - 2) / 6));
  let opacity = 0;
  for (let index = 0; index < count; index++) {
    const type = view.getUint16(box.start + 4 + 6 * index);
    if (type === 1 || type === 2) opacity++;
  }
  return opacity;
}

function readCodeStream(view: DataView, start: number): Jpeg2000 | undefined {
  if (view.byteLength < start + 44 || view.getUint16(start + 2) !== SIZE_MARKER) return undefined;
  const channels = view.getUint16(start + 40);
  return { channels, bitDepth: (view.getUint8(start + 42) & 127) + 1, hasDepthByChannel: false, colors: [] };
}
