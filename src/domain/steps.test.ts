import { describe, expect, it } from "vitest";
import { mapConcurrent } from "./map-concurrent.ts";
import { standBack, Turns, whileAwaited } from "./steps.ts";

/** What others and pieces of work, of so many bytes each, do in turn. */
async function seenWith(bytes: number, pieces: number, atOnce: number): Promise<string> {
  const seen: string[] = [];
  let isOver = false;
  const tick = () => {
    seen.push("other");
    if (!isOver) setTimeout(tick, 0);
  };
  setTimeout(tick, 0);
  const turns = new Turns();
  await mapConcurrent(
    Array.from({ length: pieces }, (_, piece) => piece),
    atOnce,
    async () => {
      await turns.next();
      seen.push("piece");
      turns.made(bytes);
    },
  );
  isOver = true;
  return seen.join(" ");
}

describe("turns", () => {
  it("let all that waits have its own after large pieces of work, whoever does them", async () => {
    const seen = await seenWith(64 * 1024, 6, 3);
    expect(seen).toMatch(/^piece/);
    expect(seen.match(/(piece ?)+/g)?.length).toBeGreaterThanOrEqual(2);
    expect(seen).not.toMatch(/(piece ?){4}/);
  });

  it("let it have its own after some small ones, and no sooner", async () => {
    const seen = await seenWith(100, 60, 4);
    expect(seen).not.toMatch(/(piece ?){12}/);
    expect(seen).toMatch(/(piece ?){7}/);
  });
});

it("work of queues stands back while somebody waits for an answer, and not for good", async () => {
  const order: string[] = [];
  let end = () => {};
  const answer = whileAwaited(() => new Promise<void>((resolve) => (end = resolve))).then(() => order.push("answer"));
  const soon = setTimeout(() => end(), 1);
  await standBack().then(() => order.push("queue"));
  await answer;
  expect(order).toEqual(["answer", "queue"]);
  clearTimeout(soon);

  const hanging = whileAwaited(() => new Promise<void>((resolve) => (end = resolve)));
  await standBack();
  end();
  await hanging;
  await expect(whileAwaited(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
});
