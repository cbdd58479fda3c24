import type { SignatureLevel } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import { OUTBOUND_LIMITS } from "../../outbound/outbound-policy.ts";
import type { AskResponder } from "../../signing/gather-validation-data.ts";
import { MAX_CRL_BYTES, MAX_OCSP_BYTES } from "../../signing/revocation.ts";
import type { SignPdfOptions } from "../../signing/sign-pdf.ts";
import type { TimestampOf } from "../../signing/signed-data.ts";
import { timestampsFrom } from "../../signing/timestamp.ts";
import type { MergeServices } from "../context.ts";

interface LevelOptions {
  level?: SignatureLevel;
  timestamp_url?: string;
}

/** What is wrong with the settings, if anything; a level and a timestamp have to match. */
export function levelProblem({ level, timestamp_url: url }: LevelOptions): string | undefined {
  if (level === "b-b" && url) return "needs no timestamp_url at the level b-b";
  if (level !== undefined && level !== "b-b" && !url) return `needs timestamp_url at the level ${level}`;
  return undefined;
}

/**
 * What a level of PAdES adds to a signature: a timestamp, and what verifies it later, each requested through the
 * guarded fetch.
 * @throws Failure `invalid_request` if level and timestamp contradict each other
 */
export function signatureLevel(
  services: MergeServices,
  workspaceId: string,
  options: LevelOptions,
): Pick<SignPdfOptions, "timestamp" | "longTerm"> {
  const problem = levelProblem(options);
  if (problem) throw new Failure("invalid_request", `The signature ${problem}.`);
  const { level, timestamp_url: url } = options;
  return {
    timestamp: url ? timestampAuthority(services, workspaceId, url) : undefined,
    longTerm: level === "b-lt" ? { ask: responders(services, workspaceId), now: services.now() } : undefined,
  };
}

const LARGEST = { ocsp: MAX_OCSP_BYTES, crl: MAX_CRL_BYTES, certificate: MAX_OCSP_BYTES };

function responders(services: MergeServices, workspaceId: string): AskResponder {
  return async ({ url, kind, body }) => {
    const workspace = await services.store.workspaces.byId(workspaceId);
    const policy = services.outbound(workspace?.internalHosts ?? []);
    const headers = {
      "user-agent": "Docloom",
      ...(body ? { "content-type": "application/ocsp-request", accept: "application/ocsp-response" } : {}),
    };
    const request = body ? { method: "POST", headers, body } : { headers };
    const limits = { ...OUTBOUND_LIMITS, maxBytes: LARGEST[kind] };
    const { status, bytes } = await guardedRequest(url, request, policy, limits);
    if (status === 200) return bytes;
    throw new Failure("url_unreachable", `${new URL(url).host} answered with status ${status}.`);
  };
}

/**
 * Timestamps of the authority at an address, requested through the guarded fetch.
 * @throws Failure `signature_failed`, those of the guarded fetch
 */
function timestampAuthority(services: MergeServices, workspaceId: string, url: string): TimestampOf {
  return timestampsFrom(async (request) => {
    const workspace = await services.store.workspaces.byId(workspaceId);
    const headers = { "content-type": "application/timestamp-query", "user-agent": "Docloom" };
    const policy = services.outbound(workspace?.internalHosts ?? []);
    const answer = await guardedRequest(url, { method: "POST", headers, body: request }, policy).catch((error) => {
      throw error instanceof Failure ? new Failure(error.code, `timestamp_url: ${error.message}`) : error;
    });
    if (answer.status === 200) return answer.bytes;
    throw new Failure(
      "signature_failed",
      `The timestamping authority gave no timestamp: it answered with status ${answer.status}.`,
    );
  });
}
