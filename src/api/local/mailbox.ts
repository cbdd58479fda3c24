import * as z from "zod";
import { OUTBOX_STATUSES, type OutboxEntry } from "../../domain/delivery/outbox.ts";
import { Failure } from "../../domain/failure.ts";
import type { RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { pagedList } from "../../http/paging.ts";
import { flag, numericId, optional, text } from "../../http/wire-values.ts";

const page = pagedList(["id"], "-id");

const mailSchema = z
  .object({
    id: z.string().meta({ description: "The delivery of the run." }),
    at: z.iso.datetime().meta({ description: "When the mail was made." }),
    status: z.enum(OUTBOX_STATUSES).meta({ description: "Status of its delivery; held: of a test merge." }),
    from: z.string().meta({ description: "The sender." }),
    to: z.string().meta({ description: "The recipients." }),
    cc: z.string().meta({ description: "Who gets copies." }),
    bcc: z.string().meta({ description: "Who gets blind copies." }),
    reply_to: z.string().meta({ description: "Where answers go." }),
    subject: z.string().meta({ description: "The subject." }),
    text: z.string().meta({ description: "The body as text." }),
    html: z.string().meta({ description: "The body as html; empty for a mail that is only text." }),
    run_id: z.string().meta({ description: "The run whose files it carries." }),
    attachments: z
      .array(
        z.object({
          name: z.string().meta({ description: "The file's name." }),
          url: z.string().meta({ description: "Where it is, as long as the run keeps its files; empty afterwards." }),
        }),
      )
      .meta({ description: "The files attached to it." }),
  })
  .meta({ id: "Mail" });

/** @throws Failure `not_found` where mails are really sent */
export function needMailbox({ env }: RequestContext): void {
  if (env.LOCAL_MAILBOX === "keep")
    throw new Failure(
      "not_found",
      "Mails are kept, but not shown, as this service is reachable from elsewhere: whoever runs it can set LOCAL_MAILBOX=1.",
    );
  if (env.LOCAL_MAILBOX !== "1")
    throw new Failure("not_found", "Mails are really sent here: only a service with LOCAL_MAILBOX=1 keeps them.");
}

/** GET /api/mailbox: mails of the workspace that were kept instead of being sent. */
export const listMailbox = endpoint({
  method: "get",
  path: "/api/mailbox",
  summary: "List the mails that were not sent",
  description:
    "Only where LOCAL_MAILBOX=1 is set, as under npm start: mails are kept to be looked at instead of being sent.",
  tag: "Service",
  auth: "key",
  needs: "run:data",
  query: z.object({
    document_id: optional(numericId()).meta({ description: "Only mails of this document's runs." }),
    run_id: optional(text()).meta({ description: "Only mails of this run." }),
    test: optional(flag()).meta({ description: "1: only mails of test merges, 0: only others." }),
    ...page.members,
  }),
  problems: ["not_found"],
  responses: { 200: { description: "Mails; a Link header leads to the next page.", schema: z.array(mailSchema) } },

  async handle({ query, caller, context }) {
    needMailbox(context);
    const { outbox, runs } = context.store;
    const filter = { isMail: true, documentId: query.document_id, runId: query.run_id, test: query.test } as const;

    return page.answer(context, query, {
      find: (asked) => outbox.list(caller.workspaceId, filter, asked),
      startAfter: ({ id }) => ({ value: id, id }),
      show: (mails) =>
        Promise.all(
          mails.map(async (mail) => {
            const ofRun = hasFiles(mail) ? mail.runId : undefined;
            const files = ofRun === undefined ? [] : await runs.files(caller.workspaceId, ofRun);
            return mailJson(
              mail,
              files.map(({ name }) => name),
            );
          }),
        ),
    });
  },
});

/** GET /api/mailbox/:mail/html: the mail's body as a page, for a frame. */
export const getMailHtml = endpoint({
  method: "get",
  path: "/api/mailbox/:mail/html",
  summary: "Get the html of a mail that was not sent",
  description: "The body as a page that may do nothing: no scripts, no forms, nothing from elsewhere.",
  tag: "Service",
  auth: "key",
  needs: "run:data",
  params: z.object({ mail: text().meta({ description: "Id of the mail." }) }),
  problems: ["not_found", "delivery_not_found"],
  responses: { 200: { description: "The page", mediaType: "text/html" } },

  async handle({ params, caller, context }) {
    needMailbox(context);
    const entry = await context.store.outbox.byId(caller.workspaceId, params.mail);
    if (entry?.kind !== "email" && entry?.kind !== "alert")
      throw new Failure("delivery_not_found", "There is no such mail in your mailbox.");

    return new Response(lineOf(entry, "html"), {
      headers: {
        "content-type": "text/html;charset=utf-8",
        "content-security-policy":
          "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      },
    });
  },
});

const lineOf = ({ preview = {} }: OutboxEntry, name: string): string => {
  const value = preview[name];
  return typeof value === "string" ? value : "";
};

const hasFiles = ({ preview = {} }: OutboxEntry): boolean =>
  Array.isArray(preview.attachments) && preview.attachments.length > 0;

function mailJson(mail: OutboxEntry, files: readonly string[]): z.output<typeof mailSchema> {
  const { preview = {}, runId } = mail;
  const names = Array.isArray(preview.attachments) ? preview.attachments.map(String) : [];

  return {
    id: mail.id,
    at: mail.createdAt.toISOString(),
    status: mail.status,
    from: lineOf(mail, "from"),
    to: lineOf(mail, "to"),
    cc: lineOf(mail, "cc"),
    bcc: lineOf(mail, "bcc"),
    reply_to: lineOf(mail, "reply_to"),
    subject: lineOf(mail, "subject"),
    text: lineOf(mail, "text"),
    html: lineOf(mail, "html"),
    run_id: runId ?? "",
    attachments: names.map((name) => ({
      name,
      url: files.includes(name) ? `/api/runs/${runId}/files/${files.indexOf(name)}` : "",
    })),
  };
}
