import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { createStore } from "../../src/store/store.ts";
import { newClient } from "../support/api-client.ts";
import { testService } from "../support/test-service.ts";

/** Interface 4.3: merging a document, without credentials, by form pairs, multipart and JSON alike. */

const send = testService();
let address: string;
beforeAll(async () => {
  const { call } = await newClient();
  const { body } = await call("POST", "/api/documents", {
    name: "Order",
    type: "html",
    output: "html",
    html: "{$Name}:{foreach from=$Items item=i}{$i.Sku}x{$i.Qty};{/foreach}",
  });
  address = new URL(body.url).pathname;
});

const pairs = new URLSearchParams([
  ["Name", "Ünal & Co"],
  ["Items[0][Sku]", "A"],
  ["Items[0][Qty]", "2"],
  ["Items[1][Sku]", "B"],
  ["Items[1][Qty]", "1"],
  ["Unknown", "custom"],
]);
const multipart = new FormData();
for (const [name, value] of pairs) multipart.append(name, value);
const tree = {
  Name: "Ünal & Co",
  Items: [
    { Sku: "A", Qty: 2 },
    { Sku: "B", Qty: "1" },
  ],
  Unknown: "custom",
};

const BODIES: [name: string, init: RequestInit][] = [
  ["JSON", { headers: { "content-type": "application/json" }, body: JSON.stringify(tree) }],
  ["JSON without a content type", { body: new TextEncoder().encode(JSON.stringify(tree)) }],
  [
    "JSON labelled as a form",
    { headers: { "content-type": "application/x-www-form-urlencoded" }, body: JSON.stringify(tree) },
  ],
  ["form pairs", { body: pairs }],
  ["multipart", { body: multipart }],
];

describe("POST /merge/<ID>/<KEY>", () => {
  it.each(BODIES)("merges %s, nested lists and custom fields included", async (_, init) => {
    const response = await send(`${address}?download=1`, { method: "POST", ...init });
    expect(response.status).toBe(201);
    expect(response.headers.get("content-type")).toBe("text/html;charset=utf-8");
    expect(await response.text()).toBe("Ünal &amp; Co:Ax2;Bx1;");
  });

  it.each(["", "?download=0", "?test=0&download=0", "?download=false"])(
    "without download (%j) answers exactly {success: 1} and keeps the merge for later",
    async (query) => {
      const response = await send(`${address}${query}`, { method: "POST", body: pairs });
      expect(response.status).toBe(201);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(await response.text()).toBe('{"success":1}');

      const row = await env.DB.prepare("select workspace_id, status, test from runs where id = ?")
        .bind(response.headers.get("x-run-id"))
        .first<{ workspace_id: string; test: number }>();
      expect(row).toMatchObject({ status: "accepted", test: 0 });
      const data = await createStore(env).runs.data(
        present(row).workspace_id,
        present(response.headers.get("x-run-id")),
      );
      expect(JSON.parse(data ?? "")).toMatchObject({ Name: "Ünal & Co", Unknown: "custom" });
    },
  );

  it("ignores credentials, right or wrong", async () => {
    const headers = { authorization: "Basic bm9ib2R5Om5vdGhpbmc=" };
    expect((await send(`${address}?download=1`, { method: "POST", body: pairs, headers })).status).toBe(201);
  });

  it("answers other sites' pages", async () => {
    const origin = "https://shop.example";
    const response = await send(`${address}?download=1`, { method: "POST", body: pairs, headers: { origin } });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const preflight = await send(address, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
    });
    expect(preflight.ok).toBe(true);
    expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("content-type");
  });

  it("says the same for a wrong id and for a wrong key", async () => {
    const [, , id, key] = address.split("/");
    const answers = [];
    for (const path of [`/merge/${id}/${key}x`, `/merge/2147483647/${key}`, "/merge/x/y"]) {
      const response = await send(path, { method: "POST", body: pairs });
      const { request_id, instance, ...body } = (await response.json()) as Record<string, unknown>;
      answers.push({ status: response.status, body });
      expect([request_id, instance]).toEqual([expect.any(String), expect.any(String)]);
    }
    expect(answers[0]).toMatchObject({ status: 404, body: { error: "Sorry, but a document was not selected!" } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});
