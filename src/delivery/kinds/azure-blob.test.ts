import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../store/sha256.ts";
import { sharedKeyAuthorization } from "../storage/azure-signature.ts";
import { AzureStandIn, azureFailure } from "../testing/azure-stand-in.ts";
import { openOutbound } from "../testing/open-outbound.ts";
import { failureOf, LETTER, storedAs, storeTries } from "../testing/store-try.ts";
import { azureBlobKind } from "./azure-blob.ts";

const KEY = btoa("a key of the storage account");
const SETTINGS = { account: "contoso", container: "invoices", account_key: KEY };
const tried = storeTries(env, "azure_blob", SETTINGS);
const cloud = () => new AzureStandIn("invoices");

describe("a blob", () => {
  it.each([
    [undefined, "Letter.pdf"],
    ["{$Year}/Zoë & Söhne #1/", "2026/Zoë & Söhne #1/Letter.pdf"],
    ["{$Year}/a+b 100%.pdf", "2026/a+b 100%.pdf"],
  ])("goes to %j", async (path, name) => {
    const store = cloud();
    expect(storedAs(await tried(store, { settings: { path }, data: { Year: 2026 } }))).toEqual([name]);
    expect(store.blobs.get(name)?.bytes).toEqual(LETTER);
    expect(store.requests.at(-1)?.url.host).toBe("contoso.blob.core.windows.net");
  });

  it.each([
    ["number", ["Letter.pdf", "Letter (1).pdf"]],
    ["replace", ["Letter.pdf"]],
    ["refuse", ["Letter.pdf"]],
  ])("is dealt with as the settings say when its name is there: %s", async (if_exists, names) => {
    const store = cloud();
    await tried(store, { settings: { if_exists } });
    const second = await tried(store, { settings: { if_exists }, files: { "Letter.pdf": new Uint8Array(3) } });
    expect([...store.blobs.keys()]).toEqual(names);
    if (if_exists === "refuse") expect(failureOf(second).context.permanent).toBe(true);
    // Whatever is repeated is the same blob.
    const files = { "Letter.pdf": if_exists === "refuse" ? LETTER : new Uint8Array(3) };
    expect(storedAs(await tried(store, { settings: { if_exists }, files, tries: 2 }))).toEqual([names.at(-1)]);
    expect([...store.blobs.keys()]).toEqual(names);
  });

  it("is written with a shared access signature that may not look", async () => {
    const store = cloud();
    store.fault = ({ method }) =>
      method === "HEAD" ? azureFailure(403, "AuthorizationPermissionMismatch") : undefined;
    const settings = { account_key: "", sas: "?sv=2022-11-02&sp=cw&sig=a%2Bb%3D" };
    expect(storedAs(await tried(store, { settings }))).toEqual(["Letter.pdf"]);
    expect(storedAs(await tried(store, { settings }))).toEqual(["Letter (1).pdf"]);
    expect(store.requests.at(-1)?.url.search).toBe("?sv=2022-11-02&sp=cw&sig=a%2Bb%3D");
  });

  it("that is large goes in blocks, and after a cut goes on where it was", async () => {
    const store = cloud();
    const large = new Uint8Array(34 * 1024 * 1024).fill(7);
    const files = { "Book.pdf": large };
    store.fault = ({ url }) => {
      if (atob(url.searchParams.get("blockid") ?? "").endsWith("-00003")) throw new TypeError("connection reset");
      return undefined;
    };
    expect(failureOf(await tried(store, { files })).context.permanent).toBe(false);
    store.fault = () => undefined;
    store.requests.length = 0;
    expect(storedAs(await tried(store, { files, tries: 2 }))).toEqual(["Book.pdf"]);
    expect(store.requests.filter(({ url }) => url.searchParams.get("comp") === "block")).toHaveLength(2);
    expect(store.blobs.get("Book.pdf")?.bytes.length).toBe(large.length);
    expect(store.blobs.get("Book.pdf")?.headers.get("x-ms-meta-docloom_sha256")).toBe(await sha256Hex(large));
  });
});

describe("what goes wrong is told in a sentence, and tried again where that helps", () => {
  it.each([
    ["key rotated", 403, "AuthenticationFailed", "The storage account does not take key or signature", false],
    ["signature ended", 403, "AuthenticationFailed", "The storage account does not take key or signature", false],
    ["no right", 403, "AuthorizationFailure", "The storage account does not take key or signature", false],
    ["container gone", 404, "ContainerNotFound", "The container is not in the storage account", false],
    ["container being deleted", 409, "ContainerBeingDeleted", "The blob or its container cannot be written now", false],
    ["switched off", 403, "AccountIsDisabled", "The storage account takes nothing more", false],
    ["leased", 412, "LeaseIdMissing", "The blob or its container cannot be written now", false],
    ["too large", 413, "RequestBodyTooLarge", "The storage account takes no file of this size", true],
    ["busy", 503, "ServerBusy", "The storage account is busy, or out of order", false],
    ["slow", 500, "OperationTimedOut", "The storage account is busy, or out of order", false],
    ["name refused", 400, "InvalidUri", "The storage account refuses the file", true],
    ["kept for ever", 409, "BlobImmutableDueToPolicy", "The storage account refuses the file", true],
  ])("%s", async (_, status, code, sentence, permanent) => {
    const store = cloud();
    store.fault = ({ method }) => (method === "PUT" ? azureFailure(status, code) : undefined);
    const failure = failureOf(await tried(store));
    expect(failure.message.split("\n")[0]).toBe(`${sentence} (${code}).`);
    expect(failure.context.permanent).toBe(permanent);
    store.fault = () => undefined;
    expect(storedAs(await tried(store, { tries: 2 }))).toEqual(["Letter.pdf"]);
  });

  it("waits as long as the store asks for", async () => {
    const store = cloud();
    store.fault = () => azureFailure(503, "ServerBusy", { "retry-after": "30" });
    expect(failureOf(await tried(store)).context.retryAfterMs).toBe(30_000);
  });

  it.each([
    [{ account: "{$Nobody}" }, 'The setting "account" is ""'],
    [{ container: "A{$Nobody}" }, 'The setting "container" is "A"'],
    [{ path: "{$Nobody}.pdf" }, 'All fields of the setting "path" are empty'],
  ])("refuses %j", async (settings, sentence) => {
    const store = cloud();
    const error = await tried(store, { settings }).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(sentence);
    expect(store.requests).toEqual([]);
  });
});

describe("settings", () => {
  it.each([
    [{ ...SETTINGS, account_key: undefined }, "must be given, or sas, but not both"],
    [{ ...SETTINGS, sas: "sig=x" }, "must be given, or sas, but not both"],
    [{ ...SETTINGS, account: "Contoso!" }, "must be the name of a storage account"],
    [{ ...SETTINGS, container: "a--b" }, "must be the name of a container"],
    [{ ...SETTINGS, endpoint: "https://{$Host}/" }, "must name its host itself"],
  ])("%j are refused", (settings, message) => {
    expect(JSON.stringify(azureBlobKind.check.safeParse(settings).error?.issues)).toContain(message);
  });

  it("are tried by asking for a blob that is not there", async () => {
    const store = cloud();
    const outbound = openOutbound(store.transport);
    await azureBlobKind.checkAccess?.(SETTINGS, outbound);
    expect(store.requests.map(({ method }) => method)).toEqual(["HEAD"]);
    await expect(azureBlobKind.checkAccess?.({ ...SETTINGS, container: "elsewhere" }, outbound)).rejects.toThrow(
      "The container is not in the storage account",
    );
  });
});

it("signs as Azurite took it", async () => {
  const signature = await sharedKeyAuthorization("devstoreaccount1", DEVELOPMENT_KEY, {
    method: "PUT",
    url: new URL("http://127.0.0.1:10000/devstoreaccount1/documents/a%20b/Zo%C3%AB.pdf?comp=block&blockid=MDAwMDA%3D"),
    headers: { "x-ms-version": "2021-12-02", "x-ms-date": "Wed, 04 Mar 2026 05:06:07 GMT", "if-none-match": "*" },
    contentLength: 3,
  });
  expect(signature).toBe("SharedKey devstoreaccount1:HBssQ6m0LSLrEtCBXWs1vqVrgU5YT20zEfITomCK3zU=");
});

/** The key that every emulator has ("Use the Azurite emulator"). */
const DEVELOPMENT_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
