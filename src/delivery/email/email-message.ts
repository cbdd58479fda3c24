import MailComposer from "nodemailer/lib/mail-composer";

/** A mailbox: `name` may be empty. */
export interface Mailbox {
  name: string;
  address: string;
}

export interface EmailAttachment {
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

/** The message on the wire (RFC 5322, MIME); blind recipients are in the envelope only. */
export async function mimeOf(message: EmailMessage): Promise<Uint8Array> {
  const composer = new MailComposer({
    messageId: message.messageId,
    headers: { [DELIVERY_HEADER]: message.deliveryId },
    from: message.from,
    to: [...message.to],
    cc: [...message.cc],
    replyTo: [...message.replyTo],
    subject: message.subject,
    text: message.text,
    ...(message.html ? { html: message.html } : {}),
    attachments: message.attachments.map(({ name, mediaType, bytes }) => ({
      filename: name,
      contentType: mediaType,
      content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return await composer.compile().build();
}
