import * as z from "zod";
import { viewFor } from "../../domain/access/rights.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { bodyTree, numericId, optional, text } from "../../http/wire-values.ts";
import { mailPreview } from "../../merge/mail-preview.ts";
import { snapshotOf } from "../../merge/merge-target.ts";
import { findDocument } from "../documents/find-document.ts";
import { mergeServicesOf } from "../documents/merge-services-of.ts";
import { mergeData } from "../merge/merge-data.ts";
import { previewData } from "./preview-data.ts";

const bodySchema = z.object({
  settings: z.record(z.string(), z.unknown()).meta({
    description: "Settings of an e-mail delivery, as somebody is writing them.",
    examples: [{ to: "{$Email}", subject: "Invoice {$Number}", html: "<p>Dear {$Name},</p>" }],
  }),
  document_id: optional(numericId()).meta({ description: "The document whose file goes along, in whose language." }),
  data: optional(bodyTree()).meta({ description: "Merge data.", examples: [{ Name: "Ada Lovelace" }] }),
  sample: optional(text()).meta({
    description: "Id of a sample of the document whose data are merged, in place of `data`.",
  }),
});

const NEEDS = "delivery:write";

const line = (description: string) => z.string().meta({ description });

const mailPreviewSchema = z
  .object({
    from: line("Sender."),
    to: line("Recipients."),
    cc: line("Recipients of copies."),
    bcc: line("Recipients of hidden copies."),
    reply_to: line("Where answers go; empty for the sender."),
    subject: line("Subject."),
    attachments: z.array(z.string()).meta({ description: "Names of the files that go along." }),
    html: line("Body as html; empty if the mail has none."),
    text: line("Body as text."),
    warnings: z.array(z.string()).meta({ description: "What could not be done as asked." }),
    problem: line("Why the mail would not leave; empty if it would."),
  })
  .meta({ id: "MailPreview" });

/** POST /api/preview_mail: a mail as it would arrive; nothing is merged, stored or sent. */
export const previewMail = endpoint({
  method: "post",
  onRepeat: "anew",
  path: "/api/preview_mail",
  summary: "See what a mail would look like",
  description:
    "Merges the settings of an e-mail delivery with data. Nothing is stored or sent, and the attached files are only named. What " +
    "would keep the mail from leaving is in `problem`.",
  tag: "Merge",
  auth: "key",
  needs: NEEDS,
  body: bodySchema,
  problems: ["document_not_found", "sample_not_found"],
  responses: { 200: { description: "The mail", schema: mailPreviewSchema } },

  async handle({ body, caller, context }) {
    const document = body.document_id === undefined ? undefined : await findDocument(context, caller, body.document_id);
    const data = document
      ? await previewData(context, caller, document, body)
      : mergeData(body.data ?? Object.create(null));
    const { envelope, ...content } = await mailPreview(mergeServicesOf(context), caller.workspaceId, {
      settings: body.settings,
      data,
      document: document && snapshotOf(document),
      publicBaseUrl: context.settings.publicBaseUrl,
      seesAll: viewFor(caller, NEEDS) === undefined,
    });
    const of = (member: string): string => String(envelope[member] ?? "");

    return json({
      from: of("from"),
      to: of("to"),
      cc: of("cc"),
      bcc: of("bcc"),
      reply_to: of("reply_to"),
      subject: of("subject"),
      attachments: Array.isArray(envelope.attachments) ? envelope.attachments.map(String) : [],
      ...content,
    });
  },
});
