import { describe, expect, it } from "vitest";
import { childOfType, readNode, readRecords, readTree } from "./records.ts";
import { bytesOf, container, record, u16, u32 } from "./testing/art-records.ts";

describe("readRecords", () => {
  it("reads one record after the other", () => {
    const bytes = bytesOf(record(0xf00a, u32(1, 2), 5, 2), record(0xf010, Uint8Array.of(9)));
    expect(
      [...readRecords(bytes)].map(({ type, instance, version, offset }) => [type, instance, version, offset]),
    ).toEqual([
      [0xf00a, 5, 2, 0],
      [0xf010, 0, 0, 16],
    ]);
  });

  it("cuts a length that goes beyond the end and leaves out half a header", () => {
    const bytes = bytesOf(u16(0, 0xf00a), u32(0xffff_fff0), [1, 2, 3]);
    expect([...readRecords(bytes)][0]?.body).toEqual(Uint8Array.of(1, 2, 3));
    expect([...readRecords(bytes.subarray(0, 7))]).toEqual([]);
  });
});

describe("readTree", () => {
  it("opens containers and counts offsets from the beginning", () => {
    const bytes = bytesOf(record(1, Uint8Array.of(7)), container(0xf002, record(0xf008, u32(0)), container(0xf003)));
    const [, drawing] = readTree(bytes);
    expect(drawing?.children.map((child) => [child.type, child.offset])).toEqual([
      [0xf008, 17],
      [0xf003, 29],
    ]);
    expect(childOfType(readNode(bytes, 9), 0xf008)?.type).toBe(0xf008);
  });

  it("stops opening where containers are nested without end", () => {
    let bytes: Uint8Array = record(1, Uint8Array.of(1));
    for (let depth = 0; depth < 200; depth++) bytes = container(0xf003, bytes);
    let depth = 0;
    for (let node = readTree(bytes)[0]; node?.children[0]; node = node.children[0]) depth++;
    expect(depth).toBe(40);
  });
});
