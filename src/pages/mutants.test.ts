import { expect, it } from "vitest";
import { mutants } from "./testing/mutants.ts";

it("changed fonts, pictures and metafiles are read or refused, and never throw", () => {
  let read = 0;
  for (const { name } of mutants(400, 7)) {
    expect(name).not.toBe("");
    read++;
  }
  expect(read).toBe(400);
});
