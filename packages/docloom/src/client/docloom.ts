import { type Api, apiOver } from "./api.ts";
import { accountResource } from "./resources/account.ts";
import { binResource } from "./resources/bin.ts";
import { documentsResource } from "./resources/documents.ts";
import { fontsResource } from "./resources/fonts.ts";
import { hooksResource } from "./resources/hooks.ts";
import { identitiesResource } from "./resources/identities.ts";
import { mergeResource } from "./resources/merge.ts";
import { routesResource } from "./resources/routes.ts";
import { runsResource } from "./resources/runs.ts";
import { toolsResource } from "./resources/tools.ts";
import { retryingFetch } from "./retrying-fetch.ts";

export type { components, operations, paths } from "../generated/openapi.ts";
export { type AnsweredFile, dataOf, fileOf } from "./answers.ts";
export type { Api } from "./api.ts";
export {
  type AuditHead,
  type AuditProblem,
  type AuditVerdict,
  readAuditHeads,
  type SignedAuditHead,
  verifyAuditLog,
} from "./audit-log.ts";
export type { FileContents, FileInput } from "./bytes.ts";
export { ConnectionError, DocloomError, type Problem, type ProblemItem } from "./errors.ts";
export type { HookEvent, HookFile } from "./hook-event.ts";
export {
  InvalidReceiptError,
  type Receipt,
  type ReceiptEvidence,
  type ReceiptKeys,
  type ReceiptStatement,
  verifyReceipt,
} from "./receipt.ts";
export type { DeliveryChanges, DocumentChanges, NewDelivery, NewDocument } from "./resources/documents.ts";
export type { HookChanges, NewHook } from "./resources/hooks.ts";
export type { IdentityFile } from "./resources/identities.ts";
export type { BatchAnswer, BatchOptions, ListFile, MergeData, MergeOptions, MergeTarget } from "./resources/merge.ts";
export type { NewRoute, RouteChanges } from "./resources/routes.ts";
export { InvalidWebhookError, verifyWebhook, type WebhookEvent } from "./webhook.ts";

/** How a service is reached. */
export interface DocloomOptions {
  /** Root of the service, e.g. `https://docs.example.com`. */
  baseUrl: string;
  /** API key and its secret. Merge addresses need none; a browser that is signed in has a session instead. */
  key?: string;
  secret?: string;
  /** How often a request is repeated after 429, 5xx or a broken connection; 4 if absent. */
  retries?: number;
  /** How long one try may take, in milliseconds; 5 minutes if absent. */
  timeoutMs?: number;
  /** The function that sends requests; the platform's own if absent. */
  fetch?: typeof fetch;
}

/** A client of one service. */
export interface Docloom {
  /** Every operation of the service, by its path. */
  api: Api;
  documents: ReturnType<typeof documentsResource>;
  routes: ReturnType<typeof routesResource>;
  runs: ReturnType<typeof runsResource>;
  tools: ReturnType<typeof toolsResource>;
  account: ReturnType<typeof accountResource>;
  identities: ReturnType<typeof identitiesResource>;
  fonts: ReturnType<typeof fontsResource>;
  hooks: ReturnType<typeof hooksResource>;
  merge: ReturnType<typeof mergeResource>;
  bin: ReturnType<typeof binResource>;
}

/**
 * A client of one service; failures are thrown as `DocloomError` or `ConnectionError`.
 * @example
 * const docloom = createDocloom({ baseUrl: "https://docs.example.com", key, secret });
 * const { url } = await docloom.documents.create({ name: "Hello", type: "html", html: "<h1>Hello {$Name}!</h1>" });
 * const pdf = await docloom.merge.now(url, { Name: "World" });
 */
export function createDocloom(options: DocloomOptions): Docloom {
  const { baseUrl, key, secret = "", retries = 4, timeoutMs = 300_000 } = options;
  const credentials = key === undefined ? undefined : `Basic ${basicCredentials(`${key}:${secret}`)}`;
  const send = options.fetch ?? ((...request) => fetch(...request));
  const api = apiOver(baseUrl, credentials, retryingFetch({ retries, timeoutMs, fetch: send }));

  return {
    api,
    documents: documentsResource(api),
    routes: routesResource(api),
    runs: runsResource(api),
    tools: toolsResource(api),
    account: accountResource(api),
    identities: identitiesResource(api),
    fonts: fontsResource(api),
    hooks: hooksResource(api),
    merge: mergeResource(api),
    bin: binResource(api),
  };
}

/** Base64 of UTF-8 (RFC 7617, 2.1). */
function basicCredentials(pair: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(pair)));
}
