import * as z from "zod";
import { mailWay } from "../../delivery/email/email-transport.ts";
import { domainOf, readMailboxes } from "../../delivery/email/mailboxes.ts";
import { lookUpSenderDomain } from "../../delivery/email/sender-domain.ts";
import { MASK } from "../../domain/delivery/delivery-secrets.ts";
import type { RequestContext } from "../../http/context.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";
import { DEFAULT_RESOLVER_URL } from "../../outbound/resolver.ts";
import type { StoredMailServer } from "../../store/sending/mail-servers.ts";

export const SECURITIES = ["starttls", "tls", "none"] as const;

const checkSchema = z
  .object({
    name: z.enum(["spf", "dkim", "dmarc"]).meta({ description: "What was looked up." }),
    ok: z.boolean().meta({ description: "Whether receivers find what they look for." }),
    message: z.string().meta({ description: "What was found, or what is missing and what to do." }),
  })
  .meta({ id: "SenderCheck" });

export const mailServerSchema = z
  .object({
    way: z.enum(["server", "service", "kept_here"]).meta({
      description:
        "How mails leave: by the workspace's own server, by the service's, or not at all: they are kept in the local mailbox.",
    }),
    sender: z.string().meta({ description: "Sender of mails that name none; empty without a server." }),
    host: z.string().meta({ description: "The server; empty for none." }),
    port: z.int().meta({ description: "Its port; 0 without a server." }),
    security: z.enum(SECURITIES).meta({ description: "`tls` from the first byte, `starttls`, or `none`." }),
    user: z.string().meta({ description: "Name of the login; empty for none." }),
    password: z.string().meta({ description: "Eight stars if there is one; it is never shown." }),
    dkim_selector: z.string().meta({ description: "Where the domain's DKIM key is; empty: usual names are tried." }),
    domain: z.string().meta({ description: "The sender's domain; empty without a server." }),
    checks: z
      .array(checkSchema)
      .optional()
      .meta({ description: "What the DNS says about mails of the domain; with `check=1`, and after it was saved." }),
  })
  .meta({ id: "MailServer" });

const senderDomain = (sender: string): string => domainOf(readMailboxes(sender)?.[0]?.address ?? "");

/** The server as people may see it. @param isChecked whether the domain is looked up */
export async function mailServerJson(
  { env }: RequestContext,
  stored: StoredMailServer | undefined,
  isChecked: boolean,
): Promise<z.output<typeof mailServerSchema>> {
  const way = mailWay(env, stored !== undefined);
  if (!stored)
    return {
      way,
      sender: "",
      host: "",
      port: 0,
      security: "starttls",
      user: "",
      password: "",
      dkim_selector: "",
      domain: "",
    };
  const { sender, host, port, security, user, sealedPassword, dkimSelector } = stored;
  const domain = senderDomain(sender);
  const resolver = env.OUTBOUND_RESOLVER_URL || DEFAULT_RESOLVER_URL;
  const looked = isChecked
    ? await lookUpSenderDomain(domain, dkimSelector, { resolver, policy: outboundPolicy(env) })
    : undefined;
  return {
    way,
    sender,
    host,
    port,
    security,
    user,
    password: sealedPassword === "" ? "" : MASK,
    dkim_selector: dkimSelector,
    domain,
    ...(looked ? { checks: looked.checks } : {}),
  };
}
