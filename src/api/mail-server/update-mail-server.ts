import * as z from "zod";
import { auditValues } from "../../audit/audit-values.ts";
import { differences, recorded } from "../../audit/recorded.ts";
import { readMailboxes } from "../../delivery/email/mailboxes.ts";
import { smtpOf } from "../../delivery/workspace-mail-server.ts";
import { MASK } from "../../domain/delivery/delivery-secrets.ts";
import { Failure } from "../../domain/failure.ts";
import { textBox } from "../../domain/text-box.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { endpoint } from "../../http/endpoint.ts";
import { json } from "../../http/responses.ts";
import { integer, optional, text } from "../../http/wire-values.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";
import { checkSmtp, SmtpError, type SmtpServer } from "../../outbound/smtp.ts";
import { checkOutboundHost } from "../../outbound/url-guard.ts";
import type { StoredMailServer } from "../../store/sending/mail-servers.ts";
import { mailServerJson, mailServerSchema, SECURITIES } from "./mail-server-json.ts";

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const SELECTOR = /^(?:[a-z0-9](?:[a-z0-9._-]{0,100}[a-z0-9])?)?$/i;
/** Ports that mail servers take mails of users at. */
const MAIL_PORTS: ReadonlySet<number> = new Set([25, 465, 587, 2525]);
const USUAL_PORT = { tls: 465, starttls: 587, none: 25 } as const;

const bodySchema = z.object({
  sender: text()
    .pipe(z.string().trim().max(320))
    .refine((line) => readMailboxes(line)?.length === 1, {
      error: 'must be one e-mail address such as "Sales <sales@example.com>"',
    })
    .meta({ description: "Sender of mails that name none.", examples: ["Sales <sales@example.com>"] }),
  host: text()
    .pipe(z.string().trim().min(1, "must not be empty").regex(HOST, { error: "must be the name of a server" }))
    .meta({ description: "The mail server.", examples: ["smtp.example.com"] }),
  port: optional(integer().pipe(z.int().min(1).max(65_535))).meta({
    description: "Its port: 25, 465, 587 or 2525; what is usual for the security when absent.",
  }),
  security: optional(z.enum(SECURITIES)).meta({
    description: "`tls` from the first byte, `starttls` (when absent), or `none`, without a password.",
  }),
  user: optional(text().pipe(z.string().trim().max(320))).meta({ description: "Name of the login; empty for none." }),
  password: optional(text().pipe(z.string().max(1_000))).meta({
    description: "Its password, kept encrypted; left out or as it was shown: the one that is kept.",
  }),
  dkim_selector: optional(
    text().pipe(z.string().trim().regex(SELECTOR, { error: "must be a selector such as mail" })),
  ).meta({
    description: "Where the domain's DKIM key is, if your mail provider named one.",
  }),
});

/** PUT /api/mail_server: saved once the server has taken the login. */
export const updateMailServer = endpoint({
  method: "put",
  path: "/api/mail_server",
  summary: "Set the mail server",
  description:
    "Mails of the workspace leave by this server. It is saved only if it can be reached and takes the login, which is tried first. " +
    "The answer says what SPF, DKIM and DMARC of the sender's domain say.",
  tag: "Account",
  auth: "key",
  needs: "account:write",
  body: bodySchema,
  problems: ["mail_server_refused", "url_private", "url_unreachable", "misconfigured"],
  responses: { 200: { description: "The mail server", schema: mailServerSchema } },

  async handle({ body, caller, context }) {
    const { sender, host, security = "starttls", user = "", dkim_selector: dkimSelector = "" } = body;
    const { store, env } = context;
    const port = body.port ?? USUAL_PORT[security];
    const password = user === "" ? "" : await passwordOf(context, caller, body.password);
    if (user !== "" && security === "none")
      throw refusedAt("/security", "A password is not sent without encryption: choose STARTTLS or TLS.");
    await tryServer(context, caller, smtpOf({ host, port, security, user }, password));
    const box = textBox(env.SECRETS_KEY, caller.workspaceId);
    const sealedPassword = password === "" ? "" : await box.seal(password);
    const stored: StoredMailServer = { sender, host, port, security, user, sealedPassword, dkimSelector };
    const current = await store.mailServers.ofWorkspace(caller.workspaceId);
    const change = recorded(context, caller, {
      action: "mail_server.set",
      resource: { type: "mail_server", id: "", name: host },
      ...differences(mailServerValues(current), mailServerValues(stored)),
    });
    await change.store.mailServers.put(caller.workspaceId, stored, context.now());
    return json(await mailServerJson(context, stored, true));
  },
});

/** For the log, which has no passwords. */
const mailServerValues = (server: StoredMailServer | undefined) =>
  auditValues({
    sender: server?.sender,
    host: server?.host,
    port: server?.port,
    security: server?.security,
    user: server?.user,
    dkim_selector: server?.dkimSelector,
  });

const refusedAt = (pointer: string, message: string): Failure =>
  new Failure("mail_server_refused", message, { errors: [{ pointer, message }] });

/** The password that was sent, or the one that is kept. */
async function passwordOf({ store, env }: RequestContext, { workspaceId }: Caller, sent = ""): Promise<string> {
  if (sent !== "" && sent !== MASK) return sent;
  const kept = (await store.mailServers.ofWorkspace(workspaceId))?.sealedPassword;
  if (!kept) return "";
  const password = await textBox(env.SECRETS_KEY, workspaceId).open(kept);
  if (password === undefined)
    throw refusedAt("/password", "The password that is kept cannot be opened: enter it again.");
  return password;
}

/** Connects and signs in. @throws Failure `mail_server_refused`, `url_private`, `url_unreachable` */
async function tryServer({ env, store }: RequestContext, { workspaceId }: Caller, server: SmtpServer): Promise<void> {
  const workspace = await store.workspaces.byId(workspaceId);
  const policy = outboundPolicy(env, workspace?.internalHosts);
  if (!MAIL_PORTS.has(server.port) && !policy.allowLoopback)
    throw refusedAt("/port", "Mail servers are spoken to at the ports 25, 465, 587 and 2525.");
  await checkOutboundHost(server.host, policy);
  try {
    await checkSmtp(server);
  } catch (error) {
    if (!(error instanceof SmtpError)) throw error;
    const pointer = /login/i.test(error.message) ? "/password" : "/host";
    throw refusedAt(pointer, `${error.message.replace(/\.?$/, "")}. Nothing was saved.`);
  }
}
