import type { DeliveryKind } from "../../domain/delivery/delivery.ts";
import { AzureStandIn, azureFailure } from "./azure-stand-in.ts";
import { DropboxStandIn, dropboxFailure } from "./dropbox-stand-in.ts";
import { driveFailure, GoogleDriveStandIn } from "./google-drive-stand-in.ts";
import { graphFailure, SharepointStandIn } from "./sharepoint-stand-in.ts";
import { WebdavStandIn } from "./webdav-stand-in.ts";

/** What a request of a delivery is for, in their order. */
export type Phase = "token" | "drive" | "look" | "folder" | "begin" | "write";

/** How a store says, in its own words, what is wrong; absent where it has no such state. */
interface StoreWords {
  unknownCaller(): Response;
  noRight(): Response;
  folderGone?(): Response;
  full(): Response;
  locked(): Response;
  nameTaken?(): Response;
  tooLarge(): Response;
  nameRefused(): Response;
}

/** A store of one kind as the table of faults needs it. */
export interface StoreUnderFaults {
  kind: DeliveryKind;
  settings: Record<string, unknown>;
  words: StoreWords;
  /** What its requests are for, of those that it has. */
  phases: readonly Phase[];
  phaseOf(method: string, url: URL): Phase;
  start(): {
    transport: typeof fetch;
    files(): ReadonlyMap<string, Uint8Array>;
    /** Ends all uploads under way; absent where the store has no sessions that outlive a try. */
    forgetUploads?(): void;
  };
}

const ROOT = "/remote.php/dav/files/ann";

const WEBDAV: StoreUnderFaults = {
  kind: "webdav",
  settings: { url: `https://cloud.example.com${ROOT}/`, user: "ann", password: "app-password-1" },
  phases: ["look", "folder", "write"],
  phaseOf: (method) => (method === "PROPFIND" ? "look" : method === "MKCOL" ? "folder" : "write"),
  words: {
    unknownCaller: () => new Response(null, { status: 401 }),
    noRight: () => new Response(null, { status: 403 }),
    folderGone: () => new Response(null, { status: 409 }),
    full: () => new Response(null, { status: 507 }),
    locked: () => new Response(null, { status: 423 }),
    nameTaken: () => new Response(null, { status: 412 }),
    tooLarge: () => new Response(null, { status: 413 }),
    nameRefused: () => new Response(null, { status: 400 }),
  },
  start() {
    const store = new WebdavStandIn([ROOT], "ann", "app-password-1");
    return { transport: store.transport, files: () => withoutFront(store.files, `${ROOT}/`) };
  },
};

const AZURE: StoreUnderFaults = {
  kind: "azure_blob",
  settings: { account: "contoso", container: "invoices", account_key: btoa("a key of the storage account") },
  phases: ["look", "write"],
  phaseOf: (method) => (method === "HEAD" ? "look" : "write"),
  words: {
    unknownCaller: () => azureFailure(403, "AuthenticationFailed"),
    noRight: () => azureFailure(403, "AuthorizationFailure"),
    folderGone: () => azureFailure(404, "ContainerNotFound"),
    full: () => azureFailure(403, "AccountIsDisabled"),
    locked: () => azureFailure(412, "LeaseIdMissing"),
    nameTaken: () => azureFailure(409, "BlobAlreadyExists"),
    tooLarge: () => azureFailure(413, "RequestBodyTooLarge"),
    nameRefused: () => azureFailure(400, "InvalidUri"),
  },
  start() {
    const store = new AzureStandIn("invoices");
    const files = () => new Map(Array.from(store.blobs, ([name, { bytes }]) => [name, bytes] as const));
    return { transport: store.transport, files };
  },
};

const DROPBOX: StoreUnderFaults = {
  kind: "dropbox",
  settings: { app_key: "app", app_secret: "app-secret-1", refresh_token: "refresh-1" },
  phases: ["token", "look", "write"],
  phaseOf: (_, { pathname }) =>
    pathname === "/oauth2/token" ? "token" : pathname.endsWith("/get_metadata") ? "look" : "write",
  words: {
    unknownCaller: () => dropboxFailure("expired_access_token", 401),
    noRight: () => dropboxFailure("path/no_write_permission"),
    full: () => dropboxFailure("path/insufficient_space"),
    locked: () => dropboxFailure("too_many_write_operations", 429),
    nameTaken: () => dropboxFailure("path/conflict/file"),
    tooLarge: () => dropboxFailure("payload_too_large"),
    nameRefused: () => dropboxFailure("path/disallowed_name"),
  },
  start() {
    const store = new DropboxStandIn();
    return {
      transport: store.transport,
      files: () => withoutFront(store.files, "/"),
      forgetUploads: () => store.forgetUploads(),
    };
  },
};

const GOOGLE_DRIVE: StoreUnderFaults = {
  kind: "google_drive",
  settings: { client_id: "app", client_secret: "client-secret", refresh_token: "refresh-1" },
  phases: ["token", "look", "folder", "begin", "write"],
  phaseOf: (method, { pathname, searchParams }) => {
    if (pathname === "/token") return "token";
    if (searchParams.has("upload_id")) return "write";
    if (pathname.startsWith("/upload/")) return "begin";
    return method === "POST" ? "folder" : "look";
  },
  words: {
    unknownCaller: () => driveFailure(401, "authError"),
    noRight: () => driveFailure(403, "insufficientFilePermissions"),
    folderGone: () => driveFailure(404, "notFound"),
    full: () => driveFailure(403, "storageQuotaExceeded"),
    locked: () => driveFailure(403, "userRateLimitExceeded"),
    tooLarge: () => driveFailure(413, "uploadTooLarge"),
    nameRefused: () => driveFailure(400, "invalid"),
  },
  start() {
    const store = new GoogleDriveStandIn();
    const files = () => new Map(store.paths.map((path) => [path, store.bytesAt(path)] as const));
    return { transport: store.transport, files, forgetUploads: () => store.forgetUploads() };
  },
};

const SHAREPOINT: StoreUnderFaults = {
  kind: "sharepoint",
  settings: {
    tenant: "contoso.onmicrosoft.com",
    client_id: "app",
    client_secret: "client-secret",
    site: "https://contoso.sharepoint.com/sites/Finance/",
    library: "Invoices",
  },
  phases: ["token", "drive", "look", "folder", "begin", "write"],
  phaseOf: (method, { host, pathname }) => {
    if (host === "login.microsoftonline.com") return "token";
    if (host === "contoso.sharepoint.com") return "write";
    if (pathname.startsWith("/v1.0/sites/")) return "drive";
    if (pathname.endsWith("/children")) return "folder";
    return method === "POST" ? "begin" : "look";
  },
  words: {
    unknownCaller: () => graphFailure(401, "InvalidAuthenticationToken"),
    noRight: () => graphFailure(403, "accessDenied"),
    folderGone: () => graphFailure(404, "itemNotFound"),
    full: () => graphFailure(507, "quotaLimitReached"),
    locked: () => graphFailure(423, "resourceLocked"),
    nameTaken: () => graphFailure(409, "nameAlreadyExists"),
    tooLarge: () => graphFailure(413, "requestEntityTooLarge"),
    nameRefused: () => graphFailure(400, "invalidRequest"),
  },
  start() {
    const store = new SharepointStandIn();
    return { transport: store.transport, files: () => store.files, forgetUploads: () => store.forgetUploads() };
  },
};

const withoutFront = (files: ReadonlyMap<string, Uint8Array>, front: string) =>
  new Map(Array.from(files, ([name, bytes]) => [name.slice(front.length), bytes] as const));

export const STORES_UNDER_FAULTS: readonly StoreUnderFaults[] = [WEBDAV, AZURE, DROPBOX, GOOGLE_DRIVE, SHAREPOINT];
