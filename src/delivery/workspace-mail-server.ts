import { textBox } from "../domain/text-box.ts";
import type { Env } from "../env.ts";
import type { SmtpServer } from "../outbound/smtp.ts";
import type { StoredMailServer } from "../store/sending/mail-servers.ts";
import { refused } from "./delivery-error.ts";

/** The mail server of a workspace, ready to be used. */
export interface WorkspaceMailServer {
  /** Sender of mails that name none. */
  sender: string;
  smtp: SmtpServer;
}

/** How a server is spoken to, with the password in clear. */
export function smtpOf(
  { host, port, security, user }: Pick<StoredMailServer, "host" | "port" | "security" | "user">,
  password: string,
): SmtpServer {
  return {
    host,
    port,
    implicitTls: security === "tls",
    startTls: security === "starttls" ? "always" : "never",
    user: user === "" ? undefined : { name: user, password },
  };
}

/** @throws DeliveryError if the password cannot be opened any more */
export async function openMailServer(
  env: Pick<Env, "SECRETS_KEY">,
  workspaceId: string,
  stored: StoredMailServer,
): Promise<WorkspaceMailServer> {
  const { sealedPassword } = stored;
  const password = sealedPassword === "" ? "" : await textBox(env.SECRETS_KEY, workspaceId).open(sealedPassword);
  if (password === undefined)
    throw refused("The password of the workspace's mail server cannot be opened: set it again, then try again.");
  return { sender: stored.sender, smtp: smtpOf(stored, password) };
}
