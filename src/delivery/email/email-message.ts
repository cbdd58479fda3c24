import MailComposer from "nodemailer/lib/mail-composer";
import type { OutboxRecord } from "../../domain/delivery/outbox.ts";
import { takeInlineImages } from "./inline-images.ts";

/** A mailbox: `name` may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

interface EmailAttachment {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** An e-mail before it has a form. */
export interface EmailMessage {
  /** `<...>`, the same on every try. */
  messageId: string;
  /** The delivery's id, as a header of its own: some transports give every mail a Message-ID of theirs. */
  deliveryId: string;
  /** When the delivery was made: the same on every try, as all of the message is. */
  date: Date;
  from: Mailbox;
  to: readonly Mailbox[];
  cc: readonly Mailbox[];
  bcc: readonly Mailbox[];
  replyTo: readonly Mailbox[];
  subject: string;
  html: string;
  text: string;
  attachments: readonly EmailAttachment[];
}

/** Name of the header that carries a delivery's id. */
export const DELIVERY_HEADER = "X-Docloom-Delivery";

/** The html of a message and the pictures it shows, which go along as parts of their own. */
export function inlineImages({ html, messageId }: EmailMessage) {
  return takeInlineImages(html, messageId.replace(/^<|>$/g, "").replace("@", "."));
}

const asPart = ({ name, mediaType, bytes }: EmailAttachment) => ({
  filename: name,
  contentType: mediaType,
  content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
});

/** The message on the wire (RFC 5322, MIME); blind recipients are in the envelope only. */
export async function mimeOf(message: EmailMessage): Promise<Uint8Array> {
  const { html, images } = inlineImages(message);
  const composer = new MailComposer({
    messageId: message.messageId,
    date: message.date,
    baseBoundary: message.deliveryId,
    headers: { [DELIVERY_HEADER]: message.deliveryId },
    from: message.from,
    to: [...message.to],
    cc: [...message.cc],
    replyTo: [...message.replyTo],
    subject: message.subject,
    text: message.text,
    ...(html ? { html } : {}),
    attachments: [
      ...images.map(({ contentId, ...image }) => ({
        ...asPart(image),
        cid: contentId,
        contentDisposition: "inline" as const,
      })),
      ...message.attachments.map(asPart),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await composer.compile().build();
}

/** Whom tries before have reached. */
export const reachedBefore = ({ preview }: OutboxRecord): string[] =>
  Array.isArray(preview?.accepted) ? preview.accepted.map(String) : [];

/** Addresses of the envelope, each once, that no try before has reached; none if all were. */
export function remainingRecipients(
  entry: OutboxRecord,
  { to, cc, bcc }: Pick<EmailMessage, "to" | "cc" | "bcc">,
): string[] {
  const reached = new Set(reachedBefore(entry));
  const all = [...to, ...cc, ...bcc].map(({ address }) => address);
  return [...new Set(all)].filter((address) => !reached.has(address));
}
