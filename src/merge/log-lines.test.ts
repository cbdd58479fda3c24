import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newClient } from "../../test/support/api-client.ts";
import { testService } from "../../test/support/test-service.ts";
import { attemptDelivery } from "../delivery/attempt.ts";
import { standIn } from "../domain/testing/stand-in.ts";
import type { Env } from "../env.ts";
import { executeQueued } from "./execute-queued.ts";
import { failing, faultyServices } from "./testing/faulty-services.ts";

/** Whatever is done with a run is logged in a line that names the run and its workspace, whoever does it. */

/** A queue that brings no messages: the tests do the work themselves. */
const silent = standIn<Queue>({ send: async () => {}, sendBatch: async () => {} });
const quiet = { MERGES: silent, DELIVERIES: silent };

let client: Awaited<ReturnType<typeof newClient>>;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  client = await newClient();
  lines = [];
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line) => lines.push(JSON.parse(String(line))));
});
afterEach(() => void vi.restoreAllMocks());

async function document(members: object = {}): Promise<{ id: string; path: string }> {
  const html = { name: "Letter", type: "html", output: "html", html: "<p>{$Name}</p>", ...members };
  const { body } = await client.call("POST", "/api/documents", html);
  return { id: body.id, path: new URL(body.url).pathname };
}

/** The lines of these events; other tests of this Worker may still be writing theirs. */
const logged = (...events: string[]) =>
  lines.filter(
    ({ event, workspace_id }) => events.includes(String(event)) && workspace_id === client.caller.workspaceId,
  );

async function queuedRun(path: string): Promise<string> {
  const response = await testService(undefined, quiet)(path, { method: "POST", body: "Name=Ann" });
  return response.headers.get("x-run-id") ?? "";
}

describe("the log", () => {
  it("names run and workspace of a merge that somebody waits for, and of its failure", async () => {
    const { path } = await document();
    const answer = await testService(undefined, quiet)(`${path}?download=1`, { method: "POST", body: "Name=Ann" });
    const run_id = answer.headers.get("x-run-id");
    expect(logged("run.done", "request")).toMatchObject([
      { event: "request", path: "/api/documents", status: 200 },
      { event: "run.done", run_id, kind: "document", tries: 1, request_id: expect.any(String) },
      { event: "request", run_id, status: 201 },
    ]);

    const broken = testService(undefined, { ...quiet, FILES: failing(env.FILES, "put", () => true) });
    expect((await broken(`${path}?download=1`, { method: "POST", body: "Name=Ann" })).status).toBe(500);
    const [failed] = logged("request.failed");
    expect(failed).toMatchObject({ message: "put failed", run_id: expect.any(String) });
    expect((await client.call("GET", `/api/runs/${failed?.run_id}`)).body).toMatchObject({ status: "failed" });
  });

  it("names them for queued runs: what failed in each try, and whether they are given up or done", async () => {
    const { path } = await document();
    const { workspaceId } = client.caller;
    const run_id = await queuedRun(path);
    const faulty = faultyServices({ ...quiet, FILES: failing(env.FILES, "put", () => true) });
    await executeQueued(faulty, workspaceId, run_id);
    await env.DB.prepare("update runs set due_at = 1, status = 'accepted' where id = ?").bind(run_id).run();
    await executeQueued(faultyServices(quiet), workspaceId, run_id);
    expect(logged("run.try_failed", "run.done")).toMatchObject([
      { event: "run.try_failed", run_id, message: "put failed", tries: 1 },
      { event: "run.done", run_id, tries: 2 },
    ]);

    const rules = [{ file: "http://10.1.2.3/terms.pdf" }];
    const { body } = await client.call("POST", "/api/routes", { name: "Pack", rules });
    const lost = await queuedRun(new URL(body.url).pathname);
    await executeQueued(faultyServices(quiet), workspaceId, lost);
    expect(logged("run.failed")).toMatchObject([{ run_id: lost, kind: "route", code: "url_private" }]);
  });

  it("says why a print failed", async () => {
    const { path } = await document({ output: "pdf" });
    const run_id = await queuedRun(path);
    const answer = { failure: { code: "browser_unavailable", message: "It broke off.", cause: "Error: page crashed" } };
    const pool = standIn<Env["BROWSER_POOL"]>({ getByName: () => ({ print: async () => answer }) });
    await executeQueued(faultyServices({ ...quiet, BROWSER_POOL: pool }), client.caller.workspaceId, run_id);
    expect(logged("run.try_failed")).toMatchObject([{ run_id, cause: "Error: Error: page crashed" }]);
  });

  it("names them for each try of a delivery", async () => {
    const { id, path } = await document();
    const { workspaceId } = client.caller;
    const webhook = { type: "webhook", settings: { url: "https://shop.example/hook", file_url: 1 } };
    await client.call("POST", `/api/documents/${id}/deliveries`, webhook);
    const run_id = await queuedRun(path);
    const plain = faultyServices({ ...quiet, PUBLIC_BASE_URL: "https://docs.example" });
    await executeQueued(plain, workspaceId, run_id);
    const outbox_id = (await plain.store.outbox.ofRun(workspaceId, run_id))[0]?.id ?? "";
    for (const [minutes, status] of [
      [1, 500],
      [2, 410],
    ] as const) {
      const outbound = (hosts: readonly string[]) => ({
        ...plain.outbound(hosts),
        resolve: async () => [Uint8Array.of(93, 184, 216, 34)],
        transport: async () => new Response("", { status }),
      });
      const now = () => new Date(Date.now() + minutes * 60_000);
      await attemptDelivery({ ...plain, now, outbound }, workspaceId, outbox_id);
    }
    expect(logged("delivery.try_failed", "delivery.given_up")).toMatchObject([
      { event: "delivery.try_failed", run_id, outbox_id, kind: "webhook", tries: 1 },
      { event: "delivery.given_up", run_id, outbox_id, kind: "webhook", tries: 2 },
    ]);
  });
});
