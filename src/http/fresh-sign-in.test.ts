import { expect, it } from "vitest";
import { clientWith } from "../../test/support/api-client.ts";
import { newSignedIn } from "../../test/support/members-of.ts";

const MINUTE_MS = 60_000;

it("what changes who gets in asks a person for a sign-in of the last ten minutes, and keys for nothing", async () => {
  const { browser, authorization } = await newSignedIn("owner", { freshAt: new Date(Date.now() - 11 * MINUTE_MS) });
  const document = await browser.post("/api/documents", { name: "a", type: "html", html: "a" });
  const delivery = { type: "email", settings: { to: "a@example.com" } };
  const refused = [
    await browser.post("/api/keys", { name: "k" }),
    await browser.post(`/api/documents/${document.body.id}/deliveries`, delivery),
    await browser.post("/api/directory", { role: "viewer" }),
    await browser.post("/api/passkeys/options"),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    refused.map(() => [403, "fresh_sign_in_required"]),
  );
  expect((await browser.get("/api/keys")).status).toBe(200);

  const fresh = await newSignedIn("owner", { freshAt: new Date(Date.now() - 9 * MINUTE_MS) });
  expect((await fresh.browser.post("/api/keys", { name: "k" })).status).toBe(200);
  expect((await clientWith(authorization)("POST", "/api/keys", { name: "k" })).status).toBe(200);
});
