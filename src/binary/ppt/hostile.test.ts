import { describe, expect, it } from "vitest";
import { bytesOf, container, options, record, shapeHead, u16, u32 } from "../officeart/testing/art-records.ts";
import { pptToParts } from "./ppt-to-parts.ts";
import { PPT } from "./record-types.ts";
import { placeholder, shape, styleRuns, text, textBox } from "./testing/ppt-shapes.ts";
import { compound, currentUser, documentStream, font, presentationFile } from "./testing/ppt-writer.ts";

const BOX = [0, 0, 576, 576] as const;
const STYLE = styleRuns(
  [[6, 1, bytesOf(u32(0x10_0801), u16(1, 1, 1, 100, 0))]],
  [[6, bytesOf(u32(0x2_0001), u16(1, 20))]],
);
const { bytes, editAt } = documentStream({
  slides: [
    {
      shapes: [
        shape(1, BOX, { 0x0181: 5 }, placeholder(13), textBox(text(0, "a\rb\u000bc", STYLE))),
        shape(0, BOX, { 0x0145: bytesOf(u16(2, 2, 8), u32(0, 0, 100, 100)) }),
        container(
          0xf003,
          container(0xf004, record(0xf009, u32(0, 0, 9, 9)), shapeHead(0, 9, 0x201), record(0xf010, u16(0, 0, 9, 9))),
          container(0xf004, shapeHead(1, 8, 0x202), options({}), record(0xf00f, u32(1, 1, 2, 2))),
        ),
      ],
      texts: [text(1, "Body", STYLE)],
    },
  ],
  environment: [container(PPT.fontCollection, font(0, "Arial"))],
});

/** A result, or an error with words; nothing else. */
function convert(stream: Uint8Array): "parts" | "error" {
  try {
    return pptToParts(compound({ "PowerPoint Document": stream, "Current User": currentUser(editAt) })).size > 5
      ? "parts"
      : "error";
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(/^the /);
    return "error";
  }
}

/** Numbers that look random and are the same each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

describe("damaged presentations", () => {
  it("ends with slides or words wherever the stream breaks off", () => {
    const outcomes = new Set<string>();
    for (let length = 0; length < bytes.length; length += 7) outcomes.add(convert(bytes.subarray(0, length)));
    expect([...outcomes]).toEqual(["error", "parts"]);
  });

  it("ends with slides or words whatever bytes are changed", () => {
    const source = numbers(7);
    const outcomes = new Set<string>();
    for (let round = 0; round < 600; round++) {
      const changed = bytes.slice();
      for (let change = 0; change <= round % 4; change++) {
        changed[source.next().value % changed.length] = source.next().value & 0xff;
      }
      outcomes.add(convert(changed));
    }
    expect(outcomes).toContain("parts");
  });

  it("ends with slides or words when lengths and counts are as large as they can be", () => {
    for (let at = 0; at + 4 <= bytes.length; at += 2) {
      const changed = bytes.slice();
      changed.fill(0xff, at, at + 4);
      expect(["parts", "error"]).toContain(convert(changed));
    }
  });

  it("does not follow edits in a circle", () => {
    const edit = (previous: number) => record(PPT.userEdit, u32(0, 0, previous, 0, 1, 0, 0));
    expect(convert(bytesOf(edit(36), edit(0xffff), new Uint8Array(editAt)))).toBe("error");
    const circle = bytes.slice();
    circle.set(u32(editAt), editAt + 16);
    expect(convert(circle)).toBe("parts");
  });

  it("leaves groups out that are nested without end", () => {
    let nested: Uint8Array = container(0xf004, shapeHead(1, 8, 0x202), record(0xf00f, u32(1, 1, 2, 2)));
    for (let depth = 0; depth < 120; depth++) {
      const head = container(
        0xf004,
        shapeHead(0, 9, 0x201),
        record(0xf009, u32(0, 0, 9, 9)),
        record(0xf010, u16(0, 0, 9, 9)),
      );
      nested = container(0xf003, head, nested);
    }
    expect(pptToParts(presentationFile({ slides: [{ shapes: [nested] }] })).has("ppt/slides/slide1.xml")).toBe(true);
  });
});
