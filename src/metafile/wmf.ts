/** Windows metafiles (MS-WMF) -> SVG. */
import { ByteReader } from "../office/byte-reader.ts";
import type { MetafileDrawing } from "./drawing.ts";
import { GdiCanvas, type GdiObject } from "./gdi-canvas.ts";
import { recordScope, WMF_HANDLERS } from "./wmf-handlers.ts";
import { WMF_RECORDS, type WmfRecord } from "./wmf-records.ts";

const MAX_RECORDS = 200_000;
const PLACEABLE = 0x9ac6_cdd7;

const RECORD_NAMES: ReadonlyMap<number, WmfRecord> = new Map(
  Object.entries(WMF_RECORDS).map(([name, type]) => [type, name as WmfRecord]),
);

/** The records that {@link WmfWindow} plays. */
export const WMF_WINDOW_RECORDS: readonly WmfRecord[] = [
  "META_SETWINDOWORG",
  "META_SETWINDOWEXT",
  "META_OFFSETWINDOWORG",
  "META_SCALEWINDOWEXT",
];

export function wmfDrawing(bytes: Uint8Array): MetafileDrawing | undefined {
  const reader = new ByteReader(bytes);
  const placeable = reader.u32(0) === PLACEABLE;
  const start = placeable ? 22 : 0;
  const headerWords = reader.u16(start + 2);
  if (headerWords !== 9) return undefined;
  const canvas = new GdiCanvas();
  const window = new WmfWindow(
    canvas,
    placeable ? boxOf(reader.i16(6), reader.i16(8), reader.i16(10), reader.i16(12)) : undefined,
  );
  const handles: (GdiObject | undefined)[] = [];
  let offset = start + 18;
  for (let count = 0; count < MAX_RECORDS && offset + 6 <= reader.length && !canvas.full; count++) {
    const words = reader.u32(offset);
    const type = reader.u16(offset + 4);
    if (words < 3 || type === WMF_RECORDS.META_EOF) break;
    const name = RECORD_NAMES.get(type);
    const scope = recordScope(type, reader, offset + 6, words * 2 - 6, canvas, handles);
    if (name && !window.play(name, scope.word)) WMF_HANDLERS[name]?.(scope);
    offset += words * 2;
  }
  return canvas.isEmpty ? undefined : window.drawing();
}

interface Extent {
  x: number;
  y: number;
  width: number;
  height: number;
}

function boxOf(left: number, top: number, right: number, bottom: number): Extent {
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * The part of the logical plane that a metafile shows (MS-WMF 2.3.5.30 and 2.3.5.31). The window when drawing begins is
 * the picture; windows that are set later are stretched over the same place.
 */
class WmfWindow {
  readonly #canvas: GdiCanvas;
  #width: number;
  #height: number;

  /** `placeable`: the bounds of the header, for metafiles that set no window. */
  constructor(canvas: GdiCanvas, placeable: Extent | undefined) {
    this.#canvas = canvas;
    this.#width = placeable?.width ?? 0;
    this.#height = placeable?.height ?? 0;
    this.#map(placeable ?? {});
  }

  /** Plays the records about the window; false for all others. */
  play(name: WmfRecord, word: (index: number) => number): boolean {
    const { state } = this.#canvas;
    switch (name) {
      case "META_SETWINDOWORG":
        this.#map({ x: word(1), y: word(0) });
        return true;
      case "META_SETWINDOWEXT":
        this.#resize(word(1), word(0));
        return true;
      case "META_OFFSETWINDOWORG":
        this.#map({ x: state.windowX + word(1), y: state.windowY + word(0) });
        return true;
      case "META_SCALEWINDOWEXT":
        this.#resize((state.windowWidth * word(3)) / (word(2) || 1), (state.windowHeight * word(1)) / (word(0) || 1));
        return true;
      default:
        return false;
    }
  }

  /** The whole picture; undefined if nothing gives its size. */
  drawing(): MetafileDrawing | undefined {
    if (this.#width === 0 || this.#height === 0) return undefined;
    return this.#canvas.drawing(0, 0, Math.abs(this.#width), Math.abs(this.#height));
  }

  #resize(width: number, height: number): void {
    if (this.#canvas.isEmpty) {
      this.#width = width;
      this.#height = height;
    }
    this.#map({ width, height });
  }

  #map({ x, y, width, height }: Partial<Extent>): void {
    const { state } = this.#canvas;
    Object.assign(state, {
      mapsWindow: true,
      windowX: x ?? state.windowX,
      windowY: y ?? state.windowY,
      windowWidth: width ?? state.windowWidth,
      windowHeight: height ?? state.windowHeight,
      viewportWidth: Math.abs(this.#width) || 1,
      viewportHeight: Math.abs(this.#height) || 1,
    });
  }
}
