import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { quickXorHash } from "../storage/quick-xor-hash.ts";
import { sharepointName } from "../storage/sharepoint-store.ts";
import { openOutbound } from "../testing/open-outbound.ts";
import { graphFailure, SharepointStandIn } from "../testing/sharepoint-stand-in.ts";
import { failureOf, LETTER, storedAs, storeTries } from "../testing/store-try.ts";
import { sharepointKind } from "./sharepoint.ts";

const SETTINGS = {
  tenant: "contoso.onmicrosoft.com",
  client_id: "app",
  client_secret: "client-secret",
  site: "https://contoso.sharepoint.com/sites/Finance/",
};
const tried = storeTries(env, "sharepoint", SETTINGS);

describe("a file in SharePoint", () => {
  it.each([
    [undefined, "Letter.pdf"],
    ["{$Year}/Zoë & Söhne #1 100%/", "2026/Zoë & Söhne #1 100%/Letter.pdf"],
    ["{$Year}/{$Subject}.pdf", "2026/Invoice_ 7_8_.pdf"],
  ])("goes to %j", async (path, name) => {
    const store = new SharepointStandIn();
    expect(
      storedAs(await tried(store, { settings: { path }, data: { Year: 2026, Subject: "Invoice: 7/8?" } })),
    ).toEqual([name]);
    expect(store.files.get(name)).toEqual(LETTER);
  });

  it.each([
    ["a library", { library: "invoices" }],
    ["somebody's OneDrive", { site: "", user: "ann@contoso.com" }],
  ])("goes to %s", async (_, settings) => {
    expect(storedAs(await tried(new SharepointStandIn(), { settings }))).toEqual(["Letter.pdf"]);
  });

  it.each([
    ["number", ["Letter.pdf", "Letter (1).pdf"]],
    ["replace", ["Letter.pdf"]],
    ["refuse", ["Letter.pdf"]],
  ])("is dealt with as the settings say when its name is there: %s", async (if_exists, names) => {
    const store = new SharepointStandIn();
    const settings = { if_exists };
    await tried(store, { settings });
    const second = await tried(store, { settings, files: { "Letter.pdf": new Uint8Array(3) } });
    expect([...store.files.keys()]).toEqual(names);
    if (if_exists === "refuse") expect(failureOf(second).context.permanent).toBe(true);
    const files = { "Letter.pdf": if_exists === "refuse" ? LETTER : new Uint8Array(3) };
    expect(storedAs(await tried(store, { settings, files, tries: 2 }))).toEqual([names.at(-1)]);
    expect([...store.files.keys()]).toEqual(names);
  });

  it("gets a number when a file of the name comes while it is sent", async () => {
    const store = new SharepointStandIn();
    store.fault = ({ url }) => {
      if (url.pathname.startsWith("/upload/") && store.files.size === 0)
        store.files.set("Letter.pdf", new Uint8Array(3));
      return undefined;
    };
    expect(storedAs(await tried(store))).toEqual(["Letter (1).pdf"]);
  });

  it("that is large goes in pieces, and not with the token", async () => {
    const store = new SharepointStandIn();
    const large = new Uint8Array(24 * 1024 * 1024).fill(5);
    expect(storedAs(await tried(store, { files: { "Book.pdf": large } }))).toEqual(["Book.pdf"]);
    expect(store.files.get("Book.pdf")?.length).toBe(large.length);
    expect(store.requests.filter(({ path }) => path.startsWith("/upload/"))).toHaveLength(5);
  });

  it("goes on with a new token when the first one ends in the middle", async () => {
    const store = new SharepointStandIn();
    store.fault = ({ path }) => {
      if (path.endsWith("/children")) store.tokens.delete("token-1");
      return undefined;
    };
    expect(storedAs(await tried(store, { settings: { path: "a/" } }))).toEqual(["a/Letter.pdf"]);
  });
});

describe("what goes wrong is told in a sentence, and tried again where that helps", () => {
  const at = (part: string) => (path: string) => path.includes(part);
  it.each([
    [
      "secret ended",
      at("/token"),
      () => Response.json({ error: "invalid_client" }, { status: 401 }),
      "Microsoft Entra does not take the credentials (invalid_client).",
      false,
    ],
    [
      "no right",
      at("createUploadSession"),
      () => graphFailure(403, "accessDenied"),
      "Microsoft does not let the application write there (accessDenied).",
      false,
    ],
    [
      "site gone",
      at("/sites/Finance"),
      () => graphFailure(404, "itemNotFound"),
      "The site, the library or the person is not there (itemNotFound).",
      false,
    ],
    [
      "full",
      at("/upload/"),
      () => graphFailure(507, "quotaLimitReached"),
      "There is no room left in the library (quotaLimitReached).",
      false,
    ],
    [
      "locked",
      at("createUploadSession"),
      () => graphFailure(423, "resourceLocked"),
      "Somebody is working on the file",
      false,
    ],
    [
      "too many requests",
      at("createUploadSession"),
      () => graphFailure(429, "activityLimitReached"),
      "Microsoft is busy",
      false,
    ],
    ["broken", at("/upload/"), () => graphFailure(500, "generalException"), "Microsoft is busy", false],
    [
      "session ended",
      at("/upload/"),
      () => graphFailure(404, "itemNotFound"),
      "Microsoft has ended the upload before it was complete.",
      false,
    ],
    [
      "name refused",
      at("createUploadSession"),
      () => graphFailure(400, "invalidRequest"),
      "Microsoft refuses the file or its name (invalidRequest).",
      true,
    ],
    ["page in between", at("/drive"), () => new Response("<html>", { status: 502 }), "Microsoft is busy", false],
  ])("%s", async (_, isThere, answer, sentence, permanent) => {
    const store = new SharepointStandIn();
    store.fault = ({ path }) => (isThere(path) ? answer() : undefined);
    const failure = failureOf(await tried(store));
    expect(failure.message.startsWith(sentence), failure.message).toBe(true);
    expect(failure.context.permanent).toBe(permanent);
    store.fault = () => undefined;
    expect(storedAs(await tried(store, { tries: 2 }))).toEqual(["Letter.pdf"]);
  });

  it("waits as long as Microsoft asks for", async () => {
    const store = new SharepointStandIn();
    store.fault = ({ url }) =>
      url.host === "graph.microsoft.com"
        ? graphFailure(429, "activityLimitReached", { "retry-after": "77" })
        : undefined;
    expect(failureOf(await tried(store)).context.retryAfterMs).toBe(77_000);
  });
});

describe("settings", () => {
  it("are tried by signing in and finding the library", async () => {
    const store = new SharepointStandIn();
    await sharepointKind.checkAccess?.(SETTINGS, openOutbound(store.transport));
    await expect(
      sharepointKind.checkAccess?.({ ...SETTINGS, library: "Bills" }, openOutbound(store.transport)),
    ).rejects.toThrow("The site has no library of this name.");
    expect(store.files.size).toBe(0);
  });

  it.each([
    [{ ...SETTINGS, site: undefined }, "must be given, or user, but not both"],
    [{ ...SETTINGS, user: "ann@contoso.com" }, "must be given, or user, but not both"],
    [{ ...SETTINGS, tenant: "../common" }, "must be the id or a domain of the organization"],
    [{ ...SETTINGS, site: "Finance" }, "must be the address of a site"],
  ])("%j are refused", (settings, message) => {
    expect(JSON.stringify(sharepointKind.check.safeParse(settings).error?.issues)).toContain(message);
  });
});

it.each([
  ["", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="],
  ["J", "SgAAAAAAAAAAAAAAAQAAAAAAAAA="],
])("hashes %j as Microsoft does", (text, hash) => {
  expect(quickXorHash(new TextEncoder().encode(text))).toBe(hash);
});

it.each([
  ['a"*:<>?/\\|b', "a_________b"],
  ["~$draft.docx", "_draft.docx"],
  ["ends.", "ends_"],
  ["Zoë.pdf", "Zoë.pdf"],
])("writes the name %j as %j", (name, written) => {
  expect(sharepointName(name)).toBe(written);
});
