import { describe, expect, it } from "vitest";
import { readXml } from "../../office/xml-node.ts";
import { docToParts } from "./doc-to-parts.ts";
import { buildDoc, paragraph, sprm, u16, u32 } from "./testing/doc-builder.ts";

const inTable = sprm(0x2416, 1);
const cell = [...u16(0), ...u16(0), ...u32(0x01010104), ...u32(0), ...u32(0), ...u32(0)];
const definition = [2, ...u16(0), ...u16(1500), ...u16(3000), ...cell, ...cell];
const level = [...u32(1), 0, 0, ...new Array(9).fill(0), 0, ...u32(0), ...u32(0), 0, 0, 0, 0, ...u16(1), ...u16(0)];

/** A document that uses every table of the file. */
const whole = buildDoc({
  paragraphs: [
    {
      runs: [
        { text: "Some " },
        { text: "bold", modifiers: sprm(0x0835, 1) },
        { text: " text\x02\r", modifiers: sprm(0x0855, 1) },
      ],
    },
    paragraph("item", [...sprm(0x460b, ...u16(1)), ...sprm(0xc60d, 5, 0, 1, ...u16(900), 1)], 1),
    paragraph("a\x07", inTable),
    paragraph("b\x07", inTable),
    paragraph("\x07", [...inTable, ...sprm(0x2417, 1), ...sprm(0xd608, ...u16(definition.length + 1), ...definition)]),
    {
      runs: [
        { text: "\x01", modifiers: [...sprm(0x6a03, ...u32(0)), ...sprm(0x0855, 1)] },
        { text: "\x13 PAGE \x141\x15\r" },
      ],
    },
    paragraph("end"),
  ],
  footnotes: [paragraph("\x02 note"), paragraph("")],
  headers: [[], [], [], [], [], [], [paragraph("even")], [paragraph("head")], [], [paragraph("foot")], [], []],
  styles: [
    { name: "Normal", kind: 1, builtIn: 0 },
    { name: "Child", kind: 1, base: 0, character: sprm(0x0836, 0x81) },
  ],
  section: [...sprm(0xb01f, ...u16(11906)), ...sprm(0x500b, ...u16(2))],
  lists: {
    definitions: [...u16(1), ...u32(5), ...u32(0), ...new Array(18).fill(0xff), 1, 0, ...level],
    instances: [
      ...u32(1),
      ...u32(5),
      ...u32(0),
      ...u32(0),
      1,
      0,
      0,
      0,
      ...u32(0xffffffff),
      ...u32(4),
      ...u32(0x30),
      ...level,
    ],
  },
  tables: { 2: [...u32(14), ...u32(40), ...u16(1)], 3: [...u32(0), ...u32(7), ...u32(8)], 31: new Array(600).fill(1) },
  data: [...u32(80), ...u16(68), ...u16(8), ...new Array(72).fill(3)],
});

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    yield state >>> 8;
  }
}

/** Either well-formed parts or an error with a sentence. */
function outcome(bytes: Uint8Array): "parts" | "error" {
  let parts: Map<string, Uint8Array>;
  try {
    parts = docToParts(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).not.toBe("");
    return "error";
  }
  for (const [name, content] of parts) if (!name.startsWith("word/media/")) readXml(new TextDecoder().decode(content));
  expect(parts.has("word/document.xml")).toBe(true);
  return "parts";
}

describe("damaged documents", () => {
  it("reads the fixture that the others are made of", () => {
    expect(outcome(whole)).toBe("parts");
  });

  it("ends for files that are cut off anywhere", () => {
    const outcomes = new Set<string>();
    for (let length = 0; length < whole.length; length += 97) outcomes.add(outcome(whole.subarray(0, length)));
    expect(outcomes).toContain("error");
  });

  it.each([1, 2, 3, 4])("ends for files with bytes changed anywhere (%i)", (seed) => {
    const random = numbers(seed);
    for (let round = 0; round < 150; round++) {
      const damaged = whole.slice();
      for (let change = 0; change < 1 + (round % 12); change++) {
        damaged[(random.next().value ?? 0) % damaged.length] = (random.next().value ?? 0) & 0xff;
      }
      outcome(damaged);
    }
    expect.hasAssertions();
    expect(outcome(whole)).toBe("parts");
  });

  it.each([0, 0xff, 0x80])("ends for files in which a stretch is %i", (value) => {
    for (let at = 512; at < whole.length; at += 61) outcome(whole.slice().fill(value, at, at + 16));
    expect(outcome(whole)).toBe("parts");
  });

  it("does not write the same text over and over", () => {
    const text = "x".repeat(500);
    const positions = [0, 0, 0, 0, 0, 0, ...Array.from({ length: 7 }, (_, index) => (index % 2 === 0 ? 0 : 501))];
    const section = (end: number) => [...u16(0), ...u32(0xffffffff), ...u16(0), ...u32(end)];
    const bytes = buildDoc({
      paragraphs: Array.from({ length: 40 }, () => paragraph("")),
      headers: [[paragraph(text)]],
      tables: {
        6: [
          ...Array.from({ length: 41 }, (_, index) => u32(index)).flat(),
          ...Array.from({ length: 40 }, section).flat(),
        ],
        11: [positions, ...Array.from({ length: 39 }, () => [501, 0, 501, 0, 501, 0])].flat().flatMap(u32),
      },
    });
    const parts = [...docToParts(bytes)].filter(([name]) => /header|footer/.test(name));
    const texts = parts.flatMap(([, content]) => new TextDecoder().decode(content).match(/x{9,}/g) ?? []);
    const written = texts.join("").length;
    expect(parts.length).toBeGreaterThan(40);
    expect(written).toBeGreaterThanOrEqual(500);
    expect(written).toBeLessThan(2_000);
  });
});
