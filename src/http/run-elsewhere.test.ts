import { describe, expect, it } from "vitest";
import { ALL_RIGHTS } from "../domain/access/rights.ts";
import type { Log } from "../domain/log.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import type { Env } from "../env.ts";
import type { RequestContext } from "./context.ts";
import { answerElsewhere } from "./run-elsewhere.ts";

const MEGABYTE = 1024 * 1024;

/** The body of an answer, in chunks; its object dies when they are sent, or not. */
function bodyOf(chunks: readonly string[], dies: boolean): ReadableStream<Uint8Array> {
  const left = chunks.map((chunk) => new TextEncoder().encode(chunk));
  return new ReadableStream({
    pull(controller) {
      const chunk = left.shift();
      if (chunk) controller.enqueue(chunk);
      else if (dies) controller.error(new Error("Network connection lost."));
      else controller.close();
    },
  });
}

/** Objects that answer or die in turn, what each was asked, and the events of the log. */
function pool(...turns: readonly ("dies" | "dies in its answer" | "answers" | "answers much" | "is full")[]) {
  const asked: string[] = [];
  const events: string[] = [];
  const TOOL_WORKERS = {
    getByName: () => ({
      reserve: async () => turns[0] !== "is full",
      async fetch(request: Request) {
        asked.push(await request.text());
        const turn = turns[asked.length - 1];
        if (turn === "dies") throw new Error("out of memory");
        const chunks = turn === "answers much" ? Array.from({ length: 9 }, () => "x".repeat(MEGABYTE)) : ["do", "ne"];
        return new Response(bodyOf(chunks, turn === "dies in its answer"), {
          status: 201,
          headers: { "x-tool": request.headers.get("x-request-id") ?? "" },
        });
      },
    }),
  };
  const ask = (body: string | undefined, headers: Record<string, string> = {}) => {
    const length = String(new TextEncoder().encode(body).length);
    const posted = { method: "POST", body, headers: { "content-length": length, ...headers } };
    const request = new Request("https://docs.example/api/tools/rotate_pdf", body === undefined ? {} : posted);
    const log = standIn<Log>({ warn: (event: string) => events.push(event) });
    const context = { requestId: "r-1", request, env: standIn<Env>({ TOOL_WORKERS }), log };
    return answerElsewhere(standIn<RequestContext>(context), {
      workspaceId: "w",
      keyId: "k",
      storedBytes: 0,
      rights: ALL_RIGHTS,
    });
  };
  return { ask, asked, events };
}

describe("a request that an object of the pool answers", () => {
  it("is made once where nothing dies", async () => {
    const { ask, asked, events } = pool("answers");
    const answer = await ask("a file");
    expect([answer.status, answer.headers.get("x-tool"), await answer.text()]).toEqual([201, "r-1", "done"]);
    expect([asked, events]).toEqual([["a file"], []]);
  });

  it("is made again, with its whole body, by another when that one dies, and the log says so", async () => {
    const { ask, asked, events } = pool("dies", "answers");
    expect((await ask("a file")).status).toBe(201);
    expect([asked, events]).toEqual([["a file", "a file"], ["request.tool_worker_failed"]]);
  });

  it("is made again if it only asks for something", async () => {
    const { ask, asked } = pool("dies", "answers");
    expect((await ask(undefined)).status).toBe(201);
    expect(asked).toEqual(["", ""]);
  });

  it("is made again when it dies in the middle of its answer", async () => {
    const { ask, asked } = pool("dies in its answer", "answers");
    expect(await (await ask("a file")).text()).toBe("done");
    expect(asked).toHaveLength(2);
    const once = pool("dies in its answer", "answers");
    const refused = once.ask("a file", { "idempotency-key": "1" });
    await expect(refused).rejects.toMatchObject({ code: "work_interrupted", retryAfterSeconds: 5 });
  });

  it("is passed on while it comes if its answer is large", async () => {
    const answer = await pool("answers much").ask("a file");
    expect((await answer.text()).length).toBe(9 * MEGABYTE);
  });

  it("is not made a third time: then the file itself is what kills", async () => {
    const { ask, asked } = pool("dies", "dies", "answers");
    await expect(ask("a file")).rejects.toMatchObject({ code: "work_interrupted", retryAfterSeconds: 5 });
    expect(asked).toHaveLength(2);
  });

  it("is refused, and not made again, where the pool has too much to do", async () => {
    const { ask, asked, events } = pool("is full");
    await expect(ask("a file")).rejects.toMatchObject({ code: "overloaded", retryAfterSeconds: 10 });
    expect([asked, events]).toEqual([[], []]);
  });

  it.each([
    ["asks for a delivery", '{"delivery":{}}', {}],
    ["is accepted for later", "a file", { prefer: "respond-async" }],
    ["has a key of its own for its repetitions", "a file", { "idempotency-key": "1" }],
    ["is too large to be held", "a file", { "content-length": String(9 * 1024 * 1024) }],
  ])("is not made again when it %s", async (_, body, headers) => {
    const { ask, asked } = pool("dies", "answers");
    await expect(ask(body, headers)).rejects.toMatchObject({ code: "work_interrupted", retryAfterSeconds: 5 });
    expect(asked).toEqual([body]);
  });
});
