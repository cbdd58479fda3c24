import type { RequestContext } from "../../http/context.ts";
import { workspaceMail } from "../../people/workspace-mail.ts";
import type { Approval } from "../../store/approvals/approvals.ts";
import type { StoredDocument } from "../../store/document-rows.ts";

const SUBJECTS = {
  asked: "Please look at a change of",
  approved: "Approved: a change of",
  given_back: "Given back: a change of",
} as const;

/** Tells somebody by mail, where mail leaves, after the answer. The mail has no way in: it leads to the console. */
export function notifyPerson(
  context: RequestContext,
  document: StoredDocument,
  approval: Approval,
  personId: string,
): void {
  const { executionContext, log } = context;
  executionContext.waitUntil(
    send(context, document, approval, personId).catch((error) => log.failure("approval.mail_not_sent", error)),
  );
}

async function send(context: RequestContext, document: StoredDocument, approval: Approval, personId: string) {
  const { store, settings } = context;
  const { workspaceId, id, name } = document;
  const mail = await workspaceMail(context, workspaceId);
  const person = await store.persons.byId(workspaceId, personId);
  if (!mail.sends || !person || !(await store.memberships.byPerson(workspaceId, personId))) return;
  const { status, comment, reply, change } = approval;
  const what = change.version ? `version ${change.version}` : change.delivery ? "a delivery" : "settings";
  const said = status === "asked" ? comment : reply;
  await mail.send({
    to: person.email,
    subject: `${SUBJECTS[status === "asked" || status === "approved" ? status : "given_back"]} ${name}`,
    text: [
      `${name}: ${what}`,
      ...(said ? [said] : []),
      `${settings.publicBaseUrl}/console/documents/${id}/versions`,
    ].join("\n\n"),
  });
}
