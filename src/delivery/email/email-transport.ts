import type { OutboxRecord } from "../../domain/delivery/outbox.ts";
import { storesMails } from "../../domain/delivery/stored-mails.ts";
import { Failure } from "../../domain/failure.ts";
import type { Env } from "../../env.ts";
import type { OutboundPolicy } from "../../outbound/outbound-policy.ts";
import { parseSmtpUrl, SmtpError, type SmtpServer, sendSmtp } from "../../outbound/smtp.ts";
import { checkOutboundHost } from "../../outbound/url-guard.ts";
import { DeliveryError } from "../delivery-error.ts";
import type { DeliveryContext } from "../delivery-kind.ts";
import type { DeliveryServices } from "../delivery-services.ts";
import {
  DELIVERY_HEADER,
  type EmailMessage,
  inlineImages,
  type Mailbox,
  mimeOf,
  remainingRecipients,
} from "./email-message.ts";
import { parseMailboxes, withAsciiDomain } from "./mailboxes.ts";

/** What a transport said. */
interface EmailReceipt {
  response: string;
  /** Recipients that have the mail now. */
  accepted: string[];
  /** For each recipient who will never get it, why. */
  refused: string[];
}

/** What decides how a mail leaves and who sends it. */
type TransportSource = Pick<DeliveryContext, "mailServer" | "internalHosts" | "publicBaseUrl"> & {
  services: Pick<DeliveryServices, "env" | "outbound">;
};

/** One way for a mail to leave. */
export interface EmailTransport {
  /** For throttling. */
  readonly target: string;
  /** Whether mails leave the machine. */
  readonly sends: boolean;
  /** Bytes of files that fit into one mail; base64 makes them a third larger. */
  readonly attachmentBytes: number;
  /** @param recipients addresses of the envelope */
  send(message: EmailMessage, recipients: readonly string[]): Promise<EmailReceipt>;
}

/** Which way mails go: by the workspace's own server, the service's, or no further than the mailbox of this service. */
export type MailWay = "server" | "service" | "kept_here";

export function mailWay(env: Env, hasServer: boolean): MailWay {
  if (hasServer) return "server";
  return storesMails(env) && !env.SMTP_URL ? "kept_here" : "service";
}

/**
 * The transport: the workspace's server, else what the environment chooses, which is a mail server, the platform's binding, or
 * nothing but the local mailbox.
 */
export function emailTransport({ services, mailServer, internalHosts }: TransportSource): EmailTransport {
  const { env } = services;
  if (mailServer)
    return guarded(smtpTransport(mailServer.smtp), mailServer.smtp.host, services.outbound(internalHosts));
  if (env.SMTP_URL) return smtpTransport(parseSmtpUrl(env.SMTP_URL));
  if (storesMails(env)) return mailboxTransport;
  return bindingTransport(env);
}

/** Sends a mail to whomever no try before has reached. */
export async function sendToRemaining(
  transport: EmailTransport,
  message: EmailMessage,
  entry: OutboxRecord,
): Promise<EmailReceipt> {
  const recipients = remainingRecipients(entry, message);
  // What is missing are texts that are no addresses: nobody gets the mail twice for them.
  if (recipients.length === 0) return { response: "All recipients have it already.", accepted: [], refused: [] };
  return await transport.send(message, recipients);
}

/** A server that a workspace named must be public, whenever it is spoken to: its name may lead elsewhere by then. */
function guarded(transport: EmailTransport, host: string, policy: OutboundPolicy): EmailTransport {
  return {
    ...transport,
    async send(message, recipients) {
      try {
        await checkOutboundHost(host, policy);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        throw new DeliveryError(`The mail server ${host}: ${error.message}`, {
          permanent: error.code === "url_private",
          targetWorks: false,
          cause: error,
        });
      }
      return await transport.send(message, recipients);
    },
  };
}

/** The sender of mails that name none. */
export function defaultSender({ services: { env }, mailServer, publicBaseUrl }: TransportSource): Mailbox {
  const sender = mailServer?.sender || env.MAIL_FROM || `docloom@${new URL(publicBaseUrl).hostname}`;
  const [mailbox] = parseMailboxes("MAIL_FROM", sender);
  return mailbox ?? { name: "", address: "" };
}

function smtpTransport(server: SmtpServer): EmailTransport {
  return {
    target: `smtp:${server.host}:${server.port}`,
    sends: true,
    attachmentBytes: 10 * 1024 * 1024,
    async send(message, recipients) {
      try {
        const mime = await mimeOf(message);
        const receipt = await sendSmtp(
          server,
          { from: withAsciiDomain(message.from.address), to: recipients.map(withAsciiDomain) },
          mime,
        );
        const missed = new Set(receipt.rejected.map(({ address }) => address));
        const accepted = recipients.filter((address) => !missed.has(withAsciiDomain(address)));
        const later = receipt.rejected.filter(({ code }) => !isPermanent(code));
        // Some have it: the next try goes to the others only.
        if (later.length > 0)
          throw new DeliveryError(
            `The mail server has not accepted it for everybody yet: ${later.map(({ response }) => response).join("; ")}`,
            {
              targetWorks: true,
              notes: { accepted },
            },
          );
        const refused = receipt.rejected.map(({ address, response }) => `${address}: ${response}`);
        return { response: receipt.response, accepted, refused };
      } catch (error) {
        if (!(error instanceof SmtpError)) throw error;
        throw new DeliveryError(error.message, {
          permanent: isPermanent(error.code),
          targetWorks: error.code !== undefined,
          cause: error,
        });
      }
    },
  };
}

/** 5yz (RFC 5321, 4.2.1). */
const isPermanent = (code: number | undefined): boolean => code !== undefined && code >= 500;

/** Codes of the binding that another try would get again. */
const FINAL_CODES =
  /^E_(VALIDATION|FIELD_MISSING|TOO_MANY_RECIPIENTS|RECIPIENT_(NOT_ALLOWED|SUPPRESSED)|CONTENT_TOO_LARGE|HEADER)/;

/** A mailbox as the binding takes it. */
const bound = ({ name, address }: Mailbox) => {
  const email = withAsciiDomain(address);
  return name ? { name, email } : email;
};

function bindingTransport(env: Env): EmailTransport {
  return {
    target: "",
    sends: true,
    attachmentBytes: 3.5 * 1024 * 1024,
    async send(message, recipients) {
      const wanted = new Set(recipients);
      const list = (mailboxes: readonly Mailbox[]) => mailboxes.filter(({ address }) => wanted.has(address)).map(bound);
      const { from, replyTo } = message;
      const { html, images } = inlineImages(message);
      try {
        const sent = await env.EMAIL.send({
          from: bound(from),
          to: list(message.to),
          ...(message.cc.length > 0 ? { cc: list(message.cc) } : {}),
          ...(message.bcc.length > 0 ? { bcc: list(message.bcc) } : {}),
          ...(replyTo[0] ? { replyTo: bound(replyTo[0]) } : {}),
          subject: message.subject,
          text: message.text,
          ...(html ? { html } : {}),
          headers: { [DELIVERY_HEADER]: message.deliveryId },
          attachments: [
            ...images.map(({ contentId, name, mediaType, bytes }) => ({
              disposition: "inline" as const,
              contentId,
              filename: name,
              type: mediaType,
              content: bytes,
            })),
            ...message.attachments.map(({ name, mediaType, bytes }) => ({
              disposition: "attachment" as const,
              filename: name,
              type: mediaType,
              content: bytes,
            })),
          ],
        });
        return { response: `Accepted as ${sent?.messageId ?? "sent"}`, accepted: [...recipients], refused: [] };
      } catch (error) {
        const { code, message: reason } = error as { code?: string; message?: string };
        throw new DeliveryError(`The e-mail service: ${reason ?? "failed"}`, {
          permanent: FINAL_CODES.test(code ?? ""),
          cause: error,
        });
      }
    },
  };
}

const mailboxTransport: EmailTransport = {
  target: "",
  sends: false,
  attachmentBytes: 3.5 * 1024 * 1024,
  async send(_, recipients) {
    return { response: "Shown in the local mailbox, not sent.", accepted: [...recipients], refused: [] };
  },
};
