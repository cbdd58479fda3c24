/** Changed fonts, pictures and metafiles, and the readers that must withstand them. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateSync } from "node:zlib";
import { Failure } from "../../domain/failure.ts";
import { Face } from "../../font/face.ts";
import { readFontFile } from "../../font/library/font-file.ts";
import { UnusableLayoutTables } from "../../font/opentype/layout/layout-table.ts";
import { readLayoutTables } from "../../font/opentype/layout/layout-tables.ts";
import { readTrueType } from "../../font/opentype/sfnt.ts";
import { Shaper } from "../../font/shape/shaper.ts";
import { EndlessLookups } from "../../font/shape/shaping-steps.ts";
import { arimo } from "../../font/testing/fonts.ts";
import { postScriptFont } from "../../font/testing/postscript-font.ts";
import { scriptFont } from "../../font/testing/script-font.ts";
import { smallFont, smallWoff, smallWoff2 } from "../../font/testing/small-font.ts";
import { drawnImage } from "../../image/drawable-image.ts";
import { bmp, tiff } from "../../image/testing/bitmaps.ts";
import { jpeg, png } from "../../image/testing/image-files.ts";
import { WEBP_FILES } from "../../image/testing/webp-files.ts";
import { metafileDrawing, metafileKind, quickDrawToSvg } from "../../metafile/metafile.ts";
import { emptyDocument } from "../../pdf/document.ts";
import { addImage } from "../../pdf/image/add-image.ts";
import { packingAllowance } from "../../pdf/image/pack-rows.ts";
import { EmbeddedFont } from "../../pdf/text/embedded-font.ts";
import { drawableMetafile } from "../drawing/metafile-images.ts";
import { isSvg, readSvg } from "../svg/read-svg.ts";

interface Kind {
  name: string;
  bytes: Uint8Array;
  /** Changes are made before this offset. */
  reach: number;
  read: (bytes: Uint8Array) => void;
}

function readImage(bytes: Uint8Array): void {
  const image = drawnImage(bytes);
  if (image) addImage(emptyDocument(), image.bytes, image.format, packingAllowance());
}

function readFont(bytes: Uint8Array): void {
  const face = Face.open(bytes);
  if (!face) return;
  for (const character of "AVfi\u0416") {
    const glyph = face.glyph(character.charCodeAt(0));
    face.advance(glyph);
    face.glyphBox(glyph);
    face.kern(glyph, face.glyph(0x56), "latn");
  }
}

const shaper = await Shaper.load();
const TEXTS = [
  ["\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f \u0644\u0627 \u06a2", "rtl"],
  ["\u0915\u094d\u0937\u0924\u094d\u0930\u093f \u0930\u094d\u0915\u093f", "ltr"],
] as const;

/** Letters joined by a stranger's rules: as many as fit into a document. */
function readRules(bytes: Uint8Array): void {
  const face = Face.open(bytes);
  if (!face) return;
  const budget = { steps: 5_000_000 };
  try {
    const rules = readLayoutTables(face.layoutTables, face.glyphCount, { left: 1_000_000 });
    for (const [text, direction] of TEXTS) {
      const glyphs = shaper.shape(face, rules, text, direction, true, budget) ?? [];
      for (const { id, advance, offsetX, offsetY } of glyphs) {
        const isSound = id < face.glyphCount && [id, advance, offsetX, offsetY].every(Number.isFinite);
        if (!isSound) throw new Error("a glyph stands nowhere");
      }
    }
  } catch (error) {
    if (!(error instanceof UnusableLayoutTables || error instanceof EndlessLookups)) throw error;
  }
}

/** A font that somebody sends, subset into a PDF. */
function readSentFont(bytes: Uint8Array): void {
  let sent: Uint8Array;
  try {
    sent = readFontFile(bytes).bytes;
  } catch (error) {
    if (error instanceof Failure) return;
    throw error;
  }
  writeSubset(sent);
}

function writeSubset(bytes: Uint8Array): void {
  readFont(bytes);
  const document = emptyDocument();
  const font = EmbeddedFont.open(document, bytes);
  font?.encode("ABCfi");
  font?.finish();
}

function readMetafile(bytes: Uint8Array): void {
  const kind = metafileKind(bytes);
  const drawing = kind && metafileDrawing(bytes, kind);
  if (drawing) drawableMetafile(drawing);
  quickDrawToSvg(bytes);
}

function readVector(bytes: Uint8Array): void {
  if (isSvg(bytes)) readSvg(bytes);
}

/** A shape of each kind, with what it may refer to. */
const svg = new TextEncoder().encode(
  '<svg viewBox="0 0 9 9" xmlns="http://www.w3.org/2000/svg"><style>.a{fill:#1f3}</style><defs><linearGradient id="g"><stop offset="1"/>' +
    '<stop offset=".5" stop-color="red"/></linearGradient><clipPath id="c"><rect width="1" height="2" rx=".1"/></clipPath></defs>' +
    '<g transform="rotate(9 1 1) scale(2)"><path class="a" d="M0 0a2 2 0 012 2c1 1 2 2 3 3zM1 1q2 3 4 5t1 1s2 2 3 3"/></g>' +
    '<circle r="3" clip-path="url(#c)" fill="url(#g)"/><polygon points="1,2 3,4 5 6"/><use href="#c" x="2%"/>' +
    '<text x="1" font-size="2em"><tspan>a</tspan><tspan x="2" dy="1">b</tspan></text></svg>',
);

const u16 = (...values: number[]) => values.flatMap((value) => [value & 255, (value >> 8) & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => u16(value, value >> 16));
const wmfRecord = (type: number, ...words: number[]) => [...u32(words.length + 3), ...u16(type, ...words)];

/** A placeable metafile: a window, a pen, a polygon, text and an end. */
const wmf = Uint8Array.from([
  ...u32(0x9ac6cdd7),
  ...u16(0, 0, 0, 100, 100, 96, 0, 0, 0),
  ...u16(1, 9, 0x300, 60, 0, 4, 20, 0, 0),
  ...wmfRecord(0x20b, 0, 0),
  ...wmfRecord(0x20c, 100, 100),
  ...wmfRecord(0x2fa, 0, 1, 0, 0, 0),
  ...wmfRecord(0x12d, 0),
  ...wmfRecord(0x324, 3, 1, 1, 50, 10, 20, 90),
  ...wmfRecord(0x521, 2, 0x6968, 10, 10),
  ...wmfRecord(0),
]);

const ROWS = [
  [0, 1, 1, 0],
  [1, 0, 1, 1],
];
const GRAY = { 256: 4, 257: 2, 258: 8, 259: 8, 262: 1, 277: 1, 278: 2 };
const image = (name: string, bytes: Uint8Array): Kind => ({ name, bytes, reach: bytes.length, read: readImage });

const sent = (name: string, bytes: Uint8Array, reach = bytes.length): Kind => ({
  ...{ name, bytes, reach, read: readSentFont },
});
const WOFF2 = new Uint8Array(
  readFileSync(createRequire(import.meta.url).resolve("@fontsource/carlito/files/carlito-latin-400-normal.woff2")),
);
const postScript = postScriptFont();

/** The tables of rules come first in files. */
function ruled(script: string): Kind {
  const bytes = scriptFont(script);
  const tables = ["GDEF", "GPOS", "GSUB"].flatMap((tag) => readTrueType(bytes)?.get(tag) ?? []);
  return {
    name: `rules, ${script}`,
    bytes,
    reach: 300 + tables.reduce((sum, { length }) => sum + length, 0),
    read: readRules,
  };
}

const KINDS: readonly Kind[] = [
  sent("small font", smallFont()),
  sent("WOFF", smallWoff()),
  sent("WOFF2", smallWoff2()),
  sent("WOFF2 with packed outlines", WOFF2, 300),
  { name: "PostScript font", bytes: postScript, reach: postScript.length, read: writeSubset },
  { name: "font", bytes: arimo, reach: 6_000, read: readFont },
  { name: "font, whole", bytes: arimo, reach: arimo.length, read: readFont },
  ruled("arabic"),
  ruled("devanagari"),
  image("PNG", png({ width: 2, height: 2, rows: new Uint8Array(14) })),
  image("JPEG", jpeg({ width: 8, height: 8 })),
  image("BMP", bmp(4, ROWS)),
  image("packed BMP", bmp(8, ROWS, { packed: [2, 1, 1, 0, 0, 0, 3, 0, 0, 1] })),
  image("TIFF", tiff(GRAY, new Uint8Array(deflateSync(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8))))),
  ...WEBP_FILES.map(({ name, base64 }) => image(`WebP, ${name}`, new Uint8Array(Buffer.from(base64, "base64")))),
  { name: "metafile", bytes: wmf, reach: wmf.length, read: readMetafile },
  { name: "SVG", bytes: svg, reach: svg.length, read: readVector },
];

export interface Mutant {
  name: string;
  /** Processor time: others may be at work. */
  milliseconds: number;
}

/** Reads changed files, always the same ones for a seed. @throws whatever a reader threw, with the mutant's name */
export function* mutants(count: number, seed: number): Generator<Mutant> {
  let state = seed;
  const random = (below: number) => {
    state = (state * 48271) % 0x7fffffff;
    return state % below;
  };
  for (let index = 0; index < count; index++) {
    const kind = KINDS[index % KINDS.length];
    if (!kind) return;
    const bytes = random(8) === 0 ? kind.bytes.slice(0, random(kind.bytes.length)) : kind.bytes.slice();
    for (let change = random(12); change >= 0; change--) {
      // Sizes and counts are what lies most often.
      const value = [0, 1, 0x7f, 0x80, 0xff, random(256)][random(6)] ?? 0;
      if (bytes.length > 0) bytes[random(Math.min(kind.reach, bytes.length))] = value;
    }
    const name = `${kind.name} ${index} of seed ${seed}`;
    const before = process.cpuUsage();
    try {
      kind.read(bytes);
    } catch (error) {
      throw new Error(`${name} was not borne`, { cause: error });
    }
    const { user, system } = process.cpuUsage(before);
    yield { name, milliseconds: (user + system) / 1_000 };
  }
}
