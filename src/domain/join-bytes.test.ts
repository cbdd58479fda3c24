import { expect, it } from "vitest";
import { joinBytes } from "./join-bytes.ts";

it("puts pieces one after the other", () => {
  expect(joinBytes([])).toEqual(new Uint8Array());
  expect(joinBytes([Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)])).toEqual(Uint8Array.of(1, 2, 3));
});
