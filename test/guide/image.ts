import { writePng } from "../../src/image/png/write-png.ts";

/** A small picture of the guide's own, as a PNG: a house against a sky. */
export function guidePicture(): Uint8Array {
  const [widthPixels, heightPixels] = [240, 160];
  const samples: number[] = [];
  for (let y = 0; y < heightPixels; y++) for (let x = 0; x < widthPixels; x++) samples.push(...colorAt(x, y));
  return writePng({ widthPixels, heightPixels, kind: "rgb", samples: Uint8Array.from(samples) });
}

function colorAt(x: number, y: number): [number, number, number] {
  const isRoof = y > 40 && y < 80 && Math.abs(x - 120) < (y - 40) * 1.6;
  const isWall = y >= 80 && y < 130 && Math.abs(x - 120) < 48;
  const isDoor = isWall && y > 98 && Math.abs(x - 120) < 10;
  if (isDoor) return [11, 74, 68];
  if (isRoof) return [180, 72, 26];
  if (isWall) return [244, 236, 220];
  return y < 130 ? [174, 214, 234] : [118, 164, 96];
}
