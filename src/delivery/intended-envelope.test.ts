import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { DELIVERY_KINDS, type DeliveryKind } from "../domain/delivery/delivery.ts";
import { intendedEnvelope } from "./intended-envelope.ts";
import { deliveryContext } from "./testing/delivery-context.ts";

const intended = (kind: DeliveryKind, settings: Record<string, unknown>) =>
  intendedEnvelope(deliveryContext(env, kind, settings, { Name: "Ann" }, [], fetch));

const SETTINGS: { [Kind in DeliveryKind]: Record<string, string> } = {
  email: { to: "ann@example.com", subject: "For {$Name}" },
  webhook: { url: "https://example.com/{$Name}" },
  s3: { endpoint: "https://s3.example.com", bucket: "letters", path: "{$Name}.pdf" },
  route: { route_id: "{$Name}" },
  webdav: { url: "https://cloud.example.com/dav", path: "Letters/{$Name}" },
  azure_blob: { account: "letters", container: "{$Name}", path: "a.pdf" },
  dropbox: { path: "/Letters/{$Name}" },
  google_drive: { folder_id: "1abc", path: "{$Name}" },
  sharepoint: { site: "https://example.sharepoint.com/sites/a", library: "Letters", path: "{$Name}" },
};

it.each(DELIVERY_KINDS)("says where a delivery of the kind %s was meant to go", (kind) => {
  const settings = SETTINGS[kind];
  const merged = Object.entries(settings).map(([name, text]) => [name, text.replace("{$Name}", "Ann")]);
  expect(intended(kind, settings)).toEqual(Object.fromEntries(merged));
});

it("shows no secret, no setting that is empty, and as written what merges to nothing", () => {
  const settings = { url: "{$Nobody}", path: "", user: "ann", password: "hidden" };
  expect(intended("webdav", settings)).toEqual({ url: "{$Nobody}" });
});
