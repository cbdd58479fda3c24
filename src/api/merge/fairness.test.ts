import { describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { LIMITS } from "../../domain/limits.ts";

const MOST = LIMITS.waitingMerges.most;

/** A merge address of a new workspace, and how a merge there is answered. */
async function newMerge(): Promise<(headers?: Record<string, string>) => Promise<Response>> {
  const { call } = await newClient();
  const { body } = await call("POST", "/api/documents", { name: "d", type: "html", output: "html", html: "{$Name}" });
  const path = `${new URL(body.url).pathname}?download=1`;
  // As on one machine, where what is written of a merge belongs to its turn.
  const service = testService(undefined, { POOL_PROCESS: "1" });
  const headers = { "content-type": "application/json" };
  return (more = {}) =>
    service(path, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify({ Name: "Ann" }) });
}

describe("merges of two workspaces", () => {
  it("refuses what is above the share of one, with the time to come again, and answers the other", async () => {
    const [many, few] = [await newMerge(), await newMerge()];
    // What is read once is kept: all of them come to their turn at once.
    expect([(await many()).status, (await few()).status]).toEqual([201, 201]);

    const crowd = Array.from({ length: 2 * MOST }, (_, at) => many(at % 2 ? { "idempotency-key": `key ${at}` } : {}));
    const other = await few();
    const answers = await Promise.all(crowd);

    expect(other.status).toBe(201);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(answers.length - refused.length);
    for (const { headers } of refused) expect(headers.get("retry-after")).toBe("5");
    const problems = await Promise.all(refused.map((answer) => answer.json()));
    expect(problems[0]).toMatchObject({ code: "rate_limited", status: 429, title: "Too many requests" });
    expect((await many()).status).toBe(201);
  });
});
