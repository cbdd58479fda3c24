import { present } from "../../../domain/present.ts";
import { EMU_PER_INCH } from "../../../geometry/units.ts";

/** Lengths as templates write them, in EMU. */

const EMU_PER_UNIT: Readonly<Record<string, number>> = {
  "": 9_525,
  px: 9_525,
  pt: 12_700,
  pc: 152_400,
  in: EMU_PER_INCH,
  cm: 360_000,
  mm: 36_000,
};

/** A length as templates write it, in EMU: a bare number is pixels; percentages are of `wholeEmu`. */
export function lengthEmu(value: unknown, wholeEmu: number): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(?:(px|pt|pc|mm|cm|in|%)\s*)?$/i.exec(String(value ?? ""));
  if (!match) return undefined;
  const unit = (match[2] ?? "").toLowerCase();
  const emu = Math.round(Number(match[1]) * (unit === "%" ? wholeEmu / 100 : present(EMU_PER_UNIT[unit])));
  return emu > 0 ? Math.min(emu, 27_273_042_316_900) : undefined;
}
