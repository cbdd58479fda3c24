import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type Env, readSettings } from "./env.ts";

const ISSUER = { id: "google", name: "Google", issuer: "https://accounts.google.com", client_id: "a" };

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

  it("have lists of their own: issuers, a team at Cloudflare Access, applications at stores", () => {
    const settings = readSettings(
      withSettings({
        SIGN_IN_ISSUERS: JSON.stringify([{ ...ISSUER, client_secret: "s", newcomer_role: "viewer" }]),
        ACCESS_TEAM: "example",
        ACCESS_AUDIENCE: "0".repeat(64),
        CONSENT_CLIENTS: '{"dropbox":{"client_id":"key","client_secret":"secret"}}',
      }),
    );

    expect(settings.signInIssuers).toEqual([
      {
        ...{ id: "google", name: "Google", issuer: "https://accounts.google.com", clientId: "a", clientSecret: "s" },
        trustsEmail: false,
        newcomerRole: "viewer",
      },
    ]);
    expect(settings.accessTeam).toEqual({ name: "example", audience: "0".repeat(64) });
    expect(settings.consentClients).toEqual({ dropbox: { clientId: "key", clientSecret: "secret" } });
    const none = readSettings(withSettings({ SIGN_IN_ISSUERS: "", ACCESS_TEAM: "", ACCESS_AUDIENCE: "" }));
    expect([none.signInIssuers, none.accessTeam, none.consentClients]).toEqual([[], undefined, {}]);
  });

  it("have the header of a client's address as headers are compared, and a resolver", () => {
    const settings = readSettings(withSettings({ CLIENT_ADDRESS_HEADER: "X-Forwarded-For" }));

    expect([settings.clientAddressHeader, settings.resolverUrl]).toEqual([
      "x-forwarded-for",
      "https://cloudflare-dns.com/dns-query",
    ]);
    const own = "https://dns.example/query";
    expect(readSettings(withSettings({ OUTBOUND_RESOLVER_URL: own })).resolverUrl).toBe(own);
  });

  it.each([
    { MAIL_DOMAINS: "Example.com, w1:shop.example; bücher.example\n" },
    { INTERNAL_HOSTS: "*=wiki.lan w-1=10.1.2.3:8443,[fd00::1],[fd00::1]:80" },
    { SMTP_URL: "smtps://ann:pw@mail.example:465", MAIL_FROM: "Docloom <mail@example.com>", MAIL_PER_HOUR: "1" },
    { SESSION_MAX_DAYS: "30", STORAGE_QUOTA_BYTES: "10000000000", LOCAL_MAILBOX: "keep" },
    { SECRETS_KEY: `${btoa("a".repeat(32))} ${btoa("b".repeat(32))}` },
  ])("take %o", (overrides) => {
    expect(() => readSettings(withSettings(overrides))).not.toThrow();
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
    [{ SIGN_IN_ISSUERS: "google" }, "SIGN_IN_ISSUERS must be a JSON list of issuers, each with id,"],
    [{ SIGN_IN_ISSUERS: '[{"id":"A b"}]' }, "client_id (0.id: must be of a-z, 0-9 and hyphens)"],
    [{ SIGN_IN_ISSUERS: JSON.stringify([ISSUER, ISSUER]) }, "(has the same id twice)"],
    [
      { CONSENT_CLIENTS: "{" },
      "CONSENT_CLIENTS must be a JSON object of google_drive, dropbox, each with client_id and",
    ],
    [{ CONSENT_CLIENTS: '{"box":{}}' }, 'client_secret (Unrecognized key: "box")'],
    [{ CONSENT_CLIENTS: '{"dropbox":{"client_id":"key"}}' }, "client_secret (dropbox.client_secret: "],
    [{ ACCESS_TEAM: "example" }, "ACCESS_TEAM and ACCESS_AUDIENCE are a pair"],
    [{ ACCESS_TEAM: "", ACCESS_AUDIENCE: "0".repeat(64) }, "ACCESS_TEAM and ACCESS_AUDIENCE are a pair"],
    [
      { ACCESS_TEAM: "example.cloudflareaccess.com", ACCESS_AUDIENCE: "0".repeat(64) },
      "ACCESS_TEAM must be the name of a team",
    ],
    [{ ACCESS_TEAM: "example", ACCESS_AUDIENCE: "tag" }, "ACCESS_AUDIENCE must be the 64 digits of an audience tag"],
    [{ INTERNAL_HOSTS: "wiki.lan" }, "INTERNAL_HOSTS must be WORKSPACE=host,host:port"],
    [{ INTERNAL_HOSTS: "w1=http://wiki.lan" }, "INTERNAL_HOSTS must be WORKSPACE=host,host:port"],
    [{ INTERNAL_HOSTS: "w1=wiki.lan=8080" }, "INTERNAL_HOSTS must be WORKSPACE=host,host:port"],
    [{ MAIL_DOMAINS: "@example.com" }, "MAIL_DOMAINS must be domains such as example.com"],
    // Found at once, however long the name before it is.
    [{ MAIL_DOMAINS: `${"a-long-name.".repeat(20)}example/` }, "MAIL_DOMAINS must be domains such as example.com"],
    [
      { MAIL_FROM: "Docloom", MAIL_PER_HOUR: "0" },
      "MAIL_FROM must be an e-mail address; MAIL_PER_HOUR must be a number",
    ],
    [{ SMTP_URL: "mail.example:25" }, "SMTP_URL must be an smtp or smtps address"],
    [{ OUTBOUND_RESOLVER_URL: "1.1.1.1" }, "OUTBOUND_RESOLVER_URL must be an http or https address"],
    [{ CLIENT_ADDRESS_HEADER: "x-real-ip:" }, "CLIENT_ADDRESS_HEADER must be the name of a header"],
    [{ SESSION_MAX_DAYS: "31" }, "SESSION_MAX_DAYS must be a number of days from 1 to 30"],
    [{ STORAGE_QUOTA_BYTES: "10 GB" }, "STORAGE_QUOTA_BYTES must be a number of bytes"],
    [{ LOCAL_MAILBOX: "yes" }, "LOCAL_MAILBOX must be 1, 0 or keep"],
    [{ OUTBOUND_ALLOW_LOOPBACK: "yes" }, "OUTBOUND_ALLOW_LOOPBACK must be 1 or 0"],
  ])("say what is wrong with %o", (overrides, sentence) => {
    expect(() => readSettings(withSettings(overrides))).toThrow(sentence);
  });
});
