import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, clientWithDocument, newClient } from "../../../test/support/api-client.ts";
import { testBox } from "../../../test/support/test-service.ts";
import { openSettings } from "../../domain/delivery/delivery-secrets.ts";
import { present } from "../../domain/present.ts";
import { isWebhookSecret } from "../../outbound/webhook-signature.ts";
import { createStore } from "../../store/store.ts";

let call: ApiClient;
let workspaceId: string;
let path: string;
let documentId: number;

beforeEach(async () => {
  const client = await clientWithDocument({ type: "html", html: "<p>{$Name}</p>" });
  ({ call, documentId } = client);
  ({ workspaceId } = client.caller);
  path = `${client.path}/deliveries`;
});

async function newWebhook(settings: object = {}): Promise<string> {
  const webhook = { type: "webhook", settings: { url: "https://example.com/hook", ...settings } };
  return (await call("POST", path, webhook)).body.id;
}

async function storedSecret(id: string) {
  const kept = present(await createStore(env).deliveries.byId(workspaceId, { documentId }, id)).settings;
  return (await openSettings(testBox(workspaceId), "webhook", kept, () => undefined)).secret;
}

describe("the signing secret of a webhook", () => {
  it("is made, shown once, and takes the place of the previous one", async () => {
    const id = await newWebhook({ secret: "a former secret of the sender".replaceAll(" ", "-") });
    const { status, body } = await call("POST", `${path}/${id}/secret`, {});

    expect(status).toBe(200);
    expect(body).toMatchObject({ success: 1, kept_old: false });
    expect(isWebhookSecret(body.secret)).toBe(true);
    expect(await storedSecret(id)).toBe(body.secret);
    expect(JSON.stringify((await call("GET", path)).body)).not.toContain(body.secret);
  });

  it("is valid beside the previous one while the other side changes over", async () => {
    const id = await newWebhook();
    const { body: first } = await call("POST", `${path}/${id}/secret`, { keep_old: 1 });
    expect(first.kept_old).toBe(false);
    const { body: second } = await call("POST", `${path}/${id}/secret`, { keep_old: 1 });
    expect(second.kept_old).toBe(true);
    expect(await storedSecret(id)).toBe(`${second.secret} ${first.secret}`);

    const { body: third } = await call("POST", `${path}/${id}/secret`, { keep_old: 1 });
    expect(await storedSecret(id)).toBe(`${third.secret} ${second.secret}`);
  });

  it("is there for data routes, and for webhooks only", async () => {
    const { body: route } = await call("POST", "/api/routes", { name: "r", rules: [] });
    const webhook = { type: "webhook", settings: { url: "https://example.com/hook" } };
    const { body: made } = await call("POST", `/api/routes/${route.id}/deliveries`, webhook);
    expect((await call("POST", `/api/routes/${route.id}/deliveries/${made[0].id}/secret`)).status).toBe(200);

    const { body: mail } = await call("POST", path, { type: "email", settings: { to: "ann@example.com" } });
    expect((await call("POST", `${path}/${mail.id}/secret`)).body).toMatchObject({ code: "invalid_request" });
  });

  it("is nobody else's to make", async () => {
    const id = await newWebhook({ secret: "0123456789abcdef" });
    const outsider = await newClient();
    expect((await outsider.call("POST", `${path}/${id}/secret`)).status).toBe(404);
    expect(await storedSecret(id)).toBe("0123456789abcdef");
  });
});
