import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { testCaller, testService } from "../../../test/support/test-service.ts";
import { createStore } from "../../store/store.ts";
import { documentTask } from "../../store/testing/run-tasks.ts";

const send = testService();
const store = createStore(env);

const newRun = (documentId: number) =>
  ({
    task: documentTask(documentId),
    source: "api",
    test: false,
    requestId: "r",
    askedBy: undefined,
  }) as const;

/** A stream of events that is read piece by piece. */
async function open(caller: { authorization: string }, query = "", headers: Record<string, string> = {}) {
  const response = await send(`/api/runs/stream${query}`, {
    headers: { authorization: caller.authorization, ...headers },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return { response, read: async () => (await reader?.read())?.value ?? "", close: () => reader?.cancel() };
}

const accept = (workspaceId: string, documentId = 1) => store.runs.accept(workspaceId, newRun(documentId), new Date());

describe("the stream of runs", () => {
  it("tells of runs as they come and change", async () => {
    const caller = await testCaller();
    const stream = await open(caller);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    expect(await stream.read()).toBe("retry: 1000\n\n");

    const coming = stream.read();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const run = await accept(caller.workspaceId);
    const accepted = await coming;
    expect(accepted).toMatch(new RegExp(`^event: run\nid: ${run.id}\ndata: \\{.*\\}\n\n$`));
    expect(accepted).toContain('"status":"accepted"');

    await store.runs.start(caller.workspaceId, run.id, new Date());
    expect(await stream.read()).toContain('"status":"running"');
    const problem = { code: "run_cancelled", message: "It was cancelled.", errors: [] } as const;
    await store.runs.cancel(caller.workspaceId, run.id, problem, new Date());
    expect(await stream.read()).toContain('"status":"failed"');
    // It is final: what comes next is about another one.
    const next = await accept(caller.workspaceId);
    const events = await stream.read();
    expect([...events.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)).toEqual([next.id]);
    await stream.close();
  });

  it("goes on where an earlier one ended", async () => {
    const caller = await testCaller();
    const [first, second] = [await accept(caller.workspaceId), await accept(caller.workspaceId)];
    const stream = await open(caller, "", { "last-event-id": first.id });
    await stream.read();
    const events = await stream.read();
    expect(events).toContain(second.id);
    expect(events).not.toContain(`id: ${first.id}`);
    await stream.close();
  });

  it("shows what is asked for, and nothing of another workspace", async () => {
    const caller = await testCaller();
    const outsider = await testCaller();
    const stream = await open(caller, "?document_id=7", { "last-event-id": "0" });
    await stream.read();
    await accept(outsider.workspaceId, 7);
    await accept(caller.workspaceId, 8);
    const wanted = await accept(caller.workspaceId, 7);
    const events = await stream.read();
    expect([...events.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)).toEqual([wanted.id]);
    await stream.close();
    expect(
      (await send("/api/runs/stream?status=none", { headers: { authorization: caller.authorization } })).status,
    ).toBe(422);
  });

  it("ends within five seconds of the end of its key, or of the browser's session", async () => {
    const caller = await testCaller();
    const { session, token } = await store.loginSessions.create(
      { workspaceId: caller.workspaceId, keyId: caller.keyId, way: "key", userAgent: "" },
      new Date(),
    );
    const own = { cookie: `docloom_session=${token}`, "sec-fetch-site": "same-origin" };
    const byCookie = await send("/api/runs/stream", { headers: own });
    expect(byCookie.status).toBe(200);
    const byKey = await send("/api/runs/stream", { headers: { authorization: caller.authorization } });
    const isOver = (response: Response) => response.text().then(() => Date.now());

    const endedSession = Date.now();
    const first = isOver(byCookie);
    await store.loginSessions.revoke(caller.workspaceId, session.id);
    expect((await first) - endedSession).toBeLessThan(5_000);
    const endedKey = Date.now();
    const second = isOver(byKey);
    await store.keys.revoke(caller.workspaceId, caller.keyId, new Date());
    expect((await second) - endedKey).toBeLessThan(5_000);
  }, 15_000);
});
