import { describe, expect, it } from "vitest";
import { onlyImage } from "./emf-plus-image.ts";
import { imageInMetafile } from "./metafile.ts";
import { emfComment } from "./testing/emf-file.ts";

const u16 = (value: number) => [value & 0xff, value >> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
const plus = (type: number, flags: number, data: number[]) => [
  ...u16(type),
  ...u16(flags),
  ...u32(12 + data.length),
  ...u32(data.length),
  ...data,
];
const comment = (records: number[]) => [
  ...u32(70),
  ...u32(16 + records.length),
  ...u32(4 + records.length),
  ...u32(0x2b464d45),
  ...records,
];
const image = (content: number[]) =>
  plus(0x4008, 0x0500, [...u32(0), ...u32(1), ...new Array(16).fill(0), ...u32(1), ...content]);
const drawImage = plus(0x401b, 0, new Array(52).fill(0));
const header = [...u32(1), ...u32(88), ...new Array(80).fill(0)];
const file = (...records: number[][]) =>
  Uint8Array.from([...header, ...records.flat(), ...u32(14), ...u32(20), ...new Array(12).fill(0)]);

describe("onlyPicture", () => {
  it("finds a picture that is all that is drawn", () => {
    expect(onlyImage(file(comment([...image([1, 2, 3]), ...drawImage])))).toEqual(Uint8Array.of(1, 2, 3));
    expect(onlyImage(file(comment(image([1, 2, 3])), comment(drawImage)))).toEqual(Uint8Array.of(1, 2, 3));
  });

  it("finds it in the EMF of a WMF, too", () => {
    const emf = file(comment([...image([1, 2, 3, 4]), ...drawImage]));
    expect(imageInMetafile(emf, "emf")).toEqual(Uint8Array.of(1, 2, 3, 4));
    const wmf = (...records: number[]) => Uint8Array.from([...new Array(18).fill(0), ...records, ...u32(3), ...u16(0)]);
    expect(imageInMetafile(wmf(...emfComment([...emf], emf.length)), "wmf")).toEqual(Uint8Array.of(1, 2, 3, 4));
    expect(imageInMetafile(wmf(), "wmf")).toBeUndefined();
  });

  it("leaves drawings alone", () => {
    const path = plus(0x4014, 0, [0, 0, 0, 0]);
    expect(onlyImage(file(comment([...image([1]), ...drawImage, ...path])))).toBeUndefined();
    expect(onlyImage(file(comment([...image([1]), ...drawImage, ...image([2]), ...drawImage])))).toBeUndefined();
    expect(onlyImage(file(comment(image([1]))))).toBeUndefined();
    expect(onlyImage(file())).toBeUndefined();
  });

  it("terminates on damaged files", () => {
    expect(onlyImage(new Uint8Array(3))).toBeUndefined();
    expect(onlyImage(Uint8Array.from([...header, ...u32(70), ...u32(0)]))).toBeUndefined();
    expect(onlyImage(file(comment([...u16(0x4008), ...u16(0x0500), ...u32(3)])))).toBeUndefined();
  });
});
