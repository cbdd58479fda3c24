import { describe, expect, it } from "vitest";
import { metafileToSvg } from "./metafile.ts";
import { emfRecord, emfSvg, u16, u32 } from "./testing/emf-file.ts";

/** A WMF record of words. */
const wmfRecord = (type: number, ...words: number[]) => [...u32(words.length + 3), ...u16(type, ...words)];

function wmf(...records: number[][]): string {
  const head = [...u16(1, 9, 0x300), ...u32(0), ...u16(1), ...u32(0), ...u16(0)];
  return metafileToSvg(Uint8Array.from([...head, ...records.flat(), ...wmfRecord(0)]), "wmf") ?? "";
}

const WINDOW = [wmfRecord(0x020b, 10, 20), wmfRecord(0x020c, 100, 200)];
const RECTANGLE = [60, 120, 10, 20] as const;

describe("wmf", () => {
  it("shows the window: width and height, from its origin", () => {
    const svg = wmf(...WINDOW, wmfRecord(0x041b, ...RECTANGLE));
    expect(svg).toContain('viewBox="0 0 200 100"');
    expect(svg).toContain('d="M0 0L100 0L100 50L0 50Z"');
  });

  it("stretches windows that are set later over the same picture, and goes back with the state", () => {
    const svg = wmf(
      ...WINDOW,
      wmfRecord(0x041b, ...RECTANGLE),
      wmfRecord(0x001e),
      wmfRecord(0x020b, 0, 0),
      wmfRecord(0x020c, 1_000, 2_000),
      wmfRecord(0x041b, 1_000, 2_000, 0, 0),
      wmfRecord(0x0127, 0xffff),
      wmfRecord(0x041b, ...RECTANGLE),
    );
    expect(svg).toContain('viewBox="0 0 200 100"');
    expect([...svg.matchAll(/d="([^"]*)"/g)].map((match) => match[1])).toEqual([
      "M0 0L100 0L100 50L0 50Z",
      "M0 0L200 0L200 100L0 100Z",
      "M0 0L100 0L100 50L0 50Z",
    ]);
  });

  it("scales the window before drawing", () => {
    const svg = wmf(...WINDOW, wmfRecord(0x0410, 2, 1, 2, 1), wmfRecord(0x041b, ...RECTANGLE));
    expect(svg).toContain('viewBox="0 0 100 50"');
  });

  it("turns pictures whose heights count upwards", () => {
    const svg = wmf(wmfRecord(0x020b, 100, 0), wmfRecord(0x020c, -100, 100), wmfRecord(0x041b, 0, 100, 50, 0));
    expect(svg).toContain('viewBox="0 0 100 100"');
    expect(svg).toContain("M0 50L100 50L100 100L0 100Z");
  });

  it("draws pies, round corners and filled patterns", () => {
    expect(wmf(...WINDOW, wmfRecord(0x081a, 0, 60, 60, 0, 110, 220, 10, 20))).toMatch(/A100 50 0 0 0 .*L100 50Z/);
    expect(wmf(...WINDOW, wmfRecord(0x061c, 10, 20, ...RECTANGLE))).toContain("A10 5 0 0 1");
    expect(wmf(...WINDOW, wmfRecord(0x061d, 0x42, 0, 10, 20, 10, 20))).toContain(
      'width="20" height="10" fill="#000000"',
    );
  });

  it("writes symbols as the characters that they look like", () => {
    const face = [..."Wingdings"].map((character) => character.charCodeAt(0));
    const name = Array.from({ length: 5 }, (_, index) => (face[index * 2] ?? 0) | ((face[index * 2 + 1] ?? 0) << 8));
    const font = wmfRecord(0x02fb, 12, 0, 0, 0, 400, 0, 0x0200, 0, 0, ...name);
    const text = wmfRecord(0x0521, 2, 0x9f6c, 20, 30);
    expect(wmf(...WINDOW, font, wmfRecord(0x012d, 0), text)).toContain(">●•</text>");
  });

  it("clips what is drawn until the state is restored", () => {
    const svg = wmf(
      ...WINDOW,
      wmfRecord(0x001e),
      wmfRecord(0x0416, ...RECTANGLE),
      wmfRecord(0x041b, 110, 220, 10, 20),
      wmfRecord(0x0127, 0xffff),
      wmfRecord(0x041b, ...RECTANGLE),
    );
    expect(svg.match(/<svg/g)).toHaveLength(2);
    expect(svg).toContain('<svg x="0" y="0" width="100" height="50" viewBox="0 0 100 50"');
  });
});

describe("emf", () => {
  it("draws in pixels even with a window set, as long as nothing maps it", () => {
    const svg = emfSvg(emfRecord(9, u32(10, 5)), emfRecord(43, u32(0, 0, 50, 25)));
    expect(svg).toContain("M0 0L50 0L50 25L0 25Z");
  });

  it("maps a window onto its viewport", () => {
    const svg = emfSvg(
      emfRecord(17, u32(8)),
      emfRecord(9, u32(10, 5)),
      emfRecord(11, u32(100, 50)),
      emfRecord(43, u32(0, 0, 5, 5)),
    );
    expect(svg).toContain("M0 0L50 0L50 50L0 50Z");
  });

  it("draws arcs and clips", () => {
    expect(emfSvg(emfRecord(45, u32(0, 0, 100, 50, 100, 25, 0, 25)))).toContain("A50 25 0 0 0");
    expect(emfSvg(emfRecord(30, u32(0, 0, 10, 10)), emfRecord(43, u32(0, 0, 50, 25)))).toContain(
      '<svg x="0" y="0" width="10" height="10"',
    );
  });
});
