import { describe, expect, it } from "vitest";
import { enhancedMetafileIn } from "./enhanced-in-wmf.ts";
import { metafileToSvg } from "./metafile.ts";
import { emfComment as comment, emfFile, emfRecord, u16, u32 } from "./testing/emf-file.ts";

const head = new Array(18).fill(0);
const end = [...u32(3), ...u16(0)];

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

  it("is drawn in place of the WMF, unless it draws nothing", () => {
    const wmfHead = [...u16(1, 9), ...new Array(14).fill(0)];
    const window = [...u32(5), ...u16(0x20c, 30, 40)];
    const box = [...u32(7), ...u16(0x41b, 9, 9, 0, 0)];
    const svg = (emf: Uint8Array) => {
      const inside = comment([...emf], emf.length);
      return metafileToSvg(Uint8Array.from([...wmfHead, ...window, ...inside, ...box, ...end]), "wmf");
    };
    const rectangle = emfRecord(43, u32(0, 0, 50, 25));
    expect(svg(emfFile(rectangle))).toContain("M0 0L50 0L50 25L0 25Z");
    expect(svg(emfFile())).toContain("M0 0L9 0L9 9L0 9Z");
  });
});
