import { expect, it } from "vitest";
import { bugIn, damagedFile } from "./damaged-files.ts";

/** `npm run tools -- fuzz-readers` reads as many as it is told. */
const SAMPLE = 120;
const SEED = 5;

it("damaged files of all kinds are read, or refused with a reason", async () => {
  const names = new Set<string>();
  for (let number = 0; number < SAMPLE; number++) {
    const file = damagedFile(SEED, number);
    names.add(file.name);
    expect(await bugIn(file), file.name).toBeUndefined();
  }
  expect(names.size).toBe(SAMPLE);
});
