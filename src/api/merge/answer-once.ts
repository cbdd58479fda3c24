import { askerOf } from "../../audit/actor-of.ts";
import type { KeyClaim } from "../../domain/idempotency.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { RunSource } from "../../domain/run.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { keptAnswer, storedResponse } from "../../http/idempotency.ts";
import { acceptOnce } from "../../merge/accept/accept-once.ts";
import { mergeOnce } from "../../merge/merge-once.ts";
import { type MergeOverrides, resolvedDocument } from "../../merge/merge-target.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { acceptedAnswer, downloadAnswer, type MergeRequestOptions } from "./answer-merge.ts";
import type { FoundDocument } from "./document-at.ts";

/** A merge of a document as it was asked for. */
interface AskedMerge {
  document: FoundDocument;
  data: MergeData;
  options: MergeRequestOptions & MergeOverrides & { explain?: boolean };
  source: RunSource;
  /** Present where the request came with credentials. */
  caller?: Caller;
  claim: KeyClaim | undefined;
}

/**
 * Merges a document whose caller waits, or accepts a merge for later, with one write for its run, its deliveries and its Idempotency-Key.
 * @returns undefined if that cannot be (`mergeOnce`), or something else is asked for
 */
export async function answerOnce(
  context: RequestContext,
  { document, data, options, source, caller, claim }: AskedMerge,
): Promise<Response | undefined> {
  const { download, explain, test } = options;
  // Who may reach a session is decided by the document as it is now.
  if (explain || data._session !== undefined) return undefined;
  const target = resolvedDocument(document, options);

  const { requestId } = context;
  const request = { target, data, test, source, requestId, askedBy: askerOf(context, caller) };
  const { context: known, keep, forget, targetsRevision } = document;
  const against = { targetsRevision, cachedKey: caller?.cachedKey, claim };
  const services = mergeServicesOf(context);
  if (!download) {
    const guard = {
      ...against,
      keep: (storedBytes: number) => keep(known, storedBytes),
      answer: (runId: string) => keptAnswer(acceptedAnswer(runId, [])),
    };
    const accepted = await acceptOnce(services, request, target.task, guard);
    return accepted && storedResponse(accepted);
  }
  const guard = { ...against, context: known, keep, forget, answersFile: download === "file" };
  const written = await mergeOnce(services, request, target.task, guard);
  if (!written) return undefined;
  if (!("error" in written)) return await downloadAnswer(context, target, written, download, []);
  if (!written.answer) throw written.error;
  return storedResponse(written.answer);
}
