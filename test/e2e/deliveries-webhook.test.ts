import { createHash } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { buildPages } from "../../src/pdf/testing/build-file.ts";
import type { DeliveryService } from "../support/servers/delivery-service.ts";
import { startHttpServer, type TestHttpServer } from "../support/servers/http.ts";
import { startWithReceiver } from "../support/servers/service-with-receiver.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OLD_SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

let service: DeliveryService;
let http: TestHttpServer;
const url = (path: string) => `http://127.0.0.1:${http.port}${path}`;

startWithReceiver((...started) => {
  [service, http] = started;
});

describe("webhooks", () => {
  it("bring the file once, signed so that the specification's own library agrees", async () => {
    const runId = await service.deliver(
      "webhook",
      {
        url: url("/good?to={$Name|escape:'url'}"),
        json: 1,
        secret: `${SECRET} ${OLD_SECRET}`,
        headers: { "x-name": "{$Name}" },
      },
      { Name: "Ann", Extra: { deep: [1, "zwei"] } },
    );
    const delivery = await service.untilStatus(runId, "done");
    const [request, ...more] = http.on("/good?to=Ann");
    expect(more).toEqual([]);
    expect(request).toMatchObject({ method: "POST", headers: { "x-name": "Ann", "content-type": "application/json" } });
    expect(present(request).headers["webhook-id"]).toBe(delivery.id);

    const headers = present(request).headers as Record<string, string>;
    for (const secret of [SECRET, OLD_SECRET]) new Webhook(secret).verify(present(request).body, headers);
    const payload = JSON.parse(present(request).body.toString());
    const [file] = (await service.run(runId)).files;
    expect(payload).toMatchObject({
      type: "document.merged",
      data: { run_id: runId, test: false, name: "Letter to Ann.html", sha256: file.sha256 },
    });
    expect(payload.data).not.toHaveProperty("warnings");
    expect(payload.data.fields).toEqual({ Name: "Ann", Extra: { deep: [1, "zwei"] } });
    const bytes = Buffer.from(payload.data.file_contents, "base64");
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(file.sha256);
    expect(bytes.toString()).toContain("Dear Ann");
    expect(delivery.attempts).toMatchObject([{ number: 1, ok: true }]);
    expect(present(delivery.attempts[0]).response).toMatch(/^HTTP 200\n[\s\S]*\n\nok$/);
  });

  it("are tried out by the sample of a hook's event, signed with its secret", async () => {
    const hook = { event: "document.published", target_url: url("/hook-sample") };
    const { body: made } = await service.call("POST", "/api/hooks", hook);
    const tested = await service.call("POST", `/api/hooks/${made.id}/test`);
    expect(tested.body).toMatchObject({ success: 1, ok: true, response: expect.stringMatching(/^HTTP 200/) });
    const [request, ...more] = http.on("/hook-sample");
    expect(more).toEqual([]);
    const { body, headers } = present(request);
    new Webhook(made.secret).verify(body, headers as Record<string, string>);
    expect(headers["webhook-id"]).toMatch(/^sample_/);
    const { body: events } = await service.call("GET", "/api/hooks/events");
    const { sample } = events.find(({ event }: { event: string }) => event === hook.event);
    expect(JSON.parse(body.toString())).toEqual({ ...sample, timestamp: expect.any(String) });
    await service.call("DELETE", `/api/hooks/${made.id}`);
  });

  it("carry the warnings of the merge", async () => {
    const runId = await service.deliver("webhook", { url: url("/odd"), json: 1 }, { Nane: "Ann" });
    await service.untilStatus(runId, "done");
    const payload = JSON.parse(http.on("/odd")[0]?.body.toString() ?? "");
    expect(payload.data.warnings).toEqual([
      "No field uses “Nane” of the data; did you mean Name ({$Name} in line 1, column 9)?",
    ]);
  });

  it("carry the result of a tool that was asked to do its work later, and the run has it for download", async () => {
    const file = { name: "Report.pdf", contents: Buffer.from(buildPages(3)).toString("base64") };
    const delivery = { type: "webhook", settings: { url: url("/tool"), json: 1 } };
    const accepted = await service.call("POST", "/api/tools/stamp_pdf", { file, text: "DRAFT", delivery });
    expect([accepted.status, accepted.body.success]).toEqual([202, 1]);
    const { run_id } = accepted.body;
    await service.untilStatus(run_id, "done");
    const { type, data } = JSON.parse(http.on("/tool")[0]?.body.toString() ?? "");
    expect([type, data.run_id, data.tool, data.name]).toEqual(["tool.finished", run_id, "stamp_pdf", "Report.pdf"]);
    const sent = Buffer.from(data.file_contents, "base64");
    expect(createHash("sha256").update(sent).digest("hex")).toBe(data.sha256);
    expect(openPdf(sent).pages).toHaveLength(3);
    const [made] = (await service.run(run_id)).files;
    const download = await service.fetch(new URL(made.url).pathname);
    expect(Buffer.from(await download.arrayBuffer()).equals(sent)).toBe(true);
  });

  it("carry form pairs and a link if so configured, and the link leads to the file", async () => {
    const runId = await service.deliver("webhook", { url: url("/form"), method: "PUT", file_url: 1 });
    await service.untilStatus(runId, "done");
    const [request] = http.on("/form");
    expect(request).toMatchObject({ method: "PUT", headers: { "content-type": "application/x-www-form-urlencoded" } });
    const pairs = new URLSearchParams(present(request).body.toString());
    expect(pairs.get("data[fields][Name]")).toBe("Ann");
    expect(pairs.has("data[file_contents]")).toBe(false);
    const file = await service.fetch(new URL(present(pairs.get("data[file_url]"))).pathname);
    expect(await file.text()).toContain("Dear Ann");
  });

  it("are tried again after 500, under the same id and with a new time, until they succeed", async () => {
    http.answers.set("/flaky", (response, _, earlier) => {
      response.statusCode = earlier === 0 ? 500 : 204;
      response.end();
    });
    const runId = await service.deliver("webhook", { url: url("/flaky"), json: 1, secret: SECRET });
    const delivery = await service.untilStatus(runId, "done");
    const [first, second, ...more] = http.on("/flaky");
    expect(more).toEqual([]);
    expect(present(second).headers["webhook-id"]).toBe(present(first).headers["webhook-id"]);
    expect(present(second).body.equals(present(first).body)).toBe(true);
    expect(present(second).at - present(first).at).toBeGreaterThanOrEqual(3_900);
    new Webhook(SECRET).verify(present(second).body, present(second).headers as Record<string, string>);
    expect(delivery.attempts).toMatchObject([
      { number: 1, ok: false, response: expect.stringMatching(/^HTTP 500/) },
      { number: 2, ok: true },
    ]);
  });

  it.each([
    ["429 with Retry-After", "/busy", 429, { "retry-after": "600" }, 599_000, 601_000],
    [
      "503 with Retry-After as a date",
      "/later",
      503,
      { "retry-after": new Date(Date.now() + 900_000).toUTCString() },
      700_000,
      901_000,
    ],
    ["a redirect, which is not followed", "/moved", 302, { location: "/elsewhere" }, 3_900, 6_100],
    ["404", "/missing", 404, {}, 3_900, 6_100],
  ] as const)("wait as %s says", async (_, path, status, headers, least, most) => {
    http.answers.set(path, (response) => response.writeHead(status, headers).end("no"));
    const runId = await service.deliver("webhook", { url: url(path) });
    const delivery = await service.until(runId, ({ tries, status: now }) => tries === 1 && now === "pending");
    const wait = Date.parse(delivery.next_try_at) - Date.parse(present(delivery.attempts[0]).finished_at);
    expect(wait).toBeGreaterThanOrEqual(least);
    expect(wait).toBeLessThanOrEqual(most);
    expect(present(delivery.attempts[0]).response).toContain(`HTTP ${status}`);
    expect(http.on("/elsewhere")).toEqual([]);
  });

  it("are switched off by 410", async () => {
    http.answers.set("/gone", (response) => response.writeHead(410).end());
    const document = await service.document([{ type: "webhook", settings: { url: url("/gone") } }]);
    const runId = await service.merge(document.address, { Name: "Ann" });
    await service.untilStatus(runId, "dead");
    const { body } = await service.call("GET", `/api/documents/${document.id}/deliveries`);
    expect(body).toMatchObject([{ active: "0" }]);
    const next = await service.merge(document.address, { Name: "Bob" }, "?download=1");
    expect((await service.run(next)).deliveries).toEqual([]);
    expect(http.on("/gone")).toHaveLength(1);
  });

  it("survive resets, endless bodies and answers that never come", async () => {
    const bad = await startHttpServer();
    bad.answers.set("/reset", (response) => response.socket?.destroy());
    bad.answers.set("/endless", (response) => {
      response.writeHead(200);
      const pour = () => response.write("x".repeat(60_000), () => !response.destroyed && setImmediate(pour));
      pour();
    });
    bad.answers.set("/silent", () => {});
    const [reset, endless, silent] = await Promise.all(
      ["/reset", "/endless", "/silent"].map((path) =>
        service.deliver("webhook", { url: `http://127.0.0.1:${bad.port}${path}` }),
      ),
    );
    const failed = await service.until(present(reset), ({ attempts }) => attempts.length > 0);
    expect(failed.attempts[0]).toMatchObject({ number: 1, ok: false });
    const taken = await service.untilStatus(present(endless), "done");
    expect(present(taken.attempts[0]).response.length).toBeLessThan(2_100);
    const hung = await service.until(present(silent), ({ attempts }) => attempts.length > 0);
    expect(present(hung.attempts[0]).response).toContain("did not answer within 10 s");
    await bad.close();
  });

  it("never reach a private address, nor send a header that the data smuggle in", async () => {
    const refused = await service.deliver("webhook", { url: "http://10.0.0.1/" });
    expect(present((await service.untilStatus(refused, "dead")).attempts[0]).response).toContain(
      "not a public address",
    );
    const smuggled = await service.deliver(
      "webhook",
      { url: url("/header"), headers: { "x-name": "{$Name}" } },
      { Name: "Ann\r\nx-evil: 1" },
    );
    await service.untilStatus(smuggled, "done");
    const [request] = http.on("/header");
    expect(request?.headers["x-name"]).toBe("Ann x-evil: 1");
    expect(request?.headers).not.toHaveProperty("x-evil");
  });

  it("are only shown in test mode, unless they should be sent", async () => {
    const shown = await service.deliver("webhook", { url: url("/test"), json: 1 }, { Name: "Ann" }, "?test=1");
    const held = await service.untilStatus(shown, "held");
    expect(held.preview).toMatchObject({ method: "POST", payload: { data: { test: true, fields: { Name: "Ann" } } } });
    expect(http.on("/test")).toEqual([]);
    const sent = await service.deliver(
      "webhook",
      { url: url("/test"), json: 1, send_in_test: 1 },
      { Name: "Ann" },
      "?test=1",
    );
    await service.untilStatus(sent, "done");
    expect(JSON.parse(present(http.on("/test")[0]).body.toString()).data.test).toBe(true);
  });

  it("can be retried once they are dead, listed until then, and a run can be replayed", async () => {
    http.answers.set("/dead", (response, _, earlier) => response.writeHead(earlier === 0 ? 410 : 200).end());
    const runId = await service.deliver("webhook", { url: url("/dead"), json: 1 });
    const dead = await service.untilStatus(runId, "dead");
    expect(
      (await service.call("GET", "/api/deliveries?status=dead")).body.map(({ id }: { id: string }) => id),
    ).toContain(dead.id);
    const retried = await service.call("POST", `/api/deliveries/${present(dead.attempts[0]).id}/retry`);
    expect(retried).toMatchObject({ status: 202, body: { id: dead.id, status: "pending" } });
    await service.untilStatus(runId, "done");
    const [first, second] = http.on("/dead");
    expect(present(second).headers["webhook-id"]).toBe(present(first).headers["webhook-id"]);

    expect((await service.call("POST", "/api/deliveries/nothing/retry")).body.code).toBe("delivery_not_found");
    const replayed = await service.call("POST", `/api/runs/${runId}/replay`);
    expect(replayed.status).toBe(202);
    await expect.poll(async () => (await service.run(replayed.body.run_id)).status, { timeout: 10_000 }).toBe("done");
    expect(await service.run(replayed.body.run_id)).toMatchObject({
      source: "replay",
      files: [{ name: "Letter to Ann.html" }],
    });
  });
});
