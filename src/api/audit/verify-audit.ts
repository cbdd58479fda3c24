import * as z from "zod";
import { allEntries } from "../../audit/all-entries.ts";
import { SIGNS_HEADS } from "../../audit/keep-heads.ts";
import { readHeads, signedHeadSchema, signHead } from "../../audit/signed-head.ts";
import { saidBy, verifyChain } from "../../audit/verify-chain.ts";
import { type AuditHead, EXPIRED } from "../../domain/audit/entry.ts";
import { Failure } from "../../domain/failure.ts";
import { readSecrets } from "../../domain/secret-box.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { integer, optional, text } from "../../http/wire-values.ts";
import { MOST_HEADS } from "../../store/audit/audit-log.ts";
import type { Store } from "../../store/store.ts";

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
    `with those in \`heads\`. One request follows ${MOST} entries, or as many as have ${MOST_HEADS} kept heads; \`next\` says where ` +
    "the next one goes on.",
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
    const after = query.after ? await headAt(context.store, workspaceId, query.after) : undefined;
    // What is before the first entry that there is was removed: its own end is compared, and nothing before that.
    const base = after?.seq ?? (await beforeFirst(store, workspaceId));
    const keptAt = await store.auditLog.headsOutside(workspaceId, after ? base : Math.max(0, base - 1), MOST_HEADS);
    // Read after the heads: whatever is kept until then is an entry's that is there by now.
    const end = await store.auditLog.head(workspaceId);
    const stop = Math.min(base + MOST, keptAt.length < MOST_HEADS ? Number.POSITIVE_INFINITY : (keptAt.at(-1) ?? 0));
    const isLast = end.seq <= stop;
    const isRelevant = (seq: number) => isLast || seq <= stop;
    const signed = await store.auditLog.signedOutside(workspaceId, keptAt.filter(isRelevant));
    const kept = await readHeads(secrets, workspaceId, signed);
    const heads = [...kept.heads, ...(query.heads ?? []).filter(({ seq }) => isRelevant(seq))];
    const entries = allEntries(store, workspaceId, {}, { after: after?.seq, most: stop - base });
    const { problems, ...report } = await verifyChain(workspaceId, entries, heads, {
      ...(after ? { after } : { expired: await expiredUpTo(store, workspaceId) }),
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

/** The entry before the first one that there is. */
async function beforeFirst({ auditLog }: Pick<Store, "auditLog">, workspaceId: string): Promise<number> {
  const [first] = await auditLog.list(workspaceId, {}, { limit: 1 });
  return first === undefined ? 0 : first.seq - 1;
}

/** Up to where the last entry about that says that the workspace keeps entries no longer; its own request proves it. */
async function expiredUpTo({ auditLog }: Pick<Store, "auditLog">, workspaceId: string): Promise<number> {
  const [entry] = await auditLog.list(workspaceId, { action: EXPIRED }, { limit: 1, descending: true });
  const upTo = entry && saidBy(entry)?.after?.up_to;
  return typeof upTo === "number" ? upTo : 0;
}

async function headAt(
  { auditLog }: Parameters<typeof allEntries>[0],
  workspaceId: string,
  seq: number,
): Promise<AuditHead> {
  const [entry] = await auditLog.list(workspaceId, {}, { limit: 1, after: { id: String(seq - 1) } });
  if (entry?.seq === seq) return { seq, hash: entry.hash };

  throw new Failure("invalid_request", `The log has no entry ${seq} to begin after.`);
}
