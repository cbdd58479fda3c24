import * as z from "zod";
import { allEntries } from "../../audit/all-entries.ts";
import { SIGNS_HEADS } from "../../audit/keep-heads.ts";
import { readHeads, signedHeadSchema, signHead } from "../../audit/signed-head.ts";
import { verifyChain } from "../../audit/verify-chain.ts";
import type { AuditHead } from "../../domain/audit/entry.ts";
import { Failure } from "../../domain/failure.ts";
import { readSecrets } from "../../domain/secret-box.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { integer, optional, text } from "../../http/wire-values.ts";

/** Entries that one request follows. */
const MOST = 20_000;

const reportSchema = z
  .object({
    intact: z.boolean().meta({ description: "Whether nothing was found." }),
    entries: z.int().meta({ description: "Entries that were followed." }),
    first: z.int().meta({ description: "The first of them; 0 for none." }),
    last: z.int().meta({ description: "The last of them." }),
    next: z.int().meta({ description: "What to name as `after` to go on; 0 at the end of the log." }),
    heads_compared: z.int().meta({ description: "Signed heads, kept elsewhere, that were compared." }),
    problems: z
      .array(
        z.object({
          seq: z.int().meta({ description: "The entry where it shows." }),
          code: z
            .enum(["changed", "removed", "forked", "tail_cut", "rewritten", "start_unknown", "head_unsigned"])
            .meta({ description: "What was done." }),
          message: z.string().meta({ description: "The same in a sentence." }),
        }),
      )
      .meta({ description: "What is not as it was written; at most twenty." }),
    head: signedHeadSchema.meta({ description: "The last entry that was followed, signed: keep it elsewhere." }),
  })
  .meta({ id: "AuditReport" });

const headsSchema = text().transform((sent, check): AuditHead[] =>
  sent.split(",").flatMap((each) => {
    const [, seq, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(each.trim()) ?? [];
    if (seq !== undefined && hash !== undefined) return [{ seq: Number(seq), hash }];
    check.addIssue({
      code: "custom",
      message: "must be heads such as 12:<64 hexadecimal digits>, separated by commas",
    });
    return [];
  }),
);

/** GET /api/audit/verify: follows the chain, and compares it with the heads that are kept elsewhere. */
export const verifyAudit = endpoint({
  method: "get",
  path: "/api/audit/verify",
  summary: "Prove that the log is whole",
  description:
    "Follows the hashes from entry to entry and compares them with the signed heads that are kept outside of the database, and " +
    `with those in \`heads\`. One request follows ${MOST} entries; \`next\` says where the next one goes on.`,
  tag: "Log",
  auth: "key",
  needs: "audit:read",
  query: z.object({
    heads: optional(headsSchema).meta({ description: "Heads that you kept, `SEQ:HASH`, separated by commas." }),
    after: optional(integer().pipe(z.number().min(0))).meta({ description: "Begin after this entry." }),
  }),
  problems: ["misconfigured", "invalid_request"],
  responses: { 200: { description: "What was found.", schema: reportSchema } },

  async handle({ query, caller: { workspaceId }, context }) {
    const { store } = context;
    const secrets = readSecrets(context.env.SECRETS_KEY, SIGNS_HEADS);
    const kept = await readHeads(secrets, workspaceId, await store.auditLog.keptOutside(workspaceId));
    const after = query.after ? await headAt(context.store, workspaceId, query.after) : undefined;
    const end = await store.auditLog.head(workspaceId);
    const heads = [...kept.heads, ...(query.heads ?? [])];
    const stop = (after?.seq ?? 0) + MOST;
    const isLast = end.seq <= stop;
    const entries = allEntries(store, workspaceId, {}, { after: after?.seq, most: MOST });
    const relevant = isLast ? heads : heads.filter(({ seq }) => seq <= stop);
    const { problems, ...report } = await verifyChain(workspaceId, entries, relevant, {
      ...(after && { after }),
      isWhole: isLast,
    });
    const unsigned = {
      seq: 0,
      code: "head_unsigned" as const,
      message: `${kept.unsigned} of the kept heads were not signed by this deployment, or were changed since.`,
    };
    return json({
      intact: problems.length === 0 && kept.unsigned === 0,
      entries: report.entries,
      first: report.first,
      last: report.last.seq,
      next: isLast ? 0 : report.last.seq,
      heads_compared: report.headsCompared,
      problems: [...problems, ...(kept.unsigned > 0 ? [unsigned] : [])],
      head: await signHead(secrets, workspaceId, report.last, context.now()),
    });
  },
});

async function headAt(
  { auditLog }: Parameters<typeof allEntries>[0],
  workspaceId: string,
  seq: number,
): Promise<AuditHead> {
  const [entry] = await auditLog.list(workspaceId, {}, { limit: 1, after: { id: String(seq - 1) } });
  if (entry?.seq === seq) return { seq, hash: entry.hash };

  throw new Failure("invalid_request", `The log has no entry ${seq} to begin after.`);
}
