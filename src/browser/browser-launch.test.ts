import { env } from "cloudflare:workers";
import puppeteer, { type BrowserWorker } from "@cloudflare/puppeteer";
import { expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { launchBrowser } from "./browser-launch.ts";

function refusing(headers: Record<string, string>, status = 429) {
  const calls: number[] = [];
  const binding: BrowserWorker = {
    fetch: async () => {
      calls.push(Date.now());
      return new Response("Rate limit exceeded", { status, headers });
    },
  };
  return { binding, calls };
}

it("waits as long as Browser Rendering asks, then says when to come back", async () => {
  const { binding, calls } = refusing({ "retry-after": "1" });
  await expect(launchBrowser(binding)).rejects.toMatchObject({ code: "browser_unavailable", retryAfterSeconds: 1 });
  expect(calls.length).toBe(4);
  expect(present(calls[1]) - present(calls[0])).toBeGreaterThanOrEqual(990);
});

it("does not wait when it would take too long", async () => {
  const { binding, calls } = refusing({ "retry-after": "120" });
  await expect(launchBrowser(binding)).rejects.toMatchObject({ code: "browser_unavailable", retryAfterSeconds: 120 });
  expect(calls.length).toBe(1);
});

it("reports any other refusal at once", async () => {
  const { binding, calls } = refusing({}, 500);
  await expect(launchBrowser(binding)).rejects.toMatchObject({ code: "browser_unavailable" });
  expect(calls.length).toBe(1);
});

it("ends a browser that was started and cannot be talked to", async () => {
  const calls: string[] = [];
  const binding: BrowserWorker = {
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      calls.push(`${request.method} ${new URL(request.url).pathname}`);
      return calls.length === 1 ? Response.json({ sessionId: "one" }) : new Response("", { status: 502 });
    },
  };
  await expect(launchBrowser(binding)).rejects.toMatchObject({ code: "browser_unavailable" });
  expect(calls.at(-1)).toBe("DELETE /v1/devtools/browser/one");
});

it("gives up a browser that never starts", async () => {
  const never: BrowserWorker = { fetch: () => new Promise(() => {}) };
  await expect(launchBrowser(never, 20)).rejects.toMatchObject({ code: "browser_unavailable", retryAfterSeconds: 5 });
});

it("ends a browser that starts too late", async () => {
  const acquired = Promise.withResolvers<string>();
  const answered = Promise.withResolvers<void>();
  const slow: BrowserWorker = {
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      const response = await env.BROWSER.fetch(request);
      if (!(request.method === "POST" && request.url.includes("/v1/devtools/browser?"))) return response;
      const answer = await response.text();
      acquired.resolve((JSON.parse(answer) as { sessionId: string }).sessionId);
      await answered.promise;
      return new Response(answer, response);
    },
  };
  await expect(launchBrowser(slow, 10)).rejects.toMatchObject({ code: "browser_unavailable" });
  const late = await acquired.promise;
  const running = async () => (await puppeteer.sessions(env.BROWSER)).map(({ sessionId }) => sessionId);
  expect(await running()).toContain(late);
  // Only now does the launch hear of its browser: before, it could have ended it already when the list was read.
  answered.resolve();
  await expect.poll(running, { timeout: 10_000 }).not.toContain(late);
});
