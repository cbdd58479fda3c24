import { describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { Scratch } from "./scratch.ts";

function overlap(first: ArrayBufferView, second: ArrayBufferView): boolean {
  return (
    first.buffer === second.buffer &&
    first.byteOffset < second.byteOffset + second.byteLength &&
    second.byteOffset < first.byteOffset + first.byteLength
  );
}

describe("Scratch", () => {
  it("gives arrays of the lengths asked for that do not overlap", () => {
    const scratch = new Scratch();
    scratch.giveBack(scratch.coefficients(1000));
    const arrays = [scratch.samples(333), scratch.coefficients(101), scratch.samples(1), scratch.coefficients(5000)];
    expect(arrays.map(({ length }) => length)).toEqual([333, 101, 1, 5000]);
    for (const [index, first] of arrays.entries()) {
      for (const second of arrays.slice(index + 1)) expect(overlap(first, second)).toBe(false);
    }
  });

  it("divides what was given back, and joins it again", () => {
    const scratch = new Scratch();
    const whole = scratch.coefficients(64_000);
    const { buffer } = whole;
    scratch.giveBack(whole);
    const parts = [scratch.samples(32_000), scratch.coefficients(16_000), scratch.samples(64_000)];
    for (const part of parts) expect(part.buffer).toBe(buffer);
    for (const part of [present(parts[0]), present(parts[2]), present(parts[1])]) scratch.giveBack(part);
    expect(scratch.coefficients(64_000).buffer).toBe(buffer);
  });

  it("takes everything back at once", () => {
    const scratch = new Scratch();
    const { buffer } = scratch.samples(6400);
    scratch.samples(640);
    scratch.release();
    expect(scratch.samples(6400).buffer).toBe(buffer);
  });

  it("keeps what is taken while it gives parts of the same buffer anew", () => {
    const scratch = new Scratch();
    scratch.giveBack(scratch.samples(1280));
    const kept = scratch.samples(640).fill(7);
    scratch.giveBack(scratch.samples(640));
    scratch.samples(320).fill(1);
    scratch.coefficients(160).fill(2);
    expect(kept.every((value) => value === 7)).toBe(true);
  });

  it("ignores arrays that are not its own or have been given back", () => {
    const scratch = new Scratch();
    const first = scratch.samples(640);
    scratch.giveBack(first);
    scratch.giveBack(first);
    scratch.giveBack(new Uint8Array(640));
    expect(overlap(scratch.samples(640), scratch.samples(640))).toBe(false);
  });
});
