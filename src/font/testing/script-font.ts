import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { readFontFile } from "../library/font-file.ts";

const require = createRequire(import.meta.url);

/** Noto Sans of a script (`arabic`), as the service ships it. */
export function scriptFont(script: string): Uint8Array {
  const file = require.resolve(`@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff2`);
  return readFontFile(new Uint8Array(readFileSync(file))).bytes;
}
