import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { clientWithDocument } from "../../test/support/api-client.ts";
import { testBox } from "../../test/support/test-service.ts";
import { openSettings } from "../domain/delivery/delivery-secrets.ts";
import { present } from "../domain/present.ts";
import { faultyServices } from "../merge/testing/faulty-services.ts";
import { sealSecrets } from "./seal-secrets.ts";

const WRITTEN_BEFORE = {
  webhook: { url: "https://example.com", secret: "planted-secret-of-16", headers: { Authorization: "Bearer planted" } },
  email: { to: "a@example.com", security: "high", password: "planted" },
  s3: { bucket: "b", access_key_id: "planted", secret_access_key: "planted", session_token: "planted" },
};

it("encrypts what an earlier version kept in clear, once, and only where the deployment has a key", async () => {
  const { caller, call, documentId, path } = await clientWithDocument({ type: "html", html: "x" });
  const { workspaceId } = caller;
  for (const [kind, settings] of Object.entries(WRITTEN_BEFORE))
    await env.DB.prepare(
      "insert into deliveries (id, workspace_id, document_id, kind, settings, created_at, updated_at) values (?, ?, ?, ?, ?, 1, 1)",
    )
      .bind(`${kind}-${workspaceId}`, workspaceId, documentId, kind, JSON.stringify(settings))
      .run();
  await env.DB.prepare("update workspaces set alert_address = 'https://a.example', alert_secret = ? where id = ?")
    .bind("whsec_planted", workspaceId)
    .run();
  const kept = async () => {
    const deliveries = await env.DB.prepare("select id, kind, settings, sealed from deliveries where workspace_id = ?")
      .bind(workspaceId)
      .all<{ id: string; kind: keyof typeof WRITTEN_BEFORE; settings: string; sealed: number }>();
    const alert = await env.DB.prepare("select alert_secret from workspaces where id = ?").bind(workspaceId).first();
    return { deliveries: deliveries.results, text: JSON.stringify([deliveries.results, alert]) };
  };

  const warned: string[] = [];
  const services = faultyServices();
  const log = { ...services.log, warn: (event: string) => void warned.push(event) };
  await sealSecrets({ ...services, log, env: { ...services.env, SECRETS_KEY: "" } });
  expect([warned, (await kept()).text.includes("planted")]).toEqual([["secrets.not_sealed"], true]);
  // Masked all the same, as they are shown by what they are, not by how they are kept.
  expect(JSON.stringify((await call("GET", `${path}/deliveries`)).body)).not.toContain("planted");

  await sealSecrets(services);
  const { deliveries, text } = await kept();
  expect(text).not.toContain("planted");
  for (const { kind, settings, sealed } of deliveries) {
    expect(sealed).toBe(1);
    const opened = openSettings(testBox(workspaceId), kind, JSON.parse(settings), () => undefined);
    expect(await opened).toEqual(WRITTEN_BEFORE[kind]);
  }
  const again = present(text);
  await sealSecrets(services);
  expect((await kept()).text).toBe(again);
});
