import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { testCaller, testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import worker from "../../index.ts";
import { openPdf } from "../../pdf/document.ts";
import { pageEntry } from "../../pdf/page-tree.ts";

type Caller = Awaited<ReturnType<typeof testCaller>>;
type Json = Record<string, unknown>;

const service = testService();
let caller: Caller;
let other: Caller;

beforeAll(async () => {
  [caller, other] = [await testCaller(), await testCaller()];
});

async function send(method: string, path: string, body?: unknown, authorization?: string): Promise<Response> {
  return service(path, {
    method,
    headers: { "content-type": "application/json", ...(authorization ? { authorization } : {}) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

async function createDocument(members: Json = {}): Promise<{ id: string; address: string }> {
  const response = await send(
    "POST",
    "/api/documents",
    { name: "Letter", type: "html", output: "html", html: "<p>Dear {$Name},</p>", ...members },
    caller.authorization,
  );
  expect(response.status).toBe(200);
  const { id, url } = await response.json<{ id: string; url: string }>();
  return { id, address: new URL(url).pathname };
}

async function runOf(response: Response): Promise<Json> {
  const id = response.headers.get("x-run-id");
  return (await send("GET", `/api/runs/${id}`, undefined, caller.authorization)).json();
}

/** Hands the queue's message of a run to the consumer, as the platform would. */
async function deliverMessage(runId: string, queue = "docloom-merges") {
  const batch = createMessageBatch(queue, [
    { id: "1", timestamp: new Date(), attempts: 1, body: { workspaceId: caller.workspaceId, runId } },
  ]);
  await worker.queue(batch, env as never);
  return getQueueResult(batch, createExecutionContext());
}

describe("POST /merge/<ID>/<KEY>", () => {
  it("answers the merged file with download=1", async () => {
    const { address } = await createDocument({ output_name: "Letter to {$Name}" });
    const response = await send("POST", `${address}?download=1`, { Name: "Ann & Bob", Extra: 1 });
    expect(response.status).toBe(201);
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="Letter to Ann & Bob.html"; filename*=UTF-8''Letter%20to%20Ann%20%26%20Bob.html`,
    );
    expect(await response.text()).toBe("<p>Dear Ann &amp; Bob,</p>");
    expect(await runOf(response)).toMatchObject({
      status: "done",
      test: false,
      fields: { found: ["Name"], missing: [], unused: ["Extra"] },
      files: [{ name: "Letter to Ann & Bob.html", size: 26 }],
    });
  });

  it("prints a PDF of the page size asked for", async () => {
    const { address } = await createDocument({ output: "pdf", size_width: 4, size_height: 6 });
    const response = await send("POST", `${address}?download=1`, { Name: "Ann" });
    expect(response.status).toBe(201);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    const pdf = openPdf(new Uint8Array(await response.arrayBuffer()));
    expect(pdf.pages.map((page) => pageEntry(pdf, page, "MediaBox"))).toEqual([[0, 0, 288, 432]]);
  });

  it("accepts without download: exactly {success: 1}, and the queue does the rest once", async () => {
    const { address } = await createDocument();
    const response = await send("POST", address, { Name: "Ann" });
    expect(response.status).toBe(201);
    expect(await response.text()).toBe('{"success":1}');
    expect(await runOf(response)).toMatchObject({ status: "accepted", files: [] });

    const runId = present(response.headers.get("x-run-id"));
    expect((await deliverMessage(runId)).explicitAcks).toEqual(["1"]);
    expect((await deliverMessage(runId)).explicitAcks).toEqual(["1"]);
    const run = await runOf(response);
    expect(run).toMatchObject({ status: "done", tries: 1, files: [{ name: "Letter.html" }] });

    const [{ url }] = run.files as [{ url: string }];
    const file = await service(new URL(url).pathname);
    expect(await file.text()).toBe("<p>Dear Ann,</p>");
  });

  it("merges what was the template when the merge was accepted", async () => {
    const { id, address } = await createDocument();
    const response = await send("POST", address, { Name: "Ann" });
    await send("PUT", `/api/documents/${id}`, { html: "changed", name: "Changed" }, caller.authorization);
    await send("DELETE", `/api/documents/${id}`, undefined, caller.authorization);
    await deliverMessage(present(response.headers.get("x-run-id")));
    const run = await runOf(response);
    expect(run).toMatchObject({ status: "done", files: [{ name: "Letter.html", size: 16 }] });
  });

  it("takes form pairs and JSON alike, nested", async () => {
    const { address } = await createDocument({ html: "{foreach $Items as $i}{$i.name}={$i.tags.0};{/foreach}" });
    const json = await send("POST", `${address}?download=1`, { Items: [{ name: "a", tags: ["x"] }, { name: "b" }] });
    const form = await service(`${address}?download=1`, {
      method: "POST",
      body: new URLSearchParams("Items[0][name]=a&Items[0][tags][]=x&Items[1][name]=b"),
    });
    expect(await json.text()).toBe("a=x;b=;");
    expect(await form.text()).toBe("a=x;b=;");
  });

  it("marks test merges and counts them apart", async () => {
    const { address } = await createDocument({ output: "pdf" });
    const before = await (await send("GET", "/api/account", undefined, caller.authorization)).json<Json>();
    const plain = await (await send("POST", `${address}?download=1`, { Name: "Ann" })).arrayBuffer();
    const marked = await send("POST", `${address}?download=1&test=1`, { Name: "Ann" });
    expect((await marked.arrayBuffer()).byteLength).not.toBe(plain.byteLength);
    expect(await runOf(marked)).toMatchObject({ test: true });
    const after = await (await send("GET", "/api/account", undefined, caller.authorization)).json<Json>();
    expect(JSON.stringify(after)).not.toBe(JSON.stringify(before));
  });

  it("makes every merge of an inactive document a test merge", async () => {
    const { address } = await createDocument({ active: "0" });
    expect(await runOf(await send("POST", `${address}?download=1&test=0`, {}))).toMatchObject({ test: true });
  });

  it("ignores an Authorization header", async () => {
    const { address } = await createDocument();
    expect((await send("POST", address, {}, "Basic nonsense")).status).toBe(201);
  });

  it.each(["/merge/999999999/wrong", "/merge/abc/def", "/merge/1"])(
    "says the same for every unknown address: %s",
    async (path) => {
      for (const method of ["POST", "GET"]) {
        const response = await send(method, path, method === "POST" ? {} : undefined);
        expect(response.status).toBe(404);
        expect(await response.json<Json>()).toMatchObject({
          error: "Sorry, but a document was not selected!",
          code: "document_not_selected",
        });
      }
    },
  );

  it("says the same for a wrong key as for a wrong id", async () => {
    const { id } = await createDocument();
    const [wrongKey, wrongId] = [await send("POST", `/merge/${id}/x`, {}), await send("POST", "/merge/77777/x", {})];
    const strip = ({ request_id: _, instance: __, ...rest }: Json) => rest;
    expect(strip(await wrongKey.json())).toEqual(strip(await wrongId.json()));
  });

  it("replays the answer of the same Idempotency-Key and merges once", async () => {
    const { address } = await createDocument();
    const init = {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
      body: '{"Name":"Ann"}',
    };
    const [first, second] = [await service(address, init), await service(address, init)];
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    expect(second.headers.get("x-run-id")).toBe(first.headers.get("x-run-id"));
  });

  it("answers a failure as a problem and records it in the run", async () => {
    const { address } = await createDocument({ html: "{for $i=1 to 100000000}x{/for}" });
    const response = await send("POST", `${address}?download=1`, {});
    expect(response.status).toBe(422);
    expect(await response.json<Json>()).toMatchObject({ code: "language_step_limit" });
    const [run] = await (await send("GET", "/api/runs?limit=1", undefined, caller.authorization)).json<Json[]>();
    expect(run).toMatchObject({ status: "failed" });
  });
});

describe("GET /merge/<ID>/<KEY>", () => {
  it("merges the query with _use_get=1", async () => {
    const { address } = await createDocument();
    const response = await service(`${address}?_use_get=1&download=1&Name=Ann`);
    expect(response.status).toBe(201);
    expect(await response.text()).toBe("<p>Dear Ann,</p>");
    expect(await runOf(response)).toMatchObject({ fields: { found: ["Name"], unused: [] } });
  });

  it("does not merge without it", async () => {
    const { address } = await createDocument();
    const response = await service(`${address}?Name=Ann`);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
  });
});

describe("POST /api/documents/<ID>/merge", () => {
  it("answers a link that leads to the file", async () => {
    const { id } = await createDocument();
    const response = await send(
      "POST",
      `/api/documents/${id}/merge?download=url`,
      { Name: "Ann" },
      caller.authorization,
    );
    expect(response.status).toBe(201);
    const { success, name, url } = await response.json<{ success: number; name: string; url: string }>();
    expect([success, name]).toEqual([1, "Letter.html"]);
    expect(await (await service(new URL(url).pathname)).text()).toBe("<p>Dear Ann,</p>");
  });

  it("needs the owner's credentials", async () => {
    const { id } = await createDocument();
    expect((await send("POST", `/api/documents/${id}/merge`, {})).status).toBe(401);
    expect((await send("POST", `/api/documents/${id}/merge`, {}, other.authorization)).status).toBe(404);
  });
});

describe("explain=1", () => {
  it("tells what the merge would do, with credentials or when the document allows it", async () => {
    const { id, address } = await createDocument({ html: "{if $Vip}{$Name}{else}{$Other}{/if}" });
    expect((await send("POST", `${address}?explain=1`, {})).status).toBe(401);
    expect((await send("POST", `${address}?explain=1`, {}, other.authorization)).status).toBe(404);

    const answer = await send("POST", `${address}?explain=1`, { Vip: 1, Name: "A", Spare: 2 }, caller.authorization);
    expect(await answer.json<Json>()).toMatchObject({ fields: { unused: ["Spare"] } });
    expect(answer.headers.get("x-run-id")).toBeNull();

    await send("PUT", `/api/documents/${id}`, { settings: { explain: 1 } }, caller.authorization);
    expect((await send("POST", `${address}?explain=1`, {})).status).toBe(200);
  });
});

describe("runs", () => {
  it("lists the workspace's runs newest first and in pages, and no other's", async () => {
    const { id, address } = await createDocument();
    for (const Name of ["1", "2", "3"]) await send("POST", address, { Name });
    const first = await send("GET", `/api/runs?document_id=${id}&limit=2`, undefined, caller.authorization);
    const next = first.headers.get("link")?.match(/<([^>]+)>; rel="next"/)?.[1];
    const second = await send("GET", present(next), undefined, caller.authorization);
    const ids = [...(await first.json<Json[]>()), ...(await second.json<Json[]>())].map((run) => run.id as string);
    expect(ids).toHaveLength(3);
    expect(ids).toEqual([...ids].sort().reverse());

    expect(await (await send("GET", "/api/runs", undefined, other.authorization)).json()).toEqual([]);
    expect((await send("GET", `/api/runs/${ids[0]}`, undefined, other.authorization)).status).toBe(404);
    expect((await send("GET", "/api/runs")).status).toBe(401);
  });
});

it("expires links and does not tell guesses from expired ones", async () => {
  const response = await service("/files/abcdefghijklmnopqrstuvwxyz012345");
  expect(response.status).toBe(404);
  expect(await response.json<Json>()).toMatchObject({ code: "link_expired" });
});

it("sends runs again that nobody finished", async () => {
  const { address } = await createDocument();
  const response = await send("POST", address, { Name: "Ann" });
  await env.DB.prepare("update runs set due_at = 1 where id = ?").bind(response.headers.get("x-run-id")).run();
  await worker.scheduled({ cron: "* * * * *" } as never, env as never);
  expect(await runOf(response)).toMatchObject({ status: expect.stringMatching(/accepted|running|done/) });
  const row = await env.DB.prepare("select due_at from runs where id = ?")
    .bind(response.headers.get("x-run-id"))
    .first<{ due_at: number | null }>();
  expect(row?.due_at).not.toBe(1);
});
