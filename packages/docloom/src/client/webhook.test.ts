import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import type { HookEvent } from "./hook-event.ts";
import { InvalidWebhookError, verifyWebhook } from "./webhook.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const BODY = '{"type":"document.merged","data":{"run_id":"r"}}';

function signed(body: string, signer: Webhook, at = new Date()) {
  return {
    "Webhook-Id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": signer.sign("msg_1", at, body),
  };
}

describe("verifyWebhook", () => {
  it("returns the event of a valid post, with Headers and with plain objects", () => {
    const headers = signed(BODY, new Webhook(SECRET));
    expect(verifyWebhook(BODY, headers, SECRET)).toEqual(JSON.parse(BODY));
    expect(verifyWebhook(BODY, new Headers(headers), SECRET)).toEqual(JSON.parse(BODY));
  });

  it("returns what a hook is sent, by its type", () => {
    const body = JSON.stringify({
      type: "run.done",
      timestamp: "2026-11-28T09:30:00.000Z",
      data: { run_id: "r", files: [{ name: "a.pdf", url: "https://docs.example/files/a" }] },
    });
    const event = verifyWebhook<HookEvent>(body, signed(body, new Webhook(SECRET)), SECRET);
    if (event.type !== "run.done") throw new Error(event.type);
    expect(event.data.files.map(({ url }) => url)).toEqual(["https://docs.example/files/a"]);
  });

  it("takes plain secrets, and several while one replaces the other", () => {
    const secret = "an old secret of words";
    const headers = signed(BODY, new Webhook(secret, { format: "raw" }));
    expect(verifyWebhook(BODY, headers, [SECRET, secret])).toEqual(JSON.parse(BODY));
  });

  it("reads form pairs", () => {
    const body = "type=document.merged&data[run_id]=r&data[fields][Name]=Ann+B&data[fields][__proto__]=x";
    const { data } = verifyWebhook(body, signed(body, new Webhook(SECRET)), SECRET);
    expect(data.run_id).toBe("r");
    expect(Object.entries(data.fields)).toEqual([
      ["Name", "Ann B"],
      ["__proto__", "x"],
    ]);
  });

  it.each([
    ["another body", `${BODY} `, {}],
    ["another secret", BODY, signed(BODY, new Webhook(`whsec_${"A".repeat(32)}`))],
    ["a post of yesterday", BODY, signed(BODY, new Webhook(SECRET), new Date(Date.now() - 86_400_000))],
    ["no signature", BODY, { "webhook-signature": "" }],
  ])("refuses %s", (_, body, changes) => {
    const headers = { ...signed(BODY, new Webhook(SECRET)), ...changes };
    expect(() => verifyWebhook(body, headers, SECRET)).toThrow(InvalidWebhookError);
  });

  it.each([
    ["a header", BODY, { "webhook-id": "m", "webhook-timestamp": "1" }, SECRET, /no header webhook-signature/],
    ["all headers", BODY, {}, SECRET, /no header webhook-id, webhook-timestamp, webhook-signature/],
    ["the secret", BODY, signed(BODY, new Webhook(SECRET)), "", /no secret was given/],
    ["a variable", BODY, signed(BODY, new Webhook(SECRET)), undefined as unknown as string, /no secret was given/],
    ["the raw text", JSON.parse(BODY), signed(BODY, new Webhook(SECRET)), SECRET, /raw text/],
  ])("says what is missing: %s", (_, body, headers, secret, message) => {
    expect(() => verifyWebhook(body, headers, secret)).toThrow(message);
    expect(() => verifyWebhook(body, headers, secret)).toThrow(InvalidWebhookError);
  });
});
