import { env } from "cloudflare:workers";
import { exportPKCS8, exportSPKI, generateKeyPair, importSPKI, jwtVerify } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { pemOf } from "../storage/google-token.ts";
import { driveFailure, GoogleDriveStandIn } from "../testing/google-drive-stand-in.ts";
import { openOutbound } from "../testing/open-outbound.ts";
import { failureOf, LETTER, storedAs, storeTries } from "../testing/store-try.ts";
import { googleDriveKind } from "./google-drive.ts";

const CONSENT = { client_id: "app", client_secret: "client-secret", refresh_token: "refresh-1" };
const tried = storeTries(env, "google_drive", CONSENT);

let privateKey: string;
let publicKey: string;
beforeAll(async () => {
  const pair = await generateKeyPair("RS256", { extractable: true });
  [privateKey, publicKey] = await Promise.all([exportPKCS8(pair.privateKey), exportSPKI(pair.publicKey)]);
});

describe("a file in Google Drive", () => {
  it.each([
    [undefined, "Letter.pdf"],
    ["{$Year}/O'Brien \\ Söhne/", "2026/O'Brien \\ Söhne/Letter.pdf"],
    ["{$Year}/a.pdf", "2026/a.pdf"],
  ])("goes to %j", async (path, name) => {
    const store = new GoogleDriveStandIn();
    const options = { settings: { path }, data: { Year: 2026 } };
    expect(storedAs(await tried(store, options))).toEqual([name]);
    await tried(store, { ...options, files: { "Other.pdf": LETTER } });
    expect(store.paths[0]).toBe(name);
    // Folders are made once.
    expect(new Set(store.items.map(({ name, parent }) => `${parent} ${name}`)).size).toBe(store.items.length);
  });

  it.each([
    ["number", ["Letter.pdf", "Letter (1).pdf"]],
    ["replace", ["Letter.pdf"]],
    ["refuse", ["Letter.pdf"]],
  ])("is dealt with as the settings say when its name is there: %s", async (if_exists, names) => {
    const store = new GoogleDriveStandIn();
    const settings = { if_exists };
    await tried(store, { settings });
    const second = await tried(store, { settings, files: { "Letter.pdf": new Uint8Array(3) } });
    expect(store.paths).toEqual(names);
    if (if_exists === "refuse") expect(failureOf(second).context.permanent).toBe(true);
    const files = { "Letter.pdf": if_exists === "refuse" ? LETTER : new Uint8Array(3) };
    expect(storedAs(await tried(store, { settings, files, tries: 2 }))).toEqual([names.at(-1)]);
    expect(store.paths).toEqual(names);
  });

  it("that is large goes in pieces, with a new token when the first one ends in the middle", async () => {
    const store = new GoogleDriveStandIn();
    const large = new Uint8Array(34 * 1024 * 1024).fill(5);
    store.fault = ({ headers }) => {
      if (headers.get("content-range")?.startsWith("bytes 16777216-")) store.tokens.delete("token-1");
      return undefined;
    };
    expect(storedAs(await tried(store, { files: { "Book.pdf": large } }))).toEqual(["Book.pdf"]);
    expect(store.items[0]?.bytes.length).toBe(large.length);
    expect(store.requests.filter(({ url }) => url.pathname === "/token")).toHaveLength(2);
  });

  it("goes into the older one of two folders that were made at once", async () => {
    const store = new GoogleDriveStandIn();
    let isFirst = true;
    store.fault = ({ method, url }) => {
      if (method === "POST" && url.pathname === "/drive/v3/files" && isFirst) {
        isFirst = false;
        store.items.push({
          id: "theirs",
          name: "2026",
          mimeType: "application/vnd.google-apps.folder",
          parent: "root",
          bytes: LETTER,
        });
      }
      return undefined;
    };
    await tried(store, { settings: { path: "2026/" } });
    expect(store.items.at(-1)).toMatchObject({ name: "Letter.pdf", parent: "theirs" });
    expect(store.requests.map(({ method }) => method)).toContain("DELETE");
  });
});

describe("a service account", () => {
  it.each([
    ["as PEM", (pem: string) => pem],
    ["as its JSON file has it", (pem: string) => pem.replaceAll("\n", "\\n")],
    ["without line breaks", (pem: string) => pem.replaceAll("\n", "")],
  ])("signs with its key, pasted %s", async (_, pasted) => {
    const store = new GoogleDriveStandIn();
    const settings = {
      client_email: "docloom@p.iam.gserviceaccount.com",
      private_key: pasted(privateKey),
      folder_id: "shared",
    };
    const account = storeTries(env, "google_drive", settings);
    expect(storedAs(await account(store))).toEqual(["Letter.pdf"]);
    const { payload } = await jwtVerify(present(store.assertions[0]), await importSPKI(publicKey, "RS256"), {
      currentDate: new Date("2026-03-04T05:10:00Z"),
    });
    expect(payload).toEqual({
      iss: "docloom@p.iam.gserviceaccount.com",
      scope: "https://www.googleapis.com/auth/drive",
      aud: "https://oauth2.googleapis.com/token",
      iat: 1_772_600_767,
      exp: 1_772_604_367,
    });
  });

  it("is refused outside of shared drives when it is saved", async () => {
    const store = new GoogleDriveStandIn();
    const settings = { client_email: "a@b.iam.gserviceaccount.com", private_key: privateKey, folder_id: "shared" };
    await googleDriveKind.checkAccess?.(settings, openOutbound(store.transport));
    await expect(
      googleDriveKind.checkAccess?.({ ...settings, folder_id: "mine" }, openOutbound(store.transport)),
    ).rejects.toThrow("A service account has no room of its own");
    await expect(
      googleDriveKind.checkAccess?.({ ...settings, folder_id: "gone" }, openOutbound(store.transport)),
    ).rejects.toThrow("The folder is not in Google Drive");
    await googleDriveKind.checkAccess?.({ ...CONSENT, folder_id: "mine" }, openOutbound(store.transport));
  });

  it("has a key, or nothing of it is saved", () => {
    const refused = (settings: object) => JSON.stringify(googleDriveKind.check.safeParse(settings).error?.issues ?? []);
    expect(refused({ client_email: "a", private_key: "secret", folder_id: "x" })).toContain("key file");
    expect(refused({ client_email: "a", private_key: privateKey })).toContain("must be given for a service account");
    expect(refused({ ...CONSENT, client_email: "a", private_key: privateKey })).toContain("in place of both");
    expect(refused({})).toContain("in place of both");
    expect(pemOf("-----BEGIN PRIVATE KEY-----{}-----END PRIVATE KEY-----")).toBeUndefined();
  });
});

describe("what goes wrong is told in a sentence, and tried again where that helps", () => {
  it.each([
    [
      "consent taken back",
      "/token",
      () => Response.json({ error: "invalid_grant" }, { status: 400 }),
      "Google does not take the credentials (invalid_grant).",
      false,
    ],
    [
      "full",
      "/upload/drive/v3/files",
      () => driveFailure(403, "storageQuotaExceeded"),
      "There is no room in Google Drive for whoever asks (storageQuotaExceeded).",
      false,
    ],
    [
      "too many files",
      "/upload/drive/v3/files",
      () => driveFailure(403, "teamDriveFileLimitExceeded"),
      "There is no room",
      false,
    ],
    [
      "too many requests",
      "/upload/drive/v3/files",
      () => driveFailure(403, "userRateLimitExceeded"),
      "Google Drive is busy",
      false,
    ],
    [
      "too many requests now",
      "/drive/v3/files",
      () => driveFailure(429, "rateLimitExceeded"),
      "Google Drive is busy",
      false,
    ],
    ["broken", "/drive/v3/files", () => driveFailure(500, "backendError"), "Google Drive is busy", false],
    [
      "folder gone",
      "/upload/drive/v3/files",
      () => driveFailure(404, "notFound"),
      "The folder is not in Google Drive",
      false,
    ],
    [
      "reader only",
      "/upload/drive/v3/files",
      () => driveFailure(403, "insufficientFilePermissions"),
      "Google Drive does not let whoever asks write there",
      false,
    ],
    [
      "API off",
      "/drive/v3/files",
      () => driveFailure(403, "accessNotConfigured"),
      "The Drive API is not switched on",
      false,
    ],
    [
      "name refused",
      "/upload/drive/v3/files",
      () => driveFailure(400, "invalid"),
      "Google Drive refuses the file (invalid).",
      true,
    ],
    [
      "page in between",
      "/drive/v3/files",
      () => new Response("<html>", { status: 502 }),
      "Google Drive is busy",
      false,
    ],
  ])("%s", async (_, path, answer, sentence, permanent) => {
    const store = new GoogleDriveStandIn();
    store.fault = ({ url }) => (url.pathname === path ? answer() : undefined);
    const failure = failureOf(await tried(store));
    expect(failure.message.startsWith(sentence), failure.message).toBe(true);
    expect(failure.context.permanent).toBe(permanent);
    store.fault = () => undefined;
    expect(storedAs(await tried(store, { tries: 2 }))).toEqual(["Letter.pdf"]);
  });
});
