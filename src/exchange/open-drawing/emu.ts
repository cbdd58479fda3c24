/** Lengths of slides, which may be posters. */
import { EMU_PER_TWIP } from "../../geometry/units.ts";
import { twipsOf } from "../open-document/measures.ts";

/** Some three and a half meters. */
const MOST_TWIPS = 200_000;

/** EMU, not rounded; undefined for what is not a length. */
export function emuOf(length: string | undefined): number | undefined {
  const twips = twipsOf(length, MOST_TWIPS);
  return twips === undefined ? undefined : twips * EMU_PER_TWIP;
}
