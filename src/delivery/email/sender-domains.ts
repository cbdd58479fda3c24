import type { Env } from "../../env.ts";
import { listedDomains } from "./mailboxes.ts";

/**
 * Domains that a workspace may send from, as the deployment says in `MAIL_DOMAINS`: `example.com w1:shop.example` allows the
 * first one to all workspaces, the second one to w1. Empty if it says nothing, or nothing about the workspace.
 */
export function senderDomains({ MAIL_DOMAINS = "" }: Pick<Env, "MAIL_DOMAINS">, workspaceId: string): string[] {
  return MAIL_DOMAINS.split(/[\s,;]+/).flatMap((entry) => {
    const [owner, domain] = entry.includes(":") ? entry.split(":", 2) : [workspaceId, entry];
    return owner === workspaceId && domain ? listedDomains(domain) : [];
  });
}
