/** Numbers and texts as they are in records of BIFF, for tests. */
export type Bytes = readonly number[];

export const u8 = (...values: number[]): number[] => values.map((value) => value & 0xff);
export const u16 = (...values: number[]): number[] => values.flatMap((value) => u8(value, value >> 8));
export const u32 = (...values: number[]): number[] => values.flatMap((value) => u16(value, value >>> 16));
export const f64 = (...values: number[]): number[] => [...new Uint8Array(new Float64Array(values).buffer)];
export const latin = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
export const wide = (text: string): number[] => text.split("").flatMap((unit) => u16(unit.charCodeAt(0)));

/** Texts of BIFF8 with a length of one and of two bytes. */
export const shortText = (text: string): number[] => [text.length, 0, ...latin(text)];
export const longText = (text: string): number[] => [...u16(text.length), 1, ...wide(text)];
