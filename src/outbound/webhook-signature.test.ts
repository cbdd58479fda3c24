import { describe, expect, it } from "vitest";
import { isWebhookSecret, webhookHeaders } from "./webhook-signature.ts";

/** The vector that the specification's reference libraries are tested with. */
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const MESSAGE = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  sentAt: new Date(1_614_265_330_000),
  body: new TextEncoder().encode('{"test": 2432232314}'),
};
const SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

describe("webhookHeaders", () => {
  it("signs as the specification's test vector says", async () => {
    expect(await webhookHeaders(MESSAGE, [SECRET])).toEqual({
      "webhook-id": MESSAGE.id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": SIGNATURE,
    });
  });

  it("signs with every secret while one replaces another", async () => {
    const headers = await webhookHeaders(MESSAGE, [`whsec_${"A".repeat(32)}`, SECRET]);
    const signatures = headers["webhook-signature"]?.split(" ");
    expect(signatures).toHaveLength(2);
    expect(signatures?.[1]).toBe(SIGNATURE);
    expect(signatures?.[0]).not.toBe(SIGNATURE);
  });

  it("sends no signature without a secret", async () => {
    expect(Object.keys(await webhookHeaders(MESSAGE, []))).toEqual(["webhook-id", "webhook-timestamp"]);
  });
});

it.each([
  [SECRET, true],
  ["whsec_", false],
  ["whsec_short", false],
  ["whsec_not base64 at all, really not base64", false],
  ["a secret of my own, long enough", true],
  ["short", false],
])("%j as a secret: %s", (secret, good) => {
  expect(isWebhookSecret(secret)).toBe(good);
});
