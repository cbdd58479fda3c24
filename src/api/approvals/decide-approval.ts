import * as z from "zod";
import { documentResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { may, rightsOfRole } from "../../domain/access/rights.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { DONE } from "../../http/success.ts";
import { optional } from "../../http/wire-values.ts";
import { statesOf } from "../documents/approved-state.ts";
import { documentParams } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";
import {
  approvalNotFound,
  approvalParams,
  approvalSchema,
  approvalsJson,
  findApproval,
  somebodySchema,
  whyNotDecidedBy,
} from "./approval-json.ts";
import { commentSchema } from "./ask-approval.ts";
import { notifyPerson } from "./notify-person.ts";

const MOST_LISTED = 200;

/** GET /api/documents/:id/approvals */
export const listApprovals = endpoint({
  method: "get",
  path: "/api/documents/:id/approvals",
  summary: "List the approvals of a document",
  description: "What was asked for and what became of it, newest first, the last 200.",
  tag: "Versions",
  auth: "key",
  needs: "document:read",
  params: documentParams,
  responses: { 200: { description: "Approvals", schema: z.array(approvalSchema) } },

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const found = await context.store.approvals.list(caller.workspaceId, document.id, MOST_LISTED);
    return json(await approvalsJson(context, caller, document, found));
  },
});

/** GET /api/documents/:id/approvers */
export const listApprovers = endpoint({
  method: "get",
  path: "/api/documents/:id/approvers",
  summary: "List who can approve changes of a document",
  description: "Members who may publish it, but for whoever asks.",
  tag: "Versions",
  auth: "key",
  needs: "document:write",
  params: documentParams,
  responses: { 200: { description: "Persons", schema: z.array(somebodySchema) } },

  async handle({ params, caller, context }) {
    const { workspaceId, person } = caller;
    const { folder } = await findDocument(context, caller, params.id);
    const members = await context.store.memberships.list(workspaceId);
    const can = members.filter(
      ({ id, role, folders }) =>
        id !== person?.id && may({ rights: rightsOfRole(role, folders) }, "document:publish", folder),
    );
    return json(can.map(({ id, name, email }) => ({ id, name: name || email })));
  },
});

/** The two decisions, which differ in what becomes of it. */
const DECISION = {
  method: "post",
  onRepeat: "same_answer",
  tag: "Versions",
  auth: "key",
  needs: "document:publish",
  params: approvalParams,
  problems: ["not_found", "not_the_approver", "approval_outdated"],
  responses: { 200: { description: "The approval", schema: approvalSchema } },
} as const;

/** POST /api/documents/:id/approvals/:approval/approve */
export const approve = endpoint({
  ...DECISION,
  path: "/api/documents/:id/approvals/:approval/approve",
  summary: "Approve a change",
  description:
    "Only a person who is signed in, and neither the one who asks nor the one who wrote the version, by whatever key. Then the change " +
    "can be made once, as it was asked for: publish the version, or send the settings or the delivery again.",
  body: z.object({
    comment: optional(commentSchema).meta({
      description: "What the other person should know.",
      examples: ["Checked."],
    }),
  }),

  async handle({ params, body, caller, context }) {
    return json(await decide(context, caller, params, "approved", body.comment ?? ""));
  },
});

/** POST /api/documents/:id/approvals/:approval/give_back */
export const giveBack = endpoint({
  ...DECISION,
  path: "/api/documents/:id/approvals/:approval/give_back",
  summary: "Give a change back",
  description: "With a comment that says what is wrong. Who asked can change it and ask again.",
  body: z.object({
    comment: commentSchema
      .refine((comment) => comment !== "", { error: "must say what is wrong" })
      .meta({
        description: "What is wrong.",
        examples: ["The total is without tax."],
      }),
  }),

  async handle({ params, body, caller, context }) {
    return json(await decide(context, caller, params, "given_back", body.comment));
  },
});

/** @throws Failure `not_found`, `not_the_approver`, `approval_outdated` */
async function decide(
  context: RequestContext,
  caller: Caller,
  params: z.output<typeof approvalParams>,
  status: "approved" | "given_back",
  reply: string,
) {
  const document = await findDocument(context, caller, params.id);
  const approval = await findApproval(context, caller, document, params.approval);
  const refusal = whyNotDecidedBy(caller, approval);
  if (refusal !== undefined || !caller.person) throw new Failure("not_the_approver", refusal ?? "A person decides.");
  if (approval.status !== "asked")
    throw new Failure("approval_outdated", "This was decided, withdrawn or made before: look at the list again.");
  const { after } = await statesOf(context, document, [approval.change]);
  if (status === "approved" && after[0] !== approval.stateSha256)
    throw new Failure(
      "approval_outdated",
      "The document's template, settings or deliveries have changed since: whoever asked has to ask again.",
    );
  const { store } = recorded(context, caller, {
    action: status === "approved" ? "approval.given" : "approval.given_back",
    resource: documentResource(document),
    after: {
      approval: approval.id,
      asked_by: approval.askedBy,
      ...(approval.change.version ? { version: approval.change.version } : {}),
    },
  });
  const { workspaceId } = caller;
  const decision = { status, by: caller.person.id, reply };
  const decided = await store.approvals.decide(
    { workspaceId, documentId: document.id, id: approval.id },
    decision,
    context.now(),
  );
  if (!decided)
    throw new Failure("approval_outdated", "This was decided, withdrawn or made before: look at the list again.");
  notifyPerson(context, document, decided, decided.askedBy);
  const [shown] = await approvalsJson(context, caller, document, [decided]);
  return shown;
}

/** DELETE /api/documents/:id/approvals/:approval: also of one that was given and not used. */
export const withdrawApproval = endpoint({
  method: "delete",
  path: "/api/documents/:id/approvals/:approval",
  summary: "Withdraw an approval",
  description: "One that waits, or was given and not used: the change can no longer be made with it.",
  tag: "Versions",
  auth: "key",
  needs: "document:write",
  params: approvalParams,
  problems: ["not_found"],
  responses: DONE,

  async handle({ params, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    const approval = await findApproval(context, caller, document, params.approval);
    const { store } = recorded(context, caller, {
      action: "approval.withdrawn",
      resource: documentResource(document),
      after: { approval: approval.id },
    });
    if (!(await store.approvals.withdraw(caller.workspaceId, document.id, approval.id))) throw approvalNotFound();
    return json({ success: "1" });
  },
});
