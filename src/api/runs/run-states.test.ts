import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { SILENT_MERGES } from "../../merge/testing/silent-queues.ts";

const service = testService(undefined, SILENT_MERGES);
let client: Awaited<ReturnType<typeof newClient>>;
let address: string;

beforeAll(async () => {
  client = await newClient(SILENT_MERGES);
  const document = { name: "Letter", type: "html", output: "html", html: "{$Name}" };
  address = new URL((await client.call("POST", "/api/documents", document)).body.url).pathname;
});

/** A run that waits: nothing takes its message. */
async function waitingRun(): Promise<string> {
  const answer = await service(address, { method: "POST", body: "Name=Ann" });
  expect(answer.ok).toBe(true);
  return answer.headers.get("x-run-id") ?? "";
}

describe("a run that is not done", () => {
  it("has no receipt, is not purged, and is no batch that could be paused", async () => {
    const path = `/api/runs/${await waitingRun()}`;
    expect((await client.call("GET", path)).body).toMatchObject({ status: "accepted" });
    expect(await client.call("GET", `${path}/receipt`)).toMatchObject({
      status: 409,
      body: { code: "run_not_finished", error: "The run is not done yet. Only runs that are done have receipts." },
    });
    expect(await client.call("POST", `${path}/purge`)).toMatchObject({
      status: 409,
      body: { code: "run_not_finished", error: expect.stringContaining("still being merged") },
    });
    for (const what of ["pause", "resume"])
      expect(await client.call("POST", `${path}/${what}`)).toMatchObject({
        status: 422,
        body: { code: "invalid_request", error: "Only a batch can be paused: this run is one merge." },
      });
    expect((await client.call("GET", path)).body).toMatchObject({ status: "accepted" });
  });

  it("is cancelled once, is found by that, has no receipt then either, and can be purged", async () => {
    const [id, other] = [await waitingRun(), await waitingRun()];
    const path = `/api/runs/${id}`;
    expect((await client.call("POST", `${path}/cancel`)).body).toEqual({ success: 1, runs: 1 });
    expect((await client.call("GET", path)).body).toMatchObject({
      status: "failed",
      problem: { code: "run_cancelled", message: "The run was cancelled." },
    });
    expect(await client.call("POST", `${path}/cancel`)).toMatchObject({ status: 409, body: { code: "run_finished" } });
    expect(await client.call("GET", `${path}/receipt`)).toMatchObject({
      status: 409,
      body: { error: "The run has failed: it made nothing. Only runs that are done have receipts." },
    });
    const ids = async (query: string) =>
      (await client.call("GET", `/api/runs?${query}`)).body.map((run: { id: string }) => run.id);
    expect(await ids("code=run_cancelled")).toEqual([id]);
    expect(await ids("status=accepted")).toContain(other);
    expect(await client.call("GET", "/api/runs?code=cancelled")).toMatchObject({
      status: 422,
      body: { error: "code is not a code of a failure.", errors: [{ pointer: "/code" }] },
    });

    expect((await client.call("POST", `${path}/purge`)).body).toEqual({ success: 1, runs: 1 });
    expect((await client.call("GET", `${path}/data`)).body).toMatchObject({ code: "data_expired" });
  });

  it("is not cancelled where it is not known", async () => {
    const path = `/api/runs/${await waitingRun()}`;
    const other = await newClient();
    for (const [call, at] of [
      [other.call, path],
      [client.call, "/api/runs/nothing"],
    ] as const)
      expect(await call("POST", `${at}/cancel`)).toMatchObject({ status: 404, body: { code: "run_not_found" } });
    expect((await client.call("GET", path)).body).toMatchObject({ status: "accepted" });
  });
});
