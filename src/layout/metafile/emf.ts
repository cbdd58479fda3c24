/** Enhanced metafiles (MS-EMF) -> SVG. Records that only matter to devices are skipped. */
import { isSymbolFont } from "../docx/symbol-fonts.ts";
import { ByteReader, colorRef } from "./byte-reader.ts";
import { dibUrl } from "./dib.ts";
import { GdiCanvas, type GdiObject, penDash } from "./gdi-canvas.ts";
import type { DeviceBox, Point } from "./gdi-curves.ts";
import type { Matrix } from "./gdi-matrix.ts";

const MAX_RECORDS = 200_000;
const MAX_POINTS = 200_000;

const STOCK: Readonly<Record<number, GdiObject>> = {
  0: { kind: "brush", color: "#ffffff" },
  1: { kind: "brush", color: "#c0c0c0" },
  2: { kind: "brush", color: "#808080" },
  3: { kind: "brush", color: "#404040" },
  4: { kind: "brush", color: "#000000" },
  5: { kind: "brush", color: undefined },
  6: { kind: "pen", color: "#ffffff", width: 1, dash: undefined },
  7: { kind: "pen", color: "#000000", width: 1, dash: undefined },
  8: { kind: "pen", color: undefined, width: 0, dash: undefined },
};

export function emfToSvg(bytes: Uint8Array): string | undefined {
  const reader = new ByteReader(bytes);
  if (reader.u32(0) !== 1 || reader.u32(40) !== 0x464d4520) return undefined;
  const [left, top, right, bottom] = [8, 12, 16, 20].map((offset) => reader.i32(offset)) as [
    number,
    number,
    number,
    number,
  ];
  const [frameLeft, frameTop, frameRight, frameBottom] = [24, 28, 32, 36].map((offset) => reader.i32(offset)) as [
    number,
    number,
    number,
    number,
  ];
  const device = {
    width: reader.i32(72) || 1,
    height: reader.i32(76) || 1,
    widthMm: reader.i32(80) || 1,
    heightMm: reader.i32(84) || 1,
  };
  const canvas = new GdiCanvas();
  let offset = reader.u32(4);
  for (let count = 0; count < MAX_RECORDS && offset + 8 <= reader.length && !canvas.full; count++) {
    const type = reader.u32(offset);
    const size = reader.u32(offset + 4);
    if (size < 8 || offset + size > reader.length || type === 14) break;
    playRecord(type, reader, offset, size, canvas);
    offset += size;
  }
  if (canvas.isEmpty) return undefined;
  // The frame (hundredths of a millimetre) in device units is what the picture shows.
  const perMmX = device.width / device.widthMm / 100;
  const perMmY = device.height / device.heightMm / 100;
  const hasFrame = frameRight > frameLeft && frameBottom > frameTop;
  const x = hasFrame ? frameLeft * perMmX : left;
  const y = hasFrame ? frameTop * perMmY : top;
  const width = hasFrame ? (frameRight - frameLeft) * perMmX : right - left;
  const height = hasFrame ? (frameBottom - frameTop) * perMmY : bottom - top;
  return width > 0 && height > 0 ? canvas.svg(x, y, width, height) : undefined;
}

function readPoints(reader: ByteReader, offset: number, count: number, small: boolean): Point[] {
  const points: Point[] = [];
  const size = small ? 4 : 8;
  for (let index = 0; index < Math.min(count, MAX_POINTS); index++) {
    const at = offset + index * size;
    if (at + size > reader.length) break;
    points.push(small ? { x: reader.i16(at), y: reader.i16(at + 2) } : { x: reader.i32(at), y: reader.i32(at + 4) });
  }
  return points;
}

function matrixAt(reader: ByteReader, offset: number): Matrix {
  return [0, 4, 8, 12, 16, 20].map((step) => reader.f32(offset + step)) as unknown as Matrix;
}

function ansiText(reader: ByteReader, at: number, length: number, { state }: GdiCanvas): string {
  return isSymbolFont(state.font.family) ? reader.codes(at, length) : reader.latin(at, length);
}

function boxAt(reader: ByteReader, offset: number): DeviceBox {
  return {
    left: reader.i32(offset),
    top: reader.i32(offset + 4),
    right: reader.i32(offset + 8),
    bottom: reader.i32(offset + 12),
  };
}

function playRecord(type: number, reader: ByteReader, at: number, size: number, canvas: GdiCanvas): void {
  const { state } = canvas;
  const data = at + 8;
  const polygon = (small: boolean, from: number) => readPoints(reader, from, reader.u32(data + 16), small);
  switch (type) {
    // A window alone maps nothing: without a mode or a viewport units are those of the device.
    case 9:
      Object.assign(state, { windowWidth: reader.i32(data), windowHeight: reader.i32(data + 4) });
      break;
    case 10:
      Object.assign(state, { windowX: reader.i32(data), windowY: reader.i32(data + 4) });
      break;
    case 11:
      Object.assign(state, { viewportWidth: reader.i32(data), viewportHeight: reader.i32(data + 4), mapsWindow: true });
      break;
    case 12:
      Object.assign(state, { viewportX: reader.i32(data), viewportY: reader.i32(data + 4) });
      break;
    case 17:
      state.mapsWindow = reader.u32(data) !== 1 && (state.mapsWindow || reader.u32(data) >= 7);
      break;
    case 18:
      state.opaque = reader.u32(data) === 2;
      break;
    case 19:
      state.evenOdd = reader.u32(data) !== 2;
      break;
    case 22:
      state.textAlign = reader.u32(data);
      break;
    case 24:
      state.textColor = colorRef(reader.u32(data));
      break;
    case 25:
      state.background = colorRef(reader.u32(data));
      break;
    case 27:
      canvas.moveTo(reader.i32(data), reader.i32(data + 4));
      break;
    case 33:
      canvas.save();
      break;
    case 34:
      canvas.restore(reader.i32(data));
      break;
    case 35:
      state.world = matrixAt(reader, data);
      break;
    case 36: {
      const mode = reader.u32(data + 24);
      if (mode === 1) state.world = [1, 0, 0, 1, 0, 0];
      else if (mode === 4) state.world = matrixAt(reader, data);
      else canvas.multiplyWorld(matrixAt(reader, data), mode === 2);
      break;
    }
    case 37: {
      const handle = reader.u32(data);
      canvas.select(handle >= 0x8000_0000 ? STOCK[handle - 0x8000_0000] : canvas.objects.get(handle));
      break;
    }
    case 38: {
      const style = reader.u32(data + 4);
      const color = (style & 15) === 5 ? undefined : colorRef(reader.u32(data + 16));
      canvas.objects.set(reader.u32(data), {
        kind: "pen",
        color,
        width: Math.max(1, reader.i32(data + 8)),
        dash: penDash(style),
      });
      break;
    }
    case 95: {
      const style = reader.u32(data + 20);
      const color = (style & 15) === 5 ? undefined : colorRef(reader.u32(data + 32));
      canvas.objects.set(reader.u32(data), {
        kind: "pen",
        color,
        width: Math.max(1, reader.u32(data + 24)),
        dash: penDash(style),
      });
      break;
    }
    case 39: {
      const style = reader.u32(data + 4);
      canvas.objects.set(reader.u32(data), {
        kind: "brush",
        color: style === 1 ? undefined : colorRef(reader.u32(data + 8)),
      });
      break;
    }
    case 93:
    case 94:
      canvas.objects.set(reader.u32(data), { kind: "brush", color: "#c0c0c0" });
      break;
    case 40:
      canvas.objects.delete(reader.u32(data));
      break;
    case 82:
      canvas.objects.set(reader.u32(data), {
        kind: "font",
        height: reader.i32(data + 4),
        angle: reader.i32(data + 12),
        bold: reader.i32(data + 20) >= 600,
        italic: reader.u8(data + 24) !== 0,
        underline: reader.u8(data + 25) !== 0,
        strikeOut: reader.u8(data + 26) !== 0,
        family: reader.utf16(data + 32, 32).split("\0")[0] || "Arial",
      });
      break;
    case 42:
      canvas.ellipse(reader.i32(data), reader.i32(data + 4), reader.i32(data + 8), reader.i32(data + 12));
      break;
    case 43:
      canvas.rectangle(reader.i32(data), reader.i32(data + 4), reader.i32(data + 8), reader.i32(data + 12));
      break;
    case 44:
      canvas.roundRectangle(boxAt(reader, data), reader.i32(data + 16), reader.i32(data + 20));
      break;
    case 45:
    case 46:
    case 47:
      canvas.arc(
        boxAt(reader, data),
        { x: reader.i32(data + 16), y: reader.i32(data + 20) },
        { x: reader.i32(data + 24), y: reader.i32(data + 28) },
        type === 45 ? "arc" : type === 46 ? "chord" : "pie",
      );
      break;
    case 30:
      canvas.clip(boxAt(reader, data));
      break;
    case 75:
      // The region that takes the place of all others is more than a rectangle: better too much is shown.
      if (reader.u32(data + 4) === 5) state.clip = undefined;
      break;
    case 54:
      canvas.lineTo([{ x: reader.i32(data), y: reader.i32(data + 4) }]);
      break;
    case 59:
      canvas.beginPath();
      break;
    case 61:
      canvas.closeFigure();
      break;
    case 62:
      canvas.paintPath(true, false);
      break;
    case 63:
      canvas.paintPath(true, true);
      break;
    case 64:
      canvas.paintPath(false, true);
      break;
    case 67:
    case 68:
      canvas.dropPath();
      break;
    case 3:
    case 86:
      canvas.shape(canvas.polyline(polygon(type === 86, data + 20), true), true, true);
      break;
    case 4:
    case 87:
      canvas.shape(canvas.polyline(polygon(type === 87, data + 20), false), false, true);
      break;
    case 2:
    case 85: {
      const [first, ...rest] = polygon(type === 85, data + 20);
      if (first) canvas.shape(canvas.bezier(rest, first), false, true);
      break;
    }
    case 5:
    case 88:
      canvas.bezierTo(polygon(type === 88, data + 20));
      break;
    case 6:
    case 89:
      canvas.lineTo(polygon(type === 89, data + 20));
      break;
    case 7:
    case 8:
    case 90:
    case 91: {
      const small = type >= 90;
      const closed = type === 8 || type === 91;
      const groups = Math.min(reader.u32(data + 16), 10_000);
      let from = data + 24 + groups * 4;
      let d = "";
      for (let index = 0; index < groups; index++) {
        const count = reader.u32(data + 24 + index * 4);
        d += canvas.polyline(readPoints(reader, from, count, small), closed);
        from += count * (small ? 4 : 8);
        if (from > at + size) break;
      }
      if (d) canvas.shape(d, closed, true);
      break;
    }
    case 83:
    case 84: {
      const characters = Math.min(reader.u32(data + 36), 20_000);
      const textOffset = at + reader.u32(data + 40);
      const advanceOffset = reader.u32(data + 64);
      const text =
        type === 84 ? reader.utf16(textOffset, characters) : ansiText(reader, textOffset, characters, canvas);
      const advances =
        advanceOffset > 0
          ? Array.from({ length: characters }, (_, index) => reader.u32(at + advanceOffset + index * 4))
          : undefined;
      canvas.text(text, reader.i32(data + 28), reader.i32(data + 32), advances);
      break;
    }
    case 76:
    case 77:
    case 81:
    case 114:
      playBitmap(type, reader, at, canvas);
      break;
  }
}

/** BITBLT, STRETCHBLT and STRETCHDIBITS; without a bitmap the first two fill a rectangle. */
function playBitmap(type: number, reader: ByteReader, at: number, canvas: GdiCanvas): void {
  const data = at + 8;
  const [x, y] = [reader.i32(data + 16), reader.i32(data + 20)];
  const isDib = type === 81;
  const [width, height] = isDib
    ? [reader.i32(data + 64), reader.i32(data + 68)]
    : [reader.i32(data + 24), reader.i32(data + 28)];
  const base = isDib ? data + 40 : data + 76;
  const headerOffset = reader.u32(base);
  const headerSize = reader.u32(base + 4);
  const pixelOffset = reader.u32(base + 8);
  const pixelSize = reader.u32(base + 12);
  if (headerSize > 0 && pixelSize > 0) {
    const url = dibUrl(reader.bytes(at + headerOffset, headerSize), reader.bytes(at + pixelOffset, pixelSize));
    if (url) canvas.image(url, x, y, width, height);
    return;
  }
  const PATCOPY = 0x00f0_0021;
  if (!isDib && reader.u32(data + 32) === PATCOPY) {
    const { pen } = canvas.state;
    canvas.state.pen = { kind: "pen", color: undefined, width: 0, dash: undefined };
    canvas.rectangle(x, y, x + width, y + height);
    canvas.state.pen = pen;
  }
}
