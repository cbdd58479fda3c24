import { Buffer } from "node:buffer";
import { Failure } from "../../domain/failure.ts";
import type { Route } from "../../domain/route.ts";
import type { RequestContext } from "../../http/context.ts";
import { file as fileResponse, json, jsonWithFiles } from "../../http/responses.ts";
import { filesExpired } from "../../merge/begin-run.ts";
import { mergeRouteLater, mergeRouteNow } from "../../merge/route/accept-route.ts";
import { explainRoute } from "../../merge/route/explain-route.ts";
import type { RouteFile, RouteRequest } from "../../merge/route/merge-route.ts";
import { gatherSession } from "../../merge/session.ts";
import type { MergeData } from "../../templates/template-engine.ts";
import { mergeServicesOf } from "./merge-services-of.ts";

const RUN_ID = "x-run-id";
/** How long a link from `list_files=1` leads to its file. */
const LINK_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** How the caller wants a route merged and answered. */
export interface RouteWish {
  test: boolean;
  explain: boolean;
  /**
   * `file`: the file, or all in one JSON object; `list`: links that expire; `url`: the same, without a list for one file;
   * otherwise it is done later.
   */
  download: "file" | "list" | "url" | undefined;
}

/** Does or accepts the merge of a route and answers as interface 4.5 says. */
export async function answerRoute(
  context: RequestContext,
  route: Route,
  posted: MergeData,
  wish: RouteWish,
  source: RouteRequest["source"],
): Promise<Response> {
  const rules = await context.store.rules.ofRoute(route.workspaceId, route.id);
  if (wish.explain) return json({ rules: explainRoute(rules, posted) });

  const services = mergeServicesOf(context);
  const gathered = await gatherSession(services, route.workspaceId, `route/${route.id}`, posted);
  if (gathered.stored) return json({ success: 1 }, 201);

  const { data } = gathered;
  const { requestId, runId: wantedId } = context;
  const request = { route, rules, data, test: wish.test, source, requestId, runId: wantedId };
  if (!wish.download) {
    const { runId } = await mergeRouteLater(services, request);
    await gathered.close();
    return json({ success: 1 }, 201, { [RUN_ID]: runId });
  }
  const { runId, files, isNew } = await mergeRouteNow(services, request);
  if (isNew) await gathered.close();
  const headers = { [RUN_ID]: runId };
  if (wish.download === "list")
    return json({ success: 1, files: await linkFiles(context, route, runId, files) }, 201, headers);
  const [first] = files;
  if (!first)
    throw new Failure(
      "no_rule_matched",
      "No rule of the data route fired with this data, so there is no file to download.",
    );
  if (wish.download === "url") {
    const [link, ...more] = await linkFiles(context, route, runId, files);
    if (more.length > 0) return json({ success: 1, files: [link, ...more] }, 201, headers);
    return json({ success: 1, name: link!.name, url: link!.url }, 201, headers);
  }
  const named = await Promise.all(files.map(async (file) => ({ ...file, bytes: await bytesOf(context, route, file) })));
  if (named.length === 1) return fileResponse(named[0]!.bytes, first, 201, headers);
  const contents = named.map(({ name, bytes }) => ({ name, file_contents: Buffer.from(bytes).toString("base64") }));
  return jsonWithFiles({ success: 1, files: contents }, 201, headers);
}

/** Bytes that are in memory still, or, of a run that an earlier request made, those that were stored. */
async function bytesOf({ store }: RequestContext, { workspaceId }: Route, file: RouteFile): Promise<Uint8Array> {
  const bytes = file.bytes ?? (await store.blobs.get(workspaceId, file.blobKey));
  if (!bytes) throw filesExpired();
  return bytes;
}

async function linkFiles(
  { store, settings, now }: RequestContext,
  { workspaceId }: Route,
  runId: string,
  files: readonly RouteFile[],
) {
  const expiresAt = new Date(now().getTime() + LINK_LIFETIME_MS);
  await store.runs.keepFilesUntil(workspaceId, runId, expiresAt);
  const tokens = await store.links.createAll(workspaceId, runId, [...files.keys()], expiresAt);
  return files.map(({ name, documentId }, position) => {
    const url = `${settings.publicBaseUrl}/files/${tokens[position]}`;
    return { name, url, ...(documentId === undefined ? {} : { document_id: String(documentId) }) };
  });
}
