import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Env, readSettings } from "./env.ts";

const withSettings = (overrides: Record<string, unknown>) => ({ ...env, ...overrides }) as Env;

describe("the settings of the Worker", () => {
  it("have the base address without a slash at its end", () => {
    const settings = readSettings(withSettings({ PUBLIC_BASE_URL: "https://docs.example/" }));

    expect(settings.publicBaseUrl).toBe("https://docs.example");
    expect(settings.fixedCredentials).toBeUndefined();
  });

  it("need no base address: each request has its own", () => {
    expect(readSettings(withSettings({ PUBLIC_BASE_URL: undefined })).publicBaseUrl).toBeUndefined();
    expect(readSettings(withSettings({ PUBLIC_BASE_URL: "" })).publicBaseUrl).toBeUndefined();
  });

  it("may define a fixed credential pair; empty variables count as not set", () => {
    expect(readSettings(withSettings({ API_KEY: "k", API_SECRET: "s" })).fixedCredentials).toEqual({
      keyId: "k",
      secret: "s",
    });
    expect(readSettings(withSettings({ API_KEY: "", API_SECRET: "" })).fixedCredentials).toBeUndefined();
  });

  it.each([
    [{ DB: undefined, FILES: undefined }, "lacks the binding DB, FILES"],
    [{ PUBLIC_BASE_URL: "https://example.com/docs" }, "PUBLIC_BASE_URL must be an address without a path"],
    [{ PUBLIC_BASE_URL: "https://docs.example?a=1" }, "PUBLIC_BASE_URL must be an address without a path"],
    [{ PUBLIC_BASE_URL: "docs.example" }, "PUBLIC_BASE_URL must be an http or https address"],
    [{ API_KEY: "k" }, "API_KEY and API_SECRET are a pair"],
    [{ API_KEY: "a:b", API_SECRET: "s" }, "API_KEY must not hold a colon"],
    [{ BROWSER_POOL_SIZE: "many" }, "BROWSER_POOL_SIZE must be a number from 1 to 99"],
    [
      { NEW_WORKSPACES: "objects", NEW_WORKSPACES_JURISDICTION: "europe" },
      "NEW_WORKSPACES_JURISDICTION must be eu or fedramp",
    ],
    [{ NEW_WORKSPACES_JURISDICTION: "eu" }, "NEW_WORKSPACES_JURISDICTION needs NEW_WORKSPACES=objects"],
    [{ SECRETS_KEY: "short" }, "SECRETS_KEY must be 32 random bytes as base64"],
  ])("say what is wrong with %o", (overrides, sentence) => {
    expect(() => readSettings(withSettings(overrides))).toThrow(sentence);
  });
});
