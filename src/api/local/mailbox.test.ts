import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, clientWithDocument, newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";

const local = testService(undefined, { LOCAL_MAILBOX: "1" });

let call: ApiClient;
let authorization: string;
let documentId: number;

beforeEach(async () => {
  const client = await clientWithDocument({ type: "html", html: "<p>{$Name}</p>", output: "html" });
  ({ call, documentId } = client);
  ({ authorization } = client.caller);
});

const read = (path: string, credentials = authorization) => local(path, { headers: { authorization: credentials } });

/** One mail, sent as a test of its delivery. */
async function sendMail(settings: object): Promise<void> {
  const path = `/api/documents/${documentId}/deliveries`;
  const { body } = await call("POST", path, { type: "email", settings });
  const sent = await local(`${path}/${body.id}/test`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ data: { Name: "Ada" } }),
  });
  expect(sent.status, await sent.text()).toBe(200);
}

describe("the mailbox of a local service", () => {
  it("shows mails with their files, newest first, page by page", async () => {
    await sendMail({ to: "ann@example.com", subject: "First for {$Name}", html: "<b>{$Name}</b>" });
    await sendMail({ to: "ben@example.com", subject: "Second" });
    const page = await read("/api/mailbox?limit=1");
    const mails = (await page.json()) as { id: string; run_id: string }[];
    expect(mails).toMatchObject([{ to: "ben@example.com", subject: "Second" }]);

    const next = /<([^>]+)>;\s*rel="next"/.exec(page.headers.get("link") ?? "")?.[1] ?? "";
    const [first] = (await (await read(next)).json()) as { id: string; attachments: { name: string; url: string }[] }[];
    expect(first).toMatchObject({ subject: "First for Ada", html: expect.stringContaining("<b>Ada</b>") });
    expect(first?.attachments).toHaveLength(1);
    const attached = await read(first?.attachments[0]?.url ?? "");
    expect(await attached.text()).toContain("<p>Ada</p>");
  });

  it("has no mail without recipients", async () => {
    const path = `/api/documents/${documentId}/deliveries`;
    const { body } = await call("POST", path, { type: "email", settings: { to: "{$Email}", subject: "For nobody" } });
    await local(`${path}/${body.id}/test`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ data: { Name: "Ada" } }),
    });
    expect((await call("GET", "/api/deliveries?status=dead")).body).toHaveLength(1);
    expect(await (await read("/api/mailbox")).json()).toEqual([]);
    expect(await (await local("/local/mailbox")).text()).not.toContain("For nobody");
  });

  it("shows a mail's html as a page that may do nothing", async () => {
    await sendMail({ to: "ann@example.com", subject: "a", html: "<script>alert(1)</script><p>{$Name}</p>" });
    const [mail] = (await (await read("/api/mailbox")).json()) as { id: string }[];
    const page = await read(`/api/mailbox/${mail?.id}/html`);
    expect(page.headers.get("content-type")).toBe("text/html;charset=utf-8");
    expect(page.headers.get("content-security-policy")).toMatch(/^sandbox; default-src 'none'/);
    expect(await page.text()).toContain("<p>Ada</p>");
  });

  it("is the workspace's own", async () => {
    await sendMail({ to: "ann@example.com", subject: "a", html: "<p>confidential</p>" });
    const [mail] = (await (await read("/api/mailbox")).json()) as { id: string }[];
    const { caller } = await newClient();
    expect(await (await read("/api/mailbox", caller.authorization)).json()).toEqual([]);
    expect((await read(`/api/mailbox/${mail?.id}/html`, caller.authorization)).status).toBe(404);
  });

  it("is not there where mails are really sent", async () => {
    expect((await call("GET", "/api/mailbox")).body).toMatchObject({ code: "not_found", status: 404 });
  });
});

describe("the page of the mailbox", () => {
  const page = (origin: string, settings: object, credentials?: string) =>
    testService(undefined, settings)(`${origin}/local/mailbox`, {
      headers: credentials === undefined ? {} : { authorization: credentials },
    });
  const LOCAL = "http://127.0.0.1:8787";
  const OWN = { LOCAL_MAILBOX: "1" };

  it("asks for credentials, and shows a workspace its own mails", async () => {
    await sendMail({ to: "ann@example.com", subject: "Mine" });
    expect((await page(LOCAL, OWN)).status).toBe(401);
    const mine = await page(LOCAL, OWN, authorization);
    expect([mine.status, (await mine.text()).includes("Mine")]).toEqual([200, true]);
    const outsider = await newClient();
    const theirs = await page(LOCAL, OWN, outsider.caller.authorization);
    expect([theirs.status, (await theirs.text()).includes("Mine")]).toEqual([200, false]);
  });

  it("is there under the service's own names only", async () => {
    const settings = { ...OWN, PUBLIC_BASE_URL: "https://docs.example.com" };
    for (const origin of [LOCAL, "http://localhost:8787", "http://[::1]:8787", "https://docs.example.com"])
      expect((await page(origin, settings, authorization)).status, origin).toBe(200);
    for (const origin of ["http://evil.example:8787", "http://127.0.0.1.evil.example:8787"])
      expect((await page(origin, settings, authorization)).status, origin).toBe(404);
  });

  it("is off where mails are kept for nobody to see", async () => {
    const kept = { LOCAL_MAILBOX: "keep" };
    expect((await page(LOCAL, kept, authorization)).status).toBe(404);
    const listed = await testService(undefined, kept)("/api/mailbox", { headers: { authorization } });
    expect(await listed.json()).toMatchObject({ code: "not_found", error: expect.stringContaining("LOCAL_MAILBOX=1") });
  });
});
