// What operations are called in the clients: `documents.list_deliveries`, `tools.sign_pdf`.
import { singular } from "./model.ts";

/** A tag of the OpenAPI document -> the resource its operations belong to. */
const GROUPS: Readonly<Record<string, string>> = {
  "File tools": "tools",
  Documents: "documents",
  Samples: "samples",
  Versions: "versions",
  Merge: "merge",
  Runs: "runs",
  "Data routes": "routes",
  Signatures: "identities",
  Folders: "folders",
  Account: "account",
  Fonts: "fonts",
  People: "people",
  Bin: "bin",
  Log: "audit",
  Sessions: "sessions",
  Applications: "applications",
  Service: "service",
  Reference: "service",
};

/** Operations whose address does not say what they do. */
const NAMES: Readonly<Record<string, string>> = {
  "POST /api/documents/{id}/deliveries/{delivery}/secret": "renew_delivery_secret",
  "POST /api/routes/{id}/deliveries/{delivery}/secret": "renew_delivery_secret",
  "POST /api/documents/{id}/key": "renew_key",
  "POST /api/routes/{id}/key": "renew_key",
  "POST /merge/{id}/{key}": "at_document_address",
  "GET /merge/{id}/{key}": "get_document_address",
  "POST /merge/{id}/{key}/batch": "batch_at_document_address",
  "POST /route/{id}/{key}": "at_route_address",
  "GET /route/{id}/{key}": "get_route_address",
  "POST /route/{id}/{key}/batch": "batch_at_route_address",
  "POST /api/documents/{id}/merge": "document",
  "POST /api/routes/{id}/merge": "route",
  "POST /api/documents/{id}/read_list": "read_document_list",
  "POST /api/routes/{id}/read_list": "read_route_list",
  "POST /files/{token}": "open_file",
  "POST /api/account/alert_secret": "renew_alert_secret",
  "POST /api/invitations/{invitation}/again": "send_invitation_again",
  "POST /api/invitation": "read_invitation",
  "GET /api/audit/verify": "verify",
  "GET /api/audit/export": "export",
  "POST /api/issuers/{issuer}/proof": "renew_issuer_proof",
  "GET /.well-known/docloom-receipts.json": "get_receipt_keys",
};

/** @param isListed whether it answers a list */
export function nameOf(
  tag: string,
  method: string,
  path: string,
  isListed: boolean,
  paths: Readonly<Record<string, object>>,
): { group: string; name: string } {
  const group = GROUPS[tag] ?? tag.toLowerCase().replace(/[^a-z]+/g, "_");
  const given = NAMES[`${method.toUpperCase()} ${path}`];
  return { group, name: given ?? derivedName(group, method, path, isListed, paths) };
}

function derivedName(
  group: string,
  method: string,
  path: string,
  isListed: boolean,
  paths: Readonly<Record<string, object>>,
): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== "api");
  const home = parts.indexOf(group);
  const isOne = parts.at(-1)?.startsWith("{") ?? false;
  const nouns = parts.slice(home + 1).filter((part) => !part.startsWith("{"));
  const words = nouns.map((noun) => noun.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_/, ""));
  const last = words.at(-1);
  const inner = words.slice(0, -1).map(singular);
  const named = (verb: string, noun: string) => [verb, ...inner, noun].filter(Boolean).join("_");

  if (method === "get") return named(isListed ? "list" : "get", isOne && last ? singular(last) : (last ?? ""));
  if (method === "put") return named("update", isOne && last ? singular(last) : (last ?? ""));
  if (method === "delete") return named("delete", isOne && last ? singular(last) : (last ?? ""));
  if (last === undefined) return "create";
  const isPlace = "get" in (paths[path] ?? {}) || Object.keys(paths).some((other) => other.startsWith(`${path}/{`));
  return isPlace ? named("create", singular(last)) : [last, ...inner].join("_");
}
