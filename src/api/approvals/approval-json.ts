import * as z from "zod";
import { APPROVAL_STATES } from "../../domain/approval/approval.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import type { Approval } from "../../store/approvals/approvals.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { statesOf } from "../documents/approved-state.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { settingsJson } from "../documents/settings-schema.ts";

export const approvalParams = documentParams.extend({
  approval: z.string().meta({ description: "Id of the approval." }),
});

export const somebodySchema = z.object({
  id: z.string().meta({ description: "Id of the person." }),
  name: z.string().meta({ description: "Name, as it is now; empty if nobody knows it any more." }),
});

export const approvalSchema = z
  .object({
    id: z.string().meta({ description: "Identifier." }),
    status: z
      .enum(APPROVAL_STATES)
      .meta({ description: "`asked`, `approved`, `given_back`, `withdrawn`, or `used` once the change was made." }),
    outdated: z
      .literal([0, 1])
      .meta({ description: "1 if the document has changed since, so that the approval is good for nothing." }),
    decidable: z.literal([0, 1]).meta({ description: "1 if it waits for whoever asks." }),
    version: z.int().optional().meta({ description: "The version that merges are to use." }),
    settings: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "Settings that are to change; null: back to the default.", examples: [{ pdf_a: "2b" }] }),
    output: z.string().optional().meta({ description: "The output that it is to have." }),
    delivery: z
      .object({
        id: z.string().meta({ description: "Id of the delivery." }),
        active: z.literal([0, 1]).meta({ description: "1 to switch it on, 0 to switch it off." }),
      })
      .optional()
      .meta({ description: "A delivery that is to be switched." }),
    asked_by: somebodySchema.meta({ description: "Who wants the change." }),
    asked_of: somebodySchema.optional().meta({ description: "The only one who may decide." }),
    comment: z.string().meta({ description: "What was said about it." }),
    decided_by: somebodySchema.optional().meta({ description: "Who has decided." }),
    reply: z.string().meta({ description: "What was said with the decision." }),
    created_at: z.iso.datetime().meta({ description: "When it was asked for." }),
    decided_at: z.iso.datetime().optional().meta({ description: "When it was decided." }),
  })
  .meta({ id: "Approval" });

export type ApprovalJson = z.output<typeof approvalSchema>;

/** Approvals as somebody sees them. */
export async function approvalsJson(
  context: RequestContext,
  caller: Caller,
  document: StoredDocument,
  approvals: readonly Approval[],
): Promise<ApprovalJson[]> {
  const changes = approvals.map(({ change }) => change);
  const [names, { after }] = await Promise.all([
    context.store.persons.names(caller.workspaceId),
    statesOf(context, document, changes),
  ]);
  const somebody = (id: string) => ({ id, name: names.get(id) ?? "" });

  return approvals.map((approval, index) => {
    const { change, askedOf, decidedBy, decidedAt } = approval;
    const isOpen = approval.status === "asked" || approval.status === "approved";
    const isOutdated = isOpen && after[index] !== approval.stateSha256;
    const { version, settings, output, delivery } = change;
    return {
      id: approval.id,
      status: approval.status,
      outdated: isOutdated ? 1 : 0,
      decidable: approval.status === "asked" && !isOutdated && whyNotDecidedBy(caller, approval) === undefined ? 1 : 0,
      ...(version === undefined ? {} : { version }),
      ...(settings ? { settings: settingsJson(settings as Parameters<typeof settingsJson>[0]) } : {}),
      ...(output === undefined ? {} : { output }),
      ...(delivery ? { delivery: { id: delivery.id, active: delivery.active ? 1 : 0 } } : {}),
      asked_by: somebody(approval.askedBy),
      ...(askedOf === "" ? {} : { asked_of: somebody(askedOf) }),
      comment: approval.comment,
      ...(decidedBy === "" ? {} : { decided_by: somebody(decidedBy) }),
      reply: approval.reply,
      created_at: approval.createdAt.toISOString(),
      ...(decidedAt ? { decided_at: decidedAt.toISOString() } : {}),
    };
  });
}

/** Why somebody has nothing to decide here; undefined if they have. */
export function whyNotDecidedBy(
  { person, session, application }: Caller,
  { askedBy, askedOf, author }: Approval,
): string | undefined {
  // A key or an application is as good as the author's own hand.
  if (!person || !session || application)
    return "A person decides, signed in to the console: no key and no application does.";
  if (person.id === askedBy) return "You have asked for this approval: a second person decides.";
  if (person.id === author) return "You have written this version, perhaps by a key of yours: a second person decides.";
  if (askedOf !== "" && person.id !== askedOf) return "Somebody else was asked, by name.";
  return undefined;
}

/** @throws Failure `not_found` */
export async function findApproval(
  { store }: RequestContext,
  { workspaceId }: Caller,
  document: StoredDocument,
  id: string,
): Promise<Approval> {
  const approval = await store.approvals.byId(workspaceId, document.id, id);
  if (!approval) throw approvalNotFound();
  return approval;
}

export const approvalNotFound = (): Failure =>
  new Failure("not_found", "The document has no such approval: see the list of its approvals.");
