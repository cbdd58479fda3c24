import { Buffer } from "node:buffer";
import { askerOf } from "../../audit/actor-of.ts";
import { Failure } from "../../domain/failure.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import type { RunSource } from "../../domain/run.ts";
import { targetIds } from "../../domain/run-task.ts";
import { type Caller, callerId as idOf, type RequestContext } from "../../http/context.ts";
import { file as fileResponse, json, jsonWithFiles } from "../../http/responses.ts";
import { warningHeaders } from "../../http/warning-header.ts";
import { acceptRun, mergeRun } from "../../merge/accept/accept-run.ts";
import { gatherDataSession } from "../../merge/accept/data-session.ts";
import { type MergeServices, workspaceContext } from "../../merge/context.ts";
import type { MergeAnswer } from "../../merge/merge-answer.ts";
import { filesExpired, mergeNow } from "../../merge/merge-now.ts";
import type { ResolvedTarget } from "../../merge/merge-target.ts";
import { planRules } from "../../merge/route/rule-merges.ts";
import { unfiredRules } from "../../merge/route/unfired-rules.ts";
import type { MergedFile } from "../../merge/run/merged-file.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";

const RUN_ID = "x-run-id";
/** How long links from `download=url` and `list_files=1` work. */
const LINK_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** How the caller wants a merge done and answered. */
export interface MergeRequestOptions {
  test: boolean;
  /**
   * `file`: the merged file, or several in one JSON object; `url`: a link that expires, or a list of them for several
   * files; `list`: always a list of links; otherwise the merge is done later.
   */
  download: "file" | "url" | "list" | undefined;
}

/**
 * Does or accepts a merge and answers as interface 4.3 and 4.5 say.
 * @param caller present where the request came with credentials: sessions are those of its key
 */
export async function answerMerge(
  context: RequestContext,
  target: ResolvedTarget,
  posted: MergeData,
  options: MergeRequestOptions,
  source: RunSource,
  caller?: Caller,
): Promise<Response> {
  const services = mergeServicesOf(context);
  const { workspaceId, dataSessionOwner: owner, hasOpenDataSessions: isOpen } = target;
  const callerId = caller && (caller.keyId || idOf(caller));
  const gathered = await gatherDataSession(services, { workspaceId, owner, callerId, isOpen }, posted);
  if (gathered.stored) {
    const session = gathered.newName === undefined ? {} : { session: gathered.newName };
    return json(
      { success: 1, ...session, ...warningsMember(gathered.warnings) },
      201,
      warningHeaders(gathered.warnings),
    );
  }

  const { requestId, runId } = context;
  const { data } = gathered;
  const asked = { test: options.test, source, requestId, runId, askedBy: askerOf(context, caller) };
  const request = { target: withWarnings(target, gathered), data, ...asked };
  if (!options.download) {
    const run = await acceptRun(services, target.workspaceId, mergeRun(request));
    await gathered.close();
    // A run that is found again under its key has the warnings of its own data.
    return acceptedAnswer(run.id, run.task.kind === "tool" ? [] : (run.task.warnings ?? []));
  }
  const answer = await mergeNow(services, request);
  // A merge that is found again under its key contains nothing that was posted since.
  if (answer.isNew) await gathered.close();
  const unfired = answer.files.length === 0 ? await unfiredOf(services, target, data) : [];
  return await downloadAnswer(context, target, answer, options.download, unfired);
}

/** The answer of a merge that is done later. */
export const acceptedAnswer = (runId: string, warnings: readonly string[]): Response =>
  json({ success: 1, ...warningsMember(warnings) }, 201, { [RUN_ID]: runId, ...warningHeaders(warnings) });

/** The same target; its run keeps what was odd about its data. */
const withWarnings = (target: ResolvedTarget, { warnings }: { warnings: readonly string[] }): ResolvedTarget =>
  warnings.length === 0 ? target : { ...target, task: { ...target.task, warnings: [...warnings] } };

/** The member of a JSON answer; left out if nothing is odd. */
const warningsMember = (warnings: readonly string[]) => (warnings.length > 0 ? { warnings } : {});

/** For each rule of a data route that made nothing, what it saw in the data. */
async function unfiredOf(
  services: MergeServices,
  { workspaceId, task }: ResolvedTarget,
  data: MergeData,
): Promise<readonly string[]> {
  if (task.kind === "document") return [];
  return unfiredRules(planRules(task.route.rules, data, await workspaceContext(services, workspaceId)));
}

/** Rules that the sentence names; `errors` has all. */
const MAX_NAMED_RULES = 3;

function noRuleMatched(unfired: readonly string[]): Failure {
  const named = unfired.slice(0, MAX_NAMED_RULES);
  const sentence = "No rule of the data route fired with this data, so there is no file to download.";
  return new Failure("no_rule_matched", [sentence, ...named].join(" "), {
    errors: unfired.map((message, place) => ({ pointer: `/rules/${place}`, message })),
  });
}

/** The answer of a merge whose caller waited. @param unfired for each rule that made nothing, what it saw */
export async function downloadAnswer(
  context: RequestContext,
  target: ResolvedTarget,
  { runId, files, warnings }: MergeAnswer,
  download: "file" | "url" | "list",
  unfired: readonly string[],
): Promise<Response> {
  const headers = {
    [RUN_ID]: runId,
    ...warningHeaders(warnings),
  };
  const allWarnings = warningsMember(warnings);
  if (download === "list")
    return jsonWithFiles(
      {
        success: 1,
        files: await linkFiles(context, target, runId, files),
        ...warningsMember([...warnings, ...unfired]),
      },
      201,
      headers,
    );
  // an e-invoice beside the PDF of a document is a file of the run; the answer is the document's own
  const answered = target.task.kind === "document" ? files.slice(0, 1) : files;
  const [first, ...others] = answered;
  if (!first) throw noRuleMatched(unfired);
  if (download === "url") {
    const links = await linkFiles(context, target, runId, answered);
    return jsonWithFiles(
      { success: 1, ...(links.length === 1 ? onlyLink(links) : { files: links }), ...allWarnings },
      201,
      headers,
    );
  }
  if (others.length === 0) return fileResponse(await contentOf(context, target, first), first, 201, headers);
  const contents = await Promise.all(
    answered.map(async (file) => {
      const bytes = file.bytes ?? (await context.store.blobs.get(target.workspaceId, file.blobKey));
      if (!bytes) throw filesExpired();
      return { name: file.name, file_contents: Buffer.from(bytes).toString("base64") };
    }),
  );
  return jsonWithFiles({ success: 1, files: contents, ...allWarnings }, 201, headers);
}

/** Bytes that are still in memory or, for a run that an earlier request made, those that were stored. */
async function contentOf(
  { store }: RequestContext,
  { workspaceId }: ResolvedTarget,
  file: MergedFile,
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  if (file.bytes) return file.bytes;
  const stored = await store.blobs.getStream(workspaceId, file.blobKey);
  if (!stored) throw filesExpired();
  return stored.body;
}

interface ShownLink {
  name: string;
  url: string;
  document_id?: string;
}

const onlyLink = (links: readonly ShownLink[]) => links.map(({ name, url }) => ({ name, url }))[0];

/** A link to each file; those of a data route say which document they come from. */
async function linkFiles(
  { store, settings, now }: RequestContext,
  { workspaceId, task }: ResolvedTarget,
  runId: string,
  files: readonly MergedFile[],
): Promise<ShownLink[]> {
  const expiresAt = new Date(now().getTime() + LINK_LIFETIME_MS);
  const tokens = await store.links.createAll(workspaceId, runId, [...files.keys()], expiresAt, { keepsFiles: true });
  const ofRoute = targetIds(task).routeId !== undefined;
  return files.map(({ name, documentId }, position) => {
    const url = `${settings.publicBaseUrl}/files/${tokens[position]}`;
    return { name, url, ...(ofRoute && documentId !== undefined ? { document_id: String(documentId) } : {}) };
  });
}
