import * as z from "zod";
import { appendAll } from "../../domain/collections/long-lists.ts";
import type { SettingName } from "../../domain/delivery/delivery-secrets.ts";
import type { OutboxRecord } from "../../domain/delivery/outbox.ts";
import type { RunFile } from "../../domain/run.ts";
import { isChecked } from "../../domain/saved-rules.ts";
import { escapeHtml } from "../../domain/text/escape-html.ts";
import type { LinkOptions } from "../../store/links.ts";
import { refused } from "../delivery-error.ts";
import type { DeliveryContext, DeliveryKindHandler, DeliveryReceipt } from "../delivery-kind.ts";
import {
  type AttachedDocument,
  attachedDocumentIds,
  MAX_ATTACHED_DOCUMENTS,
  mergeAttached,
} from "../email/attached-documents.ts";
import { withDrawnSvg } from "../email/drawn-svg.ts";
import type { EmailMessage, Mailbox } from "../email/email-message.ts";
import {
  defaultSender,
  type EmailTransport,
  emailTransport,
  mailWay,
  sendToRemaining,
} from "../email/email-transport.ts";
import { areMailboxes, domainOf, isAddress, listedDomains, shownMailbox } from "../email/mailboxes.ts";
import { domainTags, type Recipients, readRecipients, withoutJoins } from "../email/recipients.ts";
import { senderDomains } from "../email/sender-domains.ts";
import { textAlternative } from "../email/text-alternative.ts";
import { fileBytes } from "../file-bytes.ts";
import { createFileLinks, type FileLink, LINK_DAYS, planFileLinks } from "../file-links.ts";
import { hashPassword } from "../password-hash.ts";
import { isLiteral, isOn, mergeLine, mergeText, optional, optionalFlag, shared } from "../setting-values.ts";

const MAX_LINK_DAYS = 365;

/** Settings that hold addresses. */
export const ADDRESS_MEMBERS = ["to", "cc", "bcc", "reply_to", "from"] as const;

/** Recipients of one record: whoever has nothing but the address of a merge must not use it as a relay. */
const MAX_RECIPIENTS = { withCredentials: 50, withAddress: 10 } as const;

const addresses = (example = 'e-mail addresses such as "Ann <ann@example.com>, bob@example.com"') =>
  mergeLine().pipe(
    z.string().refine((line) => !isLiteral(line) || line.trim() === "" || areMailboxes(line), {
      error: `must be ${example}`,
    }),
  );

const check = z
  .strictObject({
    to: addresses().pipe(z.string().min(1, "must not be empty")),
    cc: optional(addresses()),
    bcc: optional(addresses()),
    reply_to: optional(addresses()),
    from: optional(addresses('an e-mail address such as "Ann <ann@example.com>"')),
    subject: optional(mergeLine()),
    html: optional(mergeText("html")),
    text: optional(mergeText()),
    attach: optionalFlag(),
    attach_documents: optional(
      z
        .union([z.string(), z.number().transform(String)])
        .refine((ids) => attachedDocumentIds(ids) !== undefined, {
          error: `must be the ids of at most ${MAX_ATTACHED_DOCUMENTS} documents, separated by commas, each once`,
        })
        // One way of writing them, by which a document's mails are found.
        .transform((ids) => attachedDocumentIds(ids)?.join(", ") ?? ids),
    ),
    security: optional(z.enum(["low", "medium", "high"])),
    password: optional(mergeText()),
    expires: optional(
      mergeText().refine((days) => !isLiteral(days) || days.trim() === "" || isDays(days), {
        error: `must be a number of days from 1 to ${MAX_LINK_DAYS}`,
      }),
    ),
    domains: optional(
      z.string().refine((text) => isLiteral(text) && listedDomains(text).every((domain) => isAddress(`x@${domain}`)), {
        error: "must be domains such as example.com, separated by commas",
      }),
    ),
    ...shared,
  } satisfies Record<SettingName<"email">, z.ZodType>)
  .superRefine(({ domains, ...settings }, context) => {
    for (const member of ADDRESS_MEMBERS) {
      const [tag] = domains?.trim() ? [] : domainTags(settings[member] ?? "");
      if (tag === undefined) continue;
      const message = `must name its domains itself, not by ${tag}: whoever sends data would choose where mails go, unless settings[domains] lists the domains that are meant`;
      context.addIssue({ code: "custom", path: [member], message });
    }
  })
  .superRefine(({ security, password }, context) => {
    if ((security === "medium" || security === "high") && !password?.trim())
      context.addIssue({ code: "custom", path: ["password"], message: `is needed with security ${security}` });
  });

const isDays = (text: string): boolean => /^\s*\d{1,3}\s*$/.test(text) && +text >= 1 && +text <= MAX_LINK_DAYS;

/** The mail's envelope, merged. */
function envelopeOf(context: DeliveryContext) {
  const { entry, run, files, render, publicBaseUrl } = context;
  const { settings } = entry;
  const read = (member: (typeof ADDRESS_MEMBERS)[number]) => recipientsOf(context, member);
  const [to, cc, bcc, replyTo, sender] = [read("to"), read("cc"), read("bcc"), read("reply_to"), read("from")];
  const missed = [...to.missed, ...cc.missed, ...bcc.missed];
  const count = to.mailboxes.length + cc.mailboxes.length + bcc.mailboxes.length;
  if (to.mailboxes.length === 0 && (to.missed.length === 0 || count === 0))
    throw refused(missed[0] ?? 'There is nobody to send to: with this data "to" is empty.');
  checkCount(context, count);
  for (const sentence of replyTo.missed) render.warn(sentence);
  if (sender.missed[0] !== undefined) throw refused(sender.missed[0]);
  const host = new URL(publicBaseUrl).hostname;
  const from = sender.mailboxes[0] ?? defaultSender(context);
  if (sender.mailboxes[0]) checkSender(context, sender.mailboxes[0]);
  return {
    from,
    to: to.mailboxes,
    cc: cc.mailboxes,
    bcc: bcc.mailboxes,
    replyTo: replyTo.mailboxes,
    missed,
    date: entry.createdAt,
    subject: render.line("subject", settings.subject) || files[0]?.name || "Your document",
    messageId: `<${entry.id}@${from.address.split("@")[1] ?? host}>`,
    body: run.task.kind === "document" && run.task.document.output === "email" ? files.find(isHtml) : undefined,
  };
}

/**
 * The addresses of a setting. Domains from the data must be among those that the settings list; a delivery that was saved
 * before that was asked for goes on, with a warning.
 */
function recipientsOf({ entry, render }: DeliveryContext, member: (typeof ADDRESS_MEMBERS)[number]): Recipients {
  const { settings } = entry;
  const isNew = isChecked(settings);
  const found = readRecipients(member, render.structured(member, withoutJoins(String(settings[member] ?? ""))), {
    textMayList: !isNew,
  });
  const listed = listedDomains(String(settings.domains ?? ""));
  const strange = found.domainsFromData.filter((domain) => !listed.includes(domainOf(`x@${domain}`)));
  if (strange.length === 0) return found;
  const sentence = `The setting "${member}" takes the domain ${strange[0]} from the data, which settings[domains] does not list.`;
  if (!isNew) {
    render.warn(`${sentence} It was saved before that was asked for.`);
    return found;
  }
  const isStrange = ({ address }: Mailbox) => strange.some((domain) => domainOf(address) === domainOf(`x@${domain}`));
  return {
    ...found,
    mailboxes: found.mailboxes.filter((mailbox) => !isStrange(mailbox)),
    missed: [...found.missed, sentence],
  };
}

/** @throws DeliveryError if one record would go to more people than one may write to */
function checkCount({ entry, run, render }: DeliveryContext, count: number): void {
  const isNew = isChecked(entry.settings);
  const isPublic = run.byAddress;
  const limit = isPublic ? MAX_RECIPIENTS.withAddress : MAX_RECIPIENTS.withCredentials;
  if (count <= limit) return;
  const sentence = `The mail would go to ${count} addresses; ${limit} are allowed for one record${isPublic ? " that came without credentials" : ""}.`;
  if (isNew || count > MAX_RECIPIENTS.withCredentials) throw refused(sentence);
  render.warn(sentence);
}

/** @throws DeliveryError if the deployment does not let the workspace send from there */
function checkSender({ entry, render, services, mailServer }: DeliveryContext, { address }: Mailbox): void {
  // A workspace's own server says itself whom it sends for.
  if (mailServer) return;
  const allowed = senderDomains(services.env, entry.workspaceId);
  if (allowed.length === 0 || allowed.includes(domainOf(address))) return;
  const sentence = `The sender ${address} is not of a domain that this service sends for: ${allowed.join(", ")}.`;
  if (isChecked(entry.settings)) throw refused(sentence);
  render.warn(sentence);
}

/** A link as a mail shows it. */
type NamedLink = Pick<FileLink, "name" | "url">;

const isHtml = ({ mediaType }: RunFile): boolean => mediaType.startsWith("text/html");

/**
 * How files go along: attached, or as links, with a password and how often.
 * @param further files of further documents, which go along whether the own one does or not
 */
function fileContext(
  context: DeliveryContext,
  body: RunFile | undefined,
  attachmentBytes: number,
  further: readonly RunFile[] = [],
) {
  const { settings } = context.entry;
  const isSecret = settings.security === "medium" || settings.security === "high";
  const password = isSecret ? context.render.text("password", settings.password).trim() : "";
  if (isSecret && password === "")
    throw refused("The password is empty after merging: the file is not sent without the protection it should have.");
  const days = context.render.line("expires", settings.expires) || String(LINK_DAYS);
  if (!isDays(days)) throw refused(`The setting "expires" is "${days}" after merging, which is not a number of days.`);

  const own = isSecret || isOn(settings.attach, true) ? context.files.filter((file) => file !== body) : [];
  const files = [...own, ...further];
  const fits = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, body?.sizeBytes ?? 0) <= attachmentBytes;
  const way = files.length === 0 ? "none" : isSecret || !fits ? "link" : "attached";
  return { files, way, password, once: settings.security === "high", days: Number(days) } as const;
}

/** HTML and text of the mail; links that they do not name are added at the end. */
async function contentOf(
  context: DeliveryContext,
  body: RunFile | undefined,
  links: readonly NamedLink[],
  subject: string,
) {
  const { settings } = context.entry;
  const { render } = context;
  const extra = { _file_url: links[0]?.url ?? "", _file_name: context.files[0]?.name ?? "" };
  let html = withLines(
    body ? new TextDecoder().decode(await fileBytes(context, body)) : render.html("html", settings.html, extra),
  );
  let text = render.text("text", settings.text, extra);
  if (!html.trim() && !text.trim()) text = `${subject}\n`;
  const unnamed = links.filter(({ url }) => !html.includes(url) && !text.includes(url));
  if (html.trim() && unnamed.length > 0) html = withLinks(html, unnamed);
  if (!text.trim()) text = textAlternative(html);
  else if (unnamed.length > 0) text += `\n\n${unnamed.map(({ name, url }) => `${name}: ${url}`).join("\n")}\n`;
  return { html, text };
}

/** Text without any tag of html was typed as text: its lines stay lines. */
const withLines = (html: string): string =>
  /<[a-z!/][^<>]*>/i.test(html) ? html : html.trimEnd().replace(/\r\n|\r|\n/g, "<br>\n");

function withLinks(html: string, links: readonly NamedLink[]): string {
  const list = links.map(({ name, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></p>`).join("");
  const end = html.search(/<\/body\s*>/i);
  return end < 0 ? html + list : html.slice(0, end) + list + html.slice(end);
}

const shown = (mailboxes: readonly Mailbox[]) => mailboxes.map(shownMailbox).join(", ");

const attachedNames = ({ way, files }: ReturnType<typeof fileContext>): string[] =>
  way === "attached" ? files.map(({ name }) => name) : [];

function shownEnvelope(
  mail: ReturnType<typeof envelopeOf>,
  mailContext: ReturnType<typeof fileContext>,
  documents: readonly number[],
): Record<string, unknown> {
  return {
    from: shownMailbox(mail.from),
    to: shown(mail.to),
    cc: shown(mail.cc),
    bcc: shown(mail.bcc),
    reply_to: shown(mail.replyTo),
    subject: mail.subject,
    message_id: mail.messageId,
    files: mailContext.way,
    attachments: attachedNames(mailContext),
    ...(documents.length > 0 ? { attach_documents: documents.map(String) } : {}),
  };
}

/** E-mail (wire "Deliveries", interface 2.5 and 2.6). */
export const emailKind: DeliveryKindHandler = {
  check,

  prepare(context) {
    const transport = emailTransport(context);
    const mail = envelopeOf(context);
    const mailContext = fileContext(context, mail.body, transport.attachmentBytes);
    const documents = attachedDocumentIds(context.entry.settings.attach_documents) ?? [];
    return {
      target: transport.target,
      mails: transport.sends ? mail.to.length + mail.cc.length + mail.bcc.length : 0,
      envelope: shownEnvelope(mail, mailContext, documents),
      content() {
        const links =
          mailContext.way === "link"
            ? mailContext.files.map(({ name }) => ({ name, url: "#link-made-when-sent" }))
            : [];
        return contentOf(context, mail.body, links, mail.subject);
      },
      // With further documents, whether there are links is known once those are merged.
      ...(mailContext.way === "link" && documents.length === 0
        ? { links: async () => planFileLinks(context, mailContext.days, await protectionOf(mailContext)) }
        : {}),
      async send(entry, links = []) {
        if (documents.length === 0) {
          const shownLinks = links.filter(({ file }) => mailContext.files.includes(file));
          return await sendMail(context, transport, mail, { ...mailContext, links: shownLinks }, entry);
        }
        const further = await mergeAttached(context, documents);
        const files = further.flatMap((document) => document.files);
        const all = fileContext(context, mail.body, transport.attachmentBytes, files);
        const made = all.way === "link" ? await protectedLinks(context, all, further) : [];
        const receipt = await sendMail(context, transport, mail, { ...all, links: made }, entry);
        // Their names are known only now.
        return { ...receipt, notes: { files: all.way, attachments: attachedNames(all), ...receipt.notes } };
      },
    };
  },
};

/** The files of a mail, and the links by which they go. */
type MailFiles = ReturnType<typeof fileContext> & { links: readonly FileLink[] };

async function sendMail(
  context: DeliveryContext,
  transport: EmailTransport,
  mail: ReturnType<typeof envelopeOf>,
  mailContext: MailFiles,
  entry: OutboxRecord,
): Promise<DeliveryReceipt> {
  const { env } = context.services;
  const content = await contentOf(context, mail.body, mailContext.links, mail.subject);
  const message: EmailMessage = {
    ...mail,
    ...content,
    html: await withDrawnSvg(context, content.html),
    deliveryId: entry.id,
    attachments: await Promise.all(
      (mailContext.way === "attached" ? mailContext.files : []).map(async (file) => ({
        name: file.name,
        mediaType: file.mediaType,
        bytes: await fileBytes(context, file),
      })),
    ),
  };
  const { response, accepted, refused: notTaken } = await sendToRemaining(transport, message, entry);
  const isLocal = mailWay(env, context.mailServer !== undefined) === "kept_here";
  const { warnings } = context.render;
  const missed = [...mail.missed, ...notTaken];
  const notes = {
    ...(missed.length > 0 ? { accepted } : {}),
    // It went no further than the mailbox of this service, which nobody but its users sees.
    ...(isLocal ? { kept_here: true, html: message.html, text: message.text } : {}),
    ...(warnings.size > 0 ? { warnings: [...warnings] } : {}),
  };
  return {
    response,
    ...(Object.keys(notes).length > 0 ? { notes } : {}),
    ...(missed.length > 0 ? { missed } : {}),
  };
}

/** What stands before the links of a mail. */
async function protectionOf({ password, once }: ReturnType<typeof fileContext>): Promise<LinkOptions> {
  return { passwordHash: password ? await hashPassword(password) : undefined, once };
}

/** Links to the files of a mail's run, and of the runs that made its further documents. */
async function protectedLinks(
  context: DeliveryContext,
  mailContext: ReturnType<typeof fileContext>,
  further: readonly AttachedDocument[],
): Promise<FileLink[]> {
  const { files, days } = mailContext;
  const protection = { ...(await protectionOf(mailContext)), ofDelivery: context.entry.id };
  const links = await createFileLinks(context, days, protection);
  for (const { runId, files: made } of further) {
    const { entry, run } = context;
    const from = { ...context, entry: { ...entry, id: runId }, run: { ...run, id: runId }, files: made };
    appendAll(links, await createFileLinks(from, days, protection));
  }
  return links.filter(({ file }) => files.includes(file));
}
