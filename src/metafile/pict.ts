/** QuickDraw pictures of the Macintosh (Inside Macintosh: Imaging With QuickDraw, appendix A) -> SVG. */
import type { MetafileDrawing } from "./drawing.ts";
import { pictDataBytes } from "./pict-data-bytes.ts";
import { PICT_HANDLERS } from "./pict-handlers.ts";
import { PICT, type PictOperation } from "./pict-operations.ts";
import { PictPlayer } from "./pict-player.ts";
import { PictReader } from "./pict-reader.ts";

const PREFIX_BYTES = 512;
const MAX_OPERATIONS = 200_000;

const OPERATION_NAMES: ReadonlyMap<number, PictOperation> = new Map(
  Object.entries(PICT).map(([name, operation]) => [operation, name as PictOperation]),
);

/** `bytes`: a file, including the 512 meaningless bytes at its beginning. */
export function pictDrawing(bytes: Uint8Array): MetafileDrawing | undefined {
  const reader = new PictReader(bytes, PREFIX_BYTES + 2);
  const frame = reader.rect();
  const player = new PictPlayer(reader);
  play(player, bytes[reader.at] === PICT.VersionOp);
  const width = frame.right - frame.left;
  const height = frame.bottom - frame.top;
  if (player.canvas.isEmpty || width <= 0 || height <= 0) return undefined;
  return player.canvas.drawing(frame.left, frame.top, width, height);
}

function play(player: PictPlayer, isFirstVersion: boolean): void {
  const { reader } = player;
  const start = reader.at;
  for (let count = 0; count < MAX_OPERATIONS && !reader.atEnd && !player.canvas.full; count++) {
    // Operations of the second version begin at even places.
    if (!isFirstVersion && (reader.at - start) % 2 === 1) reader.skip(1);
    const operation = isFirstVersion ? reader.u8() : reader.u16();
    if (operation === PICT.OpEndPic) return;
    const name = OPERATION_NAMES.get(operation);
    const handler = name && PICT_HANDLERS[name];
    if (handler) handler(player);
    else reader.skip(pictDataBytes(operation, reader));
  }
}
