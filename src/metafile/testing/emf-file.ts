import { metafileToSvg } from "../metafile.ts";

export const u16 = (...values: number[]) => values.flatMap((value) => [value & 255, (value >> 8) & 255]);
export const u32 = (...values: number[]) => values.flatMap((value) => u16(value, value >> 16));
export const zeros = (count: number) => Array.from({ length: count }, () => 0);

/** A record of an EMF (MS-EMF 2.3) from its type and its content. */
export function emfRecord(type: number, ...parts: number[][]): number[] {
  const body = parts.flat();
  return [...u32(type, 8 + body.length), ...body];
}

/** An EMF of 100 by 50 pixels, of a hundredth of a millimetre each. */
export function emfFile(...records: number[][]): Uint8Array {
  const bounds = [0, 0, 99, 49];
  const frame = [0, 0, 1_000, 500];
  const signatureAndVersion = [0x464d4520, 0x10000];
  const device = [1_000, 500, 100, 50];
  const header = [1, 100, ...bounds, ...frame, ...signatureAndVersion, ...zeros(6), ...device, ...zeros(3)];
  return Uint8Array.from([...u32(...header), ...records.flat(), ...emfRecord(14, u32(0, 0, 0))]);
}

/** What it draws. */
export function emfSvg(...records: number[][]): string {
  return metafileToSvg(emfFile(...records), "emf") ?? "";
}

/** A comment of a WMF with a part of an EMF of `total` bytes (MS-WMF 2.3.6.11). */
export function emfComment(part: readonly number[], total: number): number[] {
  const head = [...u32(0x43464d57, 1, 0x10000), ...u16(0), ...u32(0, 2)];
  const data = [...head, ...u32(part.length, 0, total), ...part];
  return [...u32(5 + data.length / 2), ...u16(0x626, 0x0f, data.length), ...data];
}
