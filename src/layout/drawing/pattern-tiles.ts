/** Tiles of pattern fills (`ST_PresetPatternVal`, ECMA-376 part 1, 20.1.10.50): eight rows of eight dots. */

/** Rows from the top as hexadecimal bytes, the leftmost dot in the highest bit. */
const TILES: Readonly<Record<string, string>> = {
  horz: "ff00000000000000",
  vert: "8080808080808080",
  ltHorz: "ff000000ff000000",
  ltVert: "8888888888888888",
  dkHorz: "ffff0000ffff0000",
  dkVert: "cccccccccccccccc",
  narHorz: "ff00ff00ff00ff00",
  narVert: "aaaaaaaaaaaaaaaa",
  dashHorz: "f00000000f000000",
  dashVert: "8080808008080808",
  cross: "ff80808080808080",
  dnDiag: "8040201008040201",
  upDiag: "0102040810204080",
  ltDnDiag: "8844221188442211",
  ltUpDiag: "1122448811224488",
  dkDnDiag: "cc663399cc663399",
  dkUpDiag: "3366cc993366cc99",
  wdDnDiag: "c1e070381c0e0783",
  wdUpDiag: "83070e1c3870e0c1",
  dashDnDiag: "0000884422110000",
  dashUpDiag: "0000112244880000",
  diagCross: "8142241818244281",
  smCheck: "9966669999666699",
  lgCheck: "f0f0f0f00f0f0f0f",
  smGrid: "ff888888ff888888",
  lgGrid: "ff80808080808080",
  dotGrid: "8000800080008000",
  dotDmnd: "8000220008002200",
  smConfetti: "0108402002800410",
  lgConfetti: "8d0cc0d81b03301b",
  horzBrick: "ff808080ff080808",
  diagBrick: "0102040818244281",
  solidDmnd: "0010387cfe7c3810",
  openDmnd: "8244281028448201",
  plaid: "aa55aa55f0f0f0f0",
  sphere: "778989f87798988f",
  weave: "8854228845a21111",
  divot: "0010080001800100",
  shingle: "038448300c020101",
  wave: "0018258002c01840",
  trellis: "ff66ff99ff66ff99",
  zigZag: "8142241881422418",
};

/** Thresholds of an 8 x 8 ordered dither: percent patterns are even grains. */
const BAYER = [
  [0, 32, 8, 40, 2, 34, 10, 42],
  [48, 16, 56, 24, 50, 18, 58, 26],
  [12, 44, 4, 36, 14, 46, 6, 38],
  [60, 28, 52, 20, 62, 30, 54, 22],
  [3, 35, 11, 43, 1, 33, 9, 41],
  [51, 19, 59, 27, 49, 17, 57, 25],
  [15, 47, 7, 39, 13, 45, 5, 37],
  [63, 31, 55, 23, 61, 29, 53, 21],
] as const;

const SIZE = 8;

/** Path data of the tile's dots, each one unit wide; unknown presets are an even half. */
export function patternDots(preset: string): string {
  const percent = /^pct(\d+)$/.exec(preset)?.[1];
  const rows = TILES[preset];
  const share = Number(percent ?? 50) / 100;
  let d = "";
  for (let y = 0; y < SIZE; y++) {
    const bits = rows ? Number.parseInt(rows.slice(y * 2, y * 2 + 2), 16) : 0;
    for (let x = 0; x < SIZE; x++) {
      const isSet = rows ? (bits >> (SIZE - 1 - x)) & 1 : (BAYER[y]?.[x] ?? 0) < share * SIZE * SIZE;
      if (isSet) d += `M${x} ${y}h1v1h-1z`;
    }
  }
  return d;
}
