import * as z from "zod";
import { OUTBOX_KINDS, OUTBOX_STATUSES } from "../../domain/delivery/outbox.ts";
import { Failure } from "../../domain/failure.ts";
import { RUN_SOURCES, type Run, type RunSeal } from "../../domain/run.ts";
import { targetIds } from "../../domain/run-task.ts";
import { readSecrets } from "../../domain/secret-box.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { MOST_IN_STEPS } from "../../merge/route/load-route.ts";
import { signStatement } from "../../signing/receipt-keys.ts";
import { SIGNS_RECEIPTS } from "../service/receipt-keys.ts";
import { runParams } from "./run-json.ts";

const sha256 = (description: string) => z.string().meta({ description: `${description} SHA-256, hexadecimal.` });

const mergedMembers = {
  run_id: z.string().meta({ description: "The run." }),
  document_id: z.string().meta({ description: "The document that was merged; empty for none." }),
  version_id: z.string().meta({ description: "The version of its template; empty for none." }),
  template_sha256: sha256("The template; empty for none."),
  data_sha256: sha256("The merge data as canonical JSON (RFC 8785); empty for none."),
  files: z
    .array(
      z.object({
        name: z.string().meta({ description: "The file's name." }),
        media_type: z.string().meta({ description: "Media type of the file." }),
        size: z.int().meta({ description: "Bytes of the file." }),
        sha256: sha256("The file."),
      }),
    )
    .meta({ description: "The files that were made." }),
};

const statementSchema = z.object({
  version: z.literal(1).meta({ description: "Of this form." }),
  issued_at: z.iso.datetime().meta({ description: "When the receipt was signed." }),
  ...mergedMembers,
  route_id: z.string().meta({ description: "The data route that was merged; empty for none." }),
  source: z.enum(RUN_SOURCES).meta({ description: "How the merge came in." }),
  test: z.boolean().meta({ description: "Whether it is a test merge." }),
  accepted_at: z.iso.datetime().meta({ description: "When its data arrived." }),
  finished_at: z.iso.datetime().meta({ description: "When it was done." }),
  parts: z.array(z.object(mergedMembers)).meta({ description: "The documents of a data route." }),
  deliveries: z
    .array(
      z.object({
        id: z.string().meta({ description: "Identifier: the `webhook-id` of every try." }),
        type: z.enum(OUTBOX_KINDS).meta({ description: "Kind of delivery." }),
        status: z.enum(OUTBOX_STATUSES).meta({ description: "Its status." }),
        tries: z.int().meta({ description: "Tries so far." }),
        target: z.string().meta({ description: "The host that it went to; empty before the first try." }),
        finished_at: z.string().meta({ description: "When it was settled; empty before." }),
      }),
    )
    .meta({ description: "What became of its deliveries." }),
});

const receiptSchema = z
  .object({
    statement: statementSchema.meta({ description: "What is stated." }),
    kid: z.string().meta({ description: "Which key of `/.well-known/docloom-receipts.json` signed it." }),
    algorithm: z.literal("Ed25519").meta({ description: "Always Ed25519 (RFC 8032)." }),
    signature: z.string().meta({
      description: "Signature of the statement as canonical JSON (RFC 8785) in UTF-8; base64url without padding.",
    }),
  })
  .meta({ id: "Receipt" });

/** GET /api/runs/:id/receipt: by digests only, so that it outlasts data and files. */
export const getReceipt = endpoint({
  method: "get",
  path: "/api/runs/:id/receipt",
  summary: "Get a signed receipt of a run",
  description:
    "Digests of template, data and files, and what became of the deliveries, signed by the deployment. It is available as long as the " +
    "run is in the list, even when data and files are gone.",
  tag: "Runs",
  auth: "key",
  needs: "run:data",
  params: runParams,
  problems: ["run_not_finished", "data_expired", "misconfigured"],
  responses: { 200: { description: "The receipt.", schema: receiptSchema } },

  async handle({ params, caller: { workspaceId }, context }) {
    const { store, env } = context;
    const secrets = readSecrets(env.SECRETS_KEY, SIGNS_RECEIPTS);
    const run = await store.runs.byId(workspaceId, params.id);
    if (!run) throw new Failure("run_not_found", "The run does not exist in your workspace.");
    if (run.status !== "done" || !run.finishedAt) {
      const message = run.status === "failed" ? "The run has failed: it made nothing." : "The run is not done yet.";
      throw new Failure("run_not_finished", `${message} Only runs that are done have receipts.`);
    }
    if (!run.seal) throw new Failure("data_expired", "The run was done before the service kept what receipts state.");
    const [parts, entries] = await Promise.all([
      run.task.kind === "route"
        ? store.runs.list(workspaceId, { parentId: run.id, source: "route" }, { limit: MOST_IN_STEPS })
        : [],
      store.outbox.ofRun(workspaceId, run.id),
    ]);
    const statement: z.output<typeof statementSchema> = {
      version: 1,
      issued_at: context.now().toISOString(),
      ...merged(run, run.seal),
      route_id: String(targetIds(run.task).routeId ?? ""),
      source: run.source,
      test: run.test,
      accepted_at: run.acceptedAt.toISOString(),
      finished_at: run.finishedAt.toISOString(),
      parts: parts.flatMap((part) => (part.task.kind === "document" && part.seal ? [merged(part, part.seal)] : [])),
      deliveries: entries.map(({ id, kind, status, tries, target, finishedAt }) => ({
        id,
        type: kind,
        status,
        tries,
        target,
        finished_at: finishedAt?.toISOString() ?? "",
      })),
    };
    return json(await signStatement(secrets, statement));
  },
});

function merged({ id, task }: Run, { dataSha256 = "", templateSha256 = "", files }: RunSeal) {
  return {
    run_id: id,
    document_id: String(targetIds(task).documentId ?? ""),
    version_id: task.kind === "document" ? task.document.versionId : "",
    template_sha256: templateSha256,
    data_sha256: dataSha256,
    files: files.map(({ name, mediaType, sizeBytes, sha256: digest }) => ({
      name,
      media_type: mediaType,
      size: sizeBytes,
      sha256: digest,
    })),
  };
}
