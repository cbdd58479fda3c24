import { expect, it } from "vitest";
import { standBack, whileAwaited } from "./awaited-work.ts";

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
