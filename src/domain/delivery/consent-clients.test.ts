import { expect, it } from "vitest";
import { parseConsentClients } from "./consent-clients.ts";

it("reads the deployment's applications, and says what is wrong with them", () => {
  const setting = JSON.stringify({ dropbox: { client_id: "key", client_secret: "secret" } });
  expect(parseConsentClients(setting)).toEqual({ dropbox: { clientId: "key", clientSecret: "secret" } });
  expect(parseConsentClients("{}")).toEqual({});
  for (const wrong of [
    "",
    "[]",
    '{"box":{}}',
    '{"dropbox":{"client_id":"key"}}',
    '{"dropbox":{"client_id":" ","client_secret":"s"}}',
  ])
    expect(parseConsentClients(wrong), wrong).toHaveProperty("problem");
});
