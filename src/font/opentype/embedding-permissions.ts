/** What the license bits of a font allow (`OS/2`, fsType; ISO/IEC 14496-22, 5.2.2). */
import { viewOf } from "./sfnt.ts";

/** No one but the owner may use it: bit 1, unless a bit after it allows more. */
const USAGE = 0x000f;
const RESTRICTED = 0x0002;
const NO_SUBSETS = 0x0100;
const BITMAPS_ONLY = 0x0200;

/** Why documents may not carry parts of the font; undefined if they may. */
export function licenseRefusal(os2: Uint8Array | undefined): string | undefined {
  if (!os2 || os2.length < 10) return undefined;
  const bits = viewOf(os2).getUint16(8);
  const named = `OS/2 fsType 0x${bits.toString(16).padStart(4, "0")}`;
  if ((bits & USAGE) === RESTRICTED) return `its licence bits forbid documents to carry it (${named})`;
  if (bits & NO_SUBSETS) return `its licence bits forbid documents to carry a part of it, as PDFs do (${named})`;
  if (bits & BITMAPS_ONLY) return `its licence bits let documents carry only its bitmaps (${named})`;
  return undefined;
}
