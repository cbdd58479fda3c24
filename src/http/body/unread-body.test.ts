import { Hono } from "hono";
import { expect, it } from "vitest";
import { BODY_LIMITS } from "./body-limits.ts";
import { readBody } from "./read-body.ts";
import { discardUnreadBody } from "./unread-body.ts";

/** A service that reads none of a body, some of it, or all of it. */
const app = new Hono();
app.use(discardUnreadBody(200));
app.onError((error, c) => c.text(error.message, 400));
app.post("/none", (c) => c.text("refused", 401));
app.post("/body", async (c) => c.json(await readBody(c.req.raw)));

/** A body of this many pieces, which tells how many were taken, and whether it was broken off. */
function pieces(count: number, piece: string) {
  const state = { taken: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (state.taken === count) return controller.close();
      state.taken++;
      controller.enqueue(new TextEncoder().encode(piece));
    },
    cancel() {
      state.isCancelled = true;
    },
  });
  return { state, stream };
}

const post = (path: string, body: BodyInit) =>
  app.request(path, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
    duplex: "half",
  } as RequestInit);

it("takes a body that nobody read", async () => {
  const { state, stream } = pieces(50, "x".repeat(1_000));
  expect((await post("/none", stream)).status).toBe(401);
  expect(state).toEqual({ taken: 50, isCancelled: false });
});

it("takes the rest of a body that was refused on the way", async () => {
  const piece = " ".repeat(1_000_000);
  const count = BODY_LIMITS.textBytes / piece.length + 5;
  const { state, stream } = pieces(count, piece);
  const response = await post("/body", stream);
  expect(await response.text()).toContain("larger than");
  expect(state).toEqual({ taken: count, isCancelled: false });
});

it("leaves a body alone that was read, and requests without one", async () => {
  expect(await (await post("/body", '{"a":1}')).json()).toEqual({ a: 1 });
  expect((await post("/none", "")).status).toBe(401);
});

it("does not take an endless one", async () => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      controller.enqueue(new Uint8Array(10));
    },
    cancel() {
      isCancelled = true;
    },
  });
  expect((await post("/none", endless)).status).toBe(401);
  expect(isCancelled).toBe(true);
});
