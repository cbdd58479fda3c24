import { Failure } from "../../domain/failure.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import type { TimestampOf } from "../../signing/signed-data.ts";
import { timestampsFrom } from "../../signing/timestamp.ts";
import type { MergeServices } from "../context.ts";

/**
 * Timestamps of the authority at an address, requested through the guarded fetch.
 * @throws Failure `signature_failed`, those of the guarded fetch
 */
export function timestampAuthority(services: MergeServices, workspaceId: string, url: string): TimestampOf {
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
