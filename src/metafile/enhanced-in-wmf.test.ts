import { describe, expect, it } from "vitest";
import { enhancedMetafileIn } from "./enhanced-in-wmf.ts";

const u16 = (value: number) => [value & 0xff, value >> 8];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
const head = new Array(18).fill(0);
const end = [...u32(3), ...u16(0)];

/** A comment with a part of an EMF of `total` bytes. */
function comment(part: number[], total: number): number[] {
  const data = [
    ...[...u32(0x43464d57), ...u32(1), ...u32(0x10000), ...u16(0), ...u32(0), ...u32(2)],
    ...[...u32(part.length), ...u32(0), ...u32(total), ...part],
  ];
  return [...u32(5 + data.length / 2), ...u16(0x626), ...u16(0x0f), ...u16(data.length), ...data];
}

describe("enhancedMetafileIn", () => {
  it("joins the parts", () => {
    const wmf = [
      ...head,
      ...comment([1, 2], 6),
      ...u32(4),
      ...u16(0x103),
      ...u16(8),
      ...comment([3, 4, 5, 6], 6),
      ...end,
    ];
    expect(enhancedMetafileIn(Uint8Array.from(wmf))).toEqual(Uint8Array.of(1, 2, 3, 4, 5, 6));
  });

  it("finds nothing where there is nothing whole", () => {
    expect(enhancedMetafileIn(Uint8Array.from([...head, ...comment([1, 2], 6), ...end]))).toBeUndefined();
    expect(enhancedMetafileIn(Uint8Array.from([...head, ...end]))).toBeUndefined();
    expect(enhancedMetafileIn(new Uint8Array(5))).toBeUndefined();
    expect(enhancedMetafileIn(Uint8Array.from([...head, ...u32(0), ...u16(0x626), 1, 2]))).toBeUndefined();
  });
});
