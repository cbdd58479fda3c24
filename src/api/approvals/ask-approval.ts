import * as z from "zod";
import { documentResource } from "../../audit/audit-values.ts";
import { recorded } from "../../audit/recorded.ts";
import { may } from "../../domain/access/rights.ts";
import type { AskedChange } from "../../domain/approval/approval.ts";
import { Failure } from "../../domain/failure.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { flag, numericId, optional, text } from "../../http/wire-values.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import { findDelivery } from "../deliveries/find-delivery.ts";
import { statesOf } from "../documents/approved-state.ts";
import { documentMembers, documentParams, withoutUndefined } from "../documents/document-schemas.ts";
import { findDocument } from "../documents/find-document.ts";
import { checkOutput, PERSON } from "../documents/template-upload.ts";
import { findVersion } from "../versions/find-version.ts";
import { approvalSchema, approvalsJson } from "./approval-json.ts";
import { notifyPerson } from "./notify-person.ts";

/** Approvals of a document that may wait at once. */
const MOST_WAITING = 50;

export const commentSchema = text().pipe(z.string().trim().max(2_000));

const { settings, output, size_width, size_height } = documentMembers;

const bodySchema = z.object({
  version: optional(numericId()).meta({ description: "The draft to publish, or the old version to restore." }),
  ...{ settings, output, size_width, size_height },
  delivery: optional(text()).meta({ description: "Id of a delivery to switch on or off." }),
  active: flag().meta({ description: "1: the delivery is to be switched on; 0: off." }),
  to: optional(text()).meta({
    description: "Id of the person who is to decide; when absent, anybody else who may publish can.",
  }),
  comment: optional(commentSchema).meta({
    description: "What the other person should know.",
    examples: ["New address of the bank"],
  }),
});

/** POST /api/documents/:id/approvals: one change, sent to a second person. */
export const askForApproval = endpoint({
  method: "post",
  onRepeat: "same_answer",
  path: "/api/documents/:id/approvals",
  summary: "Ask for approval of a change",
  description:
    "Of a document whose `settings[approval]` is on: of a version that merges are to use, of settings, or of a delivery that is to be " +
    "switched on or off. The approval is of everything that merges would use then: if anything of it changes, it is good for nothing.",
  tag: "Versions",
  auth: "key",
  needs: "document:write",
  params: documentParams,
  body: bodySchema,
  problems: ["forbidden", "version_not_found", "delivery_not_found", "output_not_allowed"],
  responses: { 200: { description: "What was asked for", schema: approvalSchema } },

  async handle({ params, body, caller, context }) {
    const document = await findDocument(context, caller, params.id);
    if (!document.settings.approval)
      throw new Failure("invalid_request", "The document asks for no approval: settings[approval] is off.");
    const askedBy = await requestingPerson(context, caller);
    const { change, author } = await askedChange(context, caller, document, body);
    const { current, after } = await statesOf(context, document, [change]);
    const [stateSha256 = ""] = after;
    if (stateSha256 === current)
      throw new Failure("invalid_request", "There is nothing to approve: merges would use what they use now.");
    const askedOf = body.to ? await decidingPerson(context, caller, document, body.to, [askedBy, author]) : "";
    const { store } = context;
    if ((await store.approvals.countWaiting(caller.workspaceId, document.id)) >= MOST_WAITING)
      throw new Failure("invalid_request", `${MOST_WAITING} approvals of this document wait: withdraw some first.`);

    const asked = recorded(context, caller, {
      action: "approval.asked",
      resource: documentResource(document),
      after: { ...(change.version ? { version: change.version } : {}), ...(askedOf ? { asked_of: askedOf } : {}) },
    });
    const comment = body.comment ?? "";
    const approval = await asked.store.approvals.create(
      caller.workspaceId,
      { documentId: document.id, change, stateSha256, askedBy, author, askedOf, comment },
      context.now(),
    );
    if (askedOf) notifyPerson(context, document, approval, askedOf);
    const [shown] = await approvalsJson(context, caller, document, [approval]);
    return json(shown);
  },
});

/**
 * The person behind a request: signed in, or the maker of the key.
 * @throws Failure `forbidden`
 */
async function requestingPerson({ store }: RequestContext, { person, keyId, workspaceId }: Caller): Promise<string> {
  const id = person?.id ?? (await store.keys.find(workspaceId, keyId))?.madeBy;
  if (id) return id;
  throw new Failure(
    "forbidden",
    "Two persons approve a change: sign in as one to ask, or use an API key that a person has made.",
  );
}

/** @throws Failure `invalid_request` */
async function decidingPerson(
  { store }: RequestContext,
  { workspaceId }: Caller,
  document: StoredDocument,
  id: string,
  notThese: readonly string[],
): Promise<string> {
  const access = await store.memberships.access(workspaceId, id);
  const can = access && may(access, "document:publish", document.folder) && !notThese.includes(id);
  if (can) return id;
  const message =
    "to must be a member of the workspace who may publish here, and neither you nor who wrote the version.";
  throw new Failure("invalid_request", message, { errors: [{ pointer: "/to", message }] });
}

/** The one thing that is asked for. @throws Failure `invalid_request` and those of what it names */
async function askedChange(
  context: RequestContext,
  caller: Caller,
  document: StoredDocument,
  body: z.output<typeof bodySchema>,
): Promise<{ change: AskedChange; author: string }> {
  const properties = withoutUndefined({
    settings: body.settings && withoutUndefined(body.settings),
    output: body.output ? checkOutput(body.output, document.type) : undefined,
    sizeWidth: body.size_width,
    sizeHeight: body.size_height,
  });
  const parts = [body.version !== undefined, Object.keys(properties).length > 0, Boolean(body.delivery)];
  if (parts.filter(Boolean).length !== 1)
    throw new Failure("invalid_request", "Name one thing: a version, settings (with output and size), or a delivery.");

  if (body.version !== undefined) {
    const { version } = await findVersion(context, caller, { id: document.id, version: body.version });
    const change = { version: version.number, template: version.sha256 };
    return { change, author: await personBehind(context, caller, version.createdBy) };
  }
  if (body.delivery) {
    const { id } = await findDelivery(context, caller, { documentId: document.id }, body.delivery);
    return { change: { delivery: { id, active: body.active === true } }, author: "" };
  }
  return { change: properties, author: "" };
}

/** The person who wrote a version, perhaps by a key; empty if that is not known. */
async function personBehind({ store }: RequestContext, { workspaceId }: Caller, createdBy: string): Promise<string> {
  if (createdBy.startsWith(PERSON)) return createdBy.slice(PERSON.length);
  return (await store.keys.find(workspaceId, createdBy))?.madeBy ?? "";
}
