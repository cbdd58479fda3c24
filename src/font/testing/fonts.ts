import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { woff2ToSfnt } from "../container/woff2.ts";
import { Face } from "../face.ts";
import { FACE_INDEX_PATH, type FaceIndex, FaceStore } from "../library/face-store.ts";
import { type CustomFace, FontLibrary } from "../library/font-library.ts";

const require = createRequire(import.meta.url);

/** Arimo, which has the widths of Arial. */
export const arimo = new Uint8Array(
  readFileSync(require.resolve("@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf")),
);

/** The font that equations are set in. */
export function mathematics(): CustomFace {
  const file = require.resolve("@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2");
  const face = Face.open(woff2ToSfnt(new Uint8Array(readFileSync(file)), MAX_FONT_BYTES));
  if (!face) throw new Error("the font of equations cannot be read");
  return { family: "STIX Two Math", weight: 400, italic: false, face };
}

const MAX_FONT_BYTES = 4 * 1024 * 1024;
const LATIN = "20-7e";
const CYRILLIC = "400-4ff";

/** Arimo as the only family, in two files: one for Latin, one for Cyrillic. */
const index: FaceIndex = {
  families: [
    {
      names: ["Arimo", "Arial"],
      faces: [
        { file: "/latin.ttf", weight: 400, italic: false, ranges: LATIN },
        { file: "/cyrillic.ttf", weight: 400, italic: false, ranges: CYRILLIC },
      ],
    },
  ],
};

/** A store whose files are all Arimo; `asked` gets the paths that were read. */
export function testStore(asked: string[] = [], budgetBytes?: number): Promise<FaceStore> {
  const read = async (path: string) => {
    asked.push(path);
    return path === FACE_INDEX_PATH ? new TextEncoder().encode(JSON.stringify(index)) : arimo;
  };
  return FaceStore.open(read, budgetBytes);
}

export async function testFonts(own: readonly CustomFace[] = []): Promise<FontLibrary> {
  return new FontLibrary(await testStore(), own);
}
