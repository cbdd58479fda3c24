/** What the operations of QuickDraw pictures draw (Inside Macintosh: Imaging With QuickDraw, appendix A). */
import { readPictBitmap } from "./pict-bitmap.ts";
import { PICT, type PictOperation } from "./pict-operations.ts";
import { PAINT_VERBS, type PictPlayer, type ShapeKind } from "./pict-player.ts";

/** Reads the data of one operation, and draws it. */
type PictHandler = (player: PictPlayer) => void;

type PictHandlers = Readonly<Partial<Record<PictOperation, PictHandler>>>;

/** Colors of the old palette (FgColor) by their numbers. */
const OLD_COLORS: Readonly<Record<number, string>> = {
  30: "#ffffff",
  33: "#000000",
  69: "#ffff00",
  137: "#ff00ff",
  205: "#ff0000",
  273: "#00ffff",
  341: "#00ff00",
  409: "#0000ff",
};

/** A shape by each of the verbs, in a box of its own and in the previous one. */
function shapes(kind: ShapeKind): PictHandlers {
  return Object.fromEntries(
    PAINT_VERBS.flatMap((verb): [string, PictHandler][] => [
      [`${verb}${kind}`, (player) => player.shape(kind, verb, false)],
      [`${verb}Same${kind}`, (player) => player.shape(kind, verb, true)],
    ]),
  );
}

function polygons(): PictHandlers {
  return Object.fromEntries(
    PAINT_VERBS.map((verb): [string, PictHandler] => [`${verb}Poly`, (player) => player.polygon(verb)]),
  );
}

function bitmap(operation: PictOperation): PictHandler {
  return (player) => {
    const found = readPictBitmap(player.reader, PICT[operation]);
    if (found) player.image(found.url, found.destination);
  };
}

export const PICT_HANDLERS: PictHandlers = {
  PnSize: (player) => {
    const height = player.reader.i16();
    player.penWidth = Math.max(1, (height + player.reader.i16()) / 2);
  },
  TxFace: ({ reader, canvas: { state } }) => {
    const face = reader.u8();
    state.font = { ...state.font, bold: (face & 1) !== 0, italic: (face & 2) !== 0, underline: (face & 4) !== 0 };
  },
  TxSize: ({ reader, canvas: { state } }) => {
    state.font = { ...state.font, height: -reader.i16() };
  },
  OvSize: (player) => {
    player.oval = player.point();
  },
  FgColor: (player) => {
    player.color = OLD_COLORS[player.reader.u32()] ?? "#000000";
  },
  BkColor: (player) => {
    player.background = OLD_COLORS[player.reader.u32()] ?? "#ffffff";
  },
  RGBFgCol: (player) => {
    player.color = player.rgb();
  },
  RGBBkCol: (player) => {
    player.background = player.rgb();
  },
  Line: (player) => {
    player.pen = player.point();
    player.lineTo(player.point());
  },
  LineFrom: (player) => {
    player.lineTo(player.point());
  },
  ShortLine: (player) => {
    player.pen = player.point();
    shortLine(player);
  },
  ShortLineFrom: shortLine,
  LongText: (player) => {
    player.text(player.point());
  },
  DHText: (player) => {
    player.text({ x: player.textAt.x + player.reader.u8(), y: player.textAt.y });
  },
  DVText: (player) => {
    player.text({ x: player.textAt.x, y: player.textAt.y + player.reader.u8() });
  },
  DHDVText: (player) => {
    const x = player.textAt.x + player.reader.u8();
    player.text({ x, y: player.textAt.y + player.reader.u8() });
  },
  ...shapes("Rect"),
  ...shapes("RRect"),
  ...shapes("Oval"),
  ...shapes("Arc"),
  ...polygons(),
  BitsRect: bitmap("BitsRect"),
  BitsRgn: bitmap("BitsRgn"),
  PackBitsRect: bitmap("PackBitsRect"),
  PackBitsRgn: bitmap("PackBitsRgn"),
  DirectBitsRect: bitmap("DirectBitsRect"),
  DirectBitsRgn: bitmap("DirectBitsRgn"),
  CompressedQuickTime: (player) => {
    player.quickTime(player.reader.bytes(player.reader.u32()));
  },
};

function shortLine(player: PictPlayer): void {
  const x = player.pen.x + player.reader.i8();
  player.lineTo({ x, y: player.pen.y + player.reader.i8() });
}
