import { describe, expect, it } from "vitest";
import { SPRM } from "./sprm-codes.ts";

/** `sgc`, the kind of property, by the letter of the names (MS-DOC 2.2.5.1). */
const KINDS: Readonly<Record<string, number>> = { P: 1, C: 2, Pic: 3, S: 4, T: 5 };

describe("codes of property modifiers", () => {
  it.each(Object.entries(SPRM))("%s tells its kind in its code", (name, code) => {
    const kind = /^sprm(Pic(?=Brc)|[PCST])/.exec(name)?.[1] ?? "";
    expect((code >> 10) & 7).toBe(KINDS[kind]);
  });

  it("are each of one name", () => {
    expect(new Set(Object.values(SPRM)).size).toBe(Object.keys(SPRM).length);
  });
});
