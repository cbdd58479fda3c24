import type { HookCall, HookEvent } from "../../domain/hooks/hook.ts";
import { mergeDataOf } from "../../domain/merge-data.ts";
import type { Run } from "../../domain/run.ts";
import { targetIds } from "../../domain/run-task.ts";
import type { Store } from "../../store/store.ts";
import type { DeliveryServices } from "../delivery-services.ts";
import { createFileLinks, LINK_DAYS } from "../file-links.ts";

/** What a payload is made of. */
interface Occasion {
  services: DeliveryServices;
  /** What the hook's maker sees. */
  store: Store;
  call: HookCall;
  /** Root of the addresses of files, without a slash at its end. */
  publicBaseUrl: string;
}

/**
 * The `data` of an event: made when it is sent, from what is there then. Undefined if what happened is gone, or lies in a
 * folder that the hook does not see.
 */
type PayloadOf = (occasion: Occasion) => Promise<Record<string, unknown> | undefined>;

/** event -> its `data`. */
const PAYLOADS: Readonly<Record<HookEvent, PayloadOf>> = {
  "run.done": (occasion) => ofRun(occasion, async (run) => await filesOf(occasion, run)),
  "run.failed": (occasion) =>
    ofRun(occasion, async ({ problem }) => ({ code: problem?.code ?? "", message: problem?.message ?? "" })),
  "batch.done": (occasion) =>
    ofRun(occasion, async (run) => {
      const { done, failed } = await occasion.store.runs.progress(run.workspaceId, run.id);
      return { records: done + failed, records_done: done, records_failed: failed, ...(await filesOf(occasion, run)) };
    }),
  "delivery.failed": (occasion) => ofRun(occasion, () => failedDelivery(occasion)),
  "form.submitted": (occasion) => ofRun(occasion, async (run) => ({ fields: await answersOf(occasion, run) })),
  "document.published": publishedDocument,
};

/** What is sent (Standard Webhooks, "Payload structure"): `{type, timestamp, data}`. */
export async function hookPayload(occasion: Occasion): Promise<Record<string, unknown> | undefined> {
  const { event, createdAt } = occasion.call;
  const data = await PAYLOADS[event](occasion);
  return data && { type: event, timestamp: createdAt.toISOString(), data };
}

async function ofRun(
  { store, call }: Occasion,
  more: (run: Run) => Promise<Record<string, unknown> | undefined>,
): Promise<Record<string, unknown> | undefined> {
  const run = call.runId === undefined ? undefined : await store.runs.byId(call.workspaceId, call.runId);
  const rest = run && (await more(run));
  return run && rest && { ...runMembers(run), ...rest };
}

function runMembers({ id, task, source, test, parentId, warnings }: Run): Record<string, unknown> {
  const { documentId, routeId } = targetIds(task);
  return {
    run_id: id,
    kind: task.kind,
    name: nameOf(task),
    ...(documentId === undefined ? {} : { document_id: String(documentId) }),
    ...(routeId === undefined ? {} : { route_id: String(routeId) }),
    ...(parentId === undefined ? {} : { parent_id: parentId }),
    source,
    test,
    warnings,
  };
}

/** The name of the document or route, or of the tool. */
function nameOf(task: Run["task"]): string {
  if (task.kind === "tool") return task.tool;
  if (task.kind === "batch") return nameOf(task.of);
  return task.kind === "document" ? task.document.name : task.route.name;
}

async function filesOf({ services, store, call, publicBaseUrl }: Occasion, run: Run): Promise<Record<string, unknown>> {
  const files = await store.runs.files(run.workspaceId, run.id);
  if (files.length === 0) return { files: [] };
  const links = await createFileLinks({ entry: call, run, files, publicBaseUrl, services }, LINK_DAYS);
  return {
    files: links.map(({ file, name, url }) => ({
      name,
      media_type: file.mediaType,
      size: file.sizeBytes,
      sha256: file.sha256,
      url,
    })),
  };
}

async function failedDelivery({ store, call }: Occasion): Promise<Record<string, unknown> | undefined> {
  const { workspaceId, outboxId = "", runId = "" } = call;
  const [entry, attempts] = await Promise.all([
    store.outbox.byId(workspaceId, outboxId),
    store.outbox.attemptsOfRun(workspaceId, runId),
  ]);
  if (!entry) return undefined;
  const last = attempts.findLast((attempt) => attempt.outboxId === outboxId);
  return {
    delivery_id: entry.id,
    delivery_type: entry.kind,
    delivery_name: entry.name,
    target: entry.target,
    status: entry.status,
    tries: entry.tries,
    response: last?.response ?? "",
  };
}

/** What was filled in: kept with the call, or, where it is large, with the run. Null once that has no data any more. */
async function answersOf({ store, call }: Occasion, { workspaceId, id }: Run): Promise<unknown> {
  const json = call.answers ?? (await store.runs.data(workspaceId, id));
  return json === undefined ? null : mergeDataOf(json);
}

async function publishedDocument({ store, call }: Occasion): Promise<Record<string, unknown> | undefined> {
  const { workspaceId, documentId = 0, versionId = "" } = call;
  const [document, version] = await Promise.all([
    store.documents.byId(workspaceId, documentId),
    store.versions.byId(workspaceId, versionId),
  ]);
  return (
    document &&
    version && {
      document_id: String(document.id),
      name: document.name,
      folder: document.folder,
      type: document.type,
      version: version.number,
      sha256: version.sha256,
      written_by: version.createdBy,
    }
  );
}
