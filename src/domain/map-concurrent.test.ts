import { describe, expect, it } from "vitest";
import { mapConcurrent } from "./map-concurrent.ts";

/** Work that ends when it is told to. */
function workOf(items: number) {
  const begun: number[] = [];
  const ends = Array.from({ length: items }, () => Promise.withResolvers<string>());
  const at = (index: number) => ends[index] as PromiseWithResolvers<string>;
  return {
    begun,
    end: (index: number) => at(index).resolve(`result ${index}`),
    fail: (index: number, message: string) => at(index).reject(new Error(message)),
    work: async (index: number) => {
      begun.push(index);
      return await at(index).promise;
    },
  };
}

/** Lets everything go on that does not wait for work. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("work on several items at once", () => {
  it("gives the results in the items' order, and begins no more at once than it may", async () => {
    const { begun, end, work } = workOf(3);
    const all = mapConcurrent([0, 1, 2], 2, work);
    await settled();
    expect(begun).toEqual([0, 1]);
    end(1);
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    end(2);
    end(0);
    expect(await all).toEqual(["result 0", "result 1", "result 2"]);
  });

  it("fails once everything has ended that was begun, and begins nothing more", async () => {
    const { begun, end, fail, work } = workOf(4);
    let outcome = "none yet";
    const all = mapConcurrent([0, 1, 2, 3], 3, work).catch((error: Error) => {
      outcome = error.message;
    });
    await settled();
    fail(0, "first");
    await settled();
    expect([outcome, begun]).toEqual(["none yet", [0, 1, 2]]);
    fail(2, "second");
    await settled();
    expect([outcome, begun]).toEqual(["none yet", [0, 1, 2]]);
    end(1);
    await all;
    expect([outcome, begun]).toEqual(["first", [0, 1, 2]]);
  });

  it("fails also where what was thrown is no error", async () => {
    await expect(mapConcurrent([0], 1, () => Promise.reject(undefined))).rejects.toBeUndefined();
  });
});
