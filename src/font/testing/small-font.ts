import { brotliCompressSync, deflateSync } from "node:zlib";
import { writeTrueType } from "../opentype/sfnt.ts";

interface SmallFontOptions {
  family?: string;
  /** The name of the family that has all weights, if it is another one. */
  typographicFamily?: string;
  weight?: number;
  isItalic?: boolean;
  /** License bits. */
  fsType?: number;
  /** Tables to leave out. */
  without?: readonly string[];
  /** Further ones. */
  tables?: Readonly<Record<string, readonly number[]>>;
}

export const words = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
export const longs = (...values: number[]) => values.flatMap((value) => words(value >>> 16, value & 0xffff));

/** A square of a given width and height. */
const square = (side: number) => [
  ...words(1, 0, 0, side, side, 3, 0),
  ...[1, 1, 1, 1],
  ...words(0, side, 0, -side, 0, 0, side, 0),
];

/** A font of squares: A of 600, B of 700 and C of 800 thousandths, each as wide as its advance. */
export function smallFont(options: SmallFontOptions = {}): Uint8Array {
  return writeTrueType(smallTables(options));
}

function smallTables({
  family = "Squares",
  typographicFamily,
  weight = 400,
  isItalic = false,
  fsType = 0,
  without = [],
  tables: further = {},
}: SmallFontOptions): Map<string, Uint8Array> {
  const outlines = [500, 600, 700, 800].map(square);
  const size = outlines[0]?.length ?? 0;
  const names: [number, string][] = [
    [1, family],
    [6, `${family.replaceAll(" ", "")}-${weight}`],
    ...(typographicFamily ? [[16, typographicFamily] satisfies [number, string]] : []),
  ];
  const texts = names.map(([, text]) => Array.from(text).flatMap((letter) => words(letter.charCodeAt(0))));
  let at = 0;
  const records = names.flatMap(([id], index) => {
    const length = texts[index]?.length ?? 0;
    at += length;
    return words(3, 1, 0x409, id, length, at - length);
  });
  const selection = (weight === 700 ? 0x20 : 0) | (isItalic ? 1 : 0);
  const tables: [string, number[]][] = [
    [
      "OS/2",
      [
        ...words(4, 600, weight, 5, fsType),
        ...Array<number>(52).fill(0),
        ...words(selection),
        ...Array<number>(32).fill(0),
      ],
    ],
    ["cmap", [...words(0, 1, 3, 10), ...longs(12), ...words(12, 0), ...longs(28, 0, 1, 0x41, 0x43, 1)]],
    ["glyf", outlines.flat()],
    [
      "head",
      [
        ...longs(0x10000, 0x10000, 0, 0x5f0f3cf5),
        ...words(0, 1000),
        ...longs(0, 0, 0, 0),
        ...words(0, 0, 800, 800, 0, 8, 2, 1, 0),
      ],
    ],
    ["hhea", [...longs(0x10000), ...words(900, -200, 0, 800, 0, 0, 800, 1, 0, 0, 0, 0, 0, 0, 0, 4)]],
    ["hmtx", words(500, 0, 600, 0, 700, 0, 800, 0)],
    ["loca", longs(...[0, 1, 2, 3, 4].map((glyph) => glyph * size))],
    ["maxp", [...longs(0x10000), ...words(4, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)]],
    ["name", [...words(0, names.length, 6 + 12 * names.length), ...records, ...texts.flat()]],
    ["post", [...longs(0x30000, 0, 0, 0, 0, 0, 0, 0)]],
  ];
  const kept = [...tables.filter(([tag]) => !without.includes(tag)), ...Object.entries(further)];
  return new Map(kept.map(([tag, bytes]) => [tag, Uint8Array.from(bytes)]));
}

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

export function smallWoff(options: SmallFontOptions = {}): Uint8Array {
  const tables = [...smallTables(options)];
  const directory: number[] = [];
  const data: number[] = [];
  for (const [tag, bytes] of tables) {
    const deflated = deflateSync(bytes);
    const packed = deflated.length < bytes.length ? deflated : bytes;
    directory.push(...ascii(tag), ...longs(44 + 20 * tables.length + data.length, packed.length, bytes.length, 0));
    data.push(...packed);
  }
  const length = 44 + directory.length + data.length;
  const head = [...ascii("wOFF"), ...longs(0x10000, length), ...words(tables.length, 0), ...longs(0, 0, 0, 0, 0, 0, 0)];
  return Uint8Array.from([...head.slice(0, 44), ...directory, ...data]);
}

/** With outlines as they are; `length` is what the directory says of the last table. */
export function smallWoff2(options: SmallFontOptions & { lastLength?: number } = {}): Uint8Array {
  const tables = [...smallTables(options)];
  const OTHER_TAG = 63;
  const PLAIN = 0xc0;
  const base128 = (value: number) =>
    [0x80 | (value >> 14), 0x80 | ((value >> 7) & 0x7f), value & 0x7f].slice(value >> 14 ? 0 : 1);
  const directory = tables.flatMap(([tag, bytes], index) => {
    const length = index === tables.length - 1 ? (options.lastLength ?? bytes.length) : bytes.length;
    return [(tag === "glyf" || tag === "loca" ? PLAIN : 0) | OTHER_TAG, ...ascii(tag), ...base128(length)];
  });
  const packed = brotliCompressSync(Uint8Array.from(tables.flatMap(([, bytes]) => [...bytes])));
  const head = [
    ...ascii("wOF2"),
    ...longs(0x10000, 48 + directory.length + packed.length),
    ...words(tables.length, 0),
    ...longs(0, packed.length, 0, 0, 0, 0, 0, 0),
  ];
  return Uint8Array.from([...head.slice(0, 48), ...directory, ...packed]);
}
