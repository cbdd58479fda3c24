import { defaultSender, emailTransport } from "../delivery/email/email-transport.ts";
import { openMailServer } from "../delivery/workspace-mail-server.ts";
import type { RequestContext } from "../http/context.ts";
import { outboundPolicy } from "../outbound/outbound-policy.ts";

/** How a workspace's mails to its own people leave. */
export interface WorkspaceMail {
  /** Whether they leave the machine. */
  readonly sends: boolean;
  /** @throws DeliveryError if the mail server does not take it */
  send(mail: { to: string; subject: string; text: string }): Promise<void>;
}

/** The workspace's mail server, else the service's: the ways that deliveries go, too. */
export async function workspaceMail(context: RequestContext, workspaceId: string): Promise<WorkspaceMail> {
  const { env, store, settings, now } = context;
  const [stored, workspace] = await Promise.all([
    store.mailServers.ofWorkspace(workspaceId),
    store.workspaces.byId(workspaceId),
  ]);
  const source = {
    services: { env, outbound: (hosts: readonly string[]) => outboundPolicy(env, hosts) },
    mailServer: stored && (await openMailServer(env, workspaceId, stored)),
    internalHosts: workspace?.internalHosts ?? [],
    publicBaseUrl: settings.publicBaseUrl,
  };
  const transport = emailTransport(source);

  return {
    sends: transport.sends,
    async send({ to, subject, text }) {
      const from = defaultSender(source);
      const id = crypto.randomUUID();
      const messageId = `<${id}@${from.address.split("@")[1] ?? new URL(settings.publicBaseUrl).hostname}>`;
      const none = { cc: [], bcc: [], replyTo: [], attachments: [], html: "" };
      const recipient = { name: "", address: to };
      await transport.send({ ...none, messageId, deliveryId: id, date: now(), from, to: [recipient], subject, text }, [
        to,
      ]);
    },
  };
}
