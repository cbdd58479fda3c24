import { describe, expect, it } from "vitest";
import { mapConcurrent } from "./map-concurrent.ts";
import { turns } from "./steps.ts";

describe("turns", () => {
  it("let all that waits have its own between two pieces of work, whoever does them", async () => {
    const seen: string[] = [];
    let isOver = false;
    const tick = () => {
      seen.push("other");
      if (!isOver) setTimeout(tick, 0);
    };
    setTimeout(tick, 0);
    const nextTurn = turns();
    await mapConcurrent([1, 2, 3, 4, 5, 6], 3, async () => {
      await nextTurn();
      seen.push("piece");
    });
    isOver = true;
    expect(seen[0]).toBe("piece");
    expect(seen.join(" ")).not.toContain("piece piece");
  });

  it("are had in the order in which they are asked for", async () => {
    const nextTurn = turns(() => Promise.resolve());
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((number) => nextTurn().then(() => order.push(number))));
    expect(order).toEqual([1, 2, 3]);
  });
});
