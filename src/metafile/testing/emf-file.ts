import { metafileToSvg } from "../metafile.ts";

export const u16 = (...values: number[]) => values.flatMap((value) => [value & 255, (value >> 8) & 255]);
export const u32 = (...values: number[]) => values.flatMap((value) => u16(value, value >> 16));
export const zeros = (count: number) => Array.from({ length: count }, () => 0);

/** A record of an EMF (MS-EMF 2.3) from its type and its content. */
export function emfRecord(type: number, ...parts: number[][]): number[] {
  const body = parts.flat();
  return [...u32(type, 8 + body.length), ...body];
}

/** What an EMF of 100 by 50 pixels, of a hundredth of a millimetre each, draws. */
export function emfSvg(...records: number[][]): string {
  const bounds = [0, 0, 99, 49];
  const frame = [0, 0, 1_000, 500];
  const signatureAndVersion = [0x464d4520, 0x10000];
  const device = [1_000, 500, 100, 50];
  const header = [1, 100, ...bounds, ...frame, ...signatureAndVersion, ...zeros(6), ...device, ...zeros(3)];
  const bytes = [...u32(...header), ...records.flat(), ...emfRecord(14, u32(0, 0, 0))];
  return metafileToSvg(Uint8Array.from(bytes), "emf") ?? "";
}
