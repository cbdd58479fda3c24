import { textBox } from "../../domain/text-box.ts";
import type { RequestContext } from "../../http/context.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";
import { proveDomain } from "../../sign-in/domain-proof.ts";
import type { DeploymentIssuer, Issuer } from "../../sign-in/openid/issuer.ts";
import type { WorkspaceIssuer } from "../../store/ways-in/issuers.ts";
import { ownAddress } from "./own-address.ts";

export type KnownIssuer =
  | { of: "deployment"; issuer: DeploymentIssuer }
  | { of: "workspace"; issuer: Issuer; domain: string; stored: WorkspaceIssuer };

/** A domain's proof is looked for again after a day. */
const PROOF_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** The issuer of an address, if people can sign in by it now: an issuer of a workspace needs the proof of its domain. */
export async function knownIssuer(context: RequestContext, id: string): Promise<KnownIssuer | undefined> {
  const issuer = context.settings.signInIssuers.find((each) => each.id === id);
  if (issuer) return { of: "deployment", issuer };

  const stored = await context.store.lookUps.issuers.byId(id);
  if (!stored || !(await isProved(context, stored))) return undefined;
  return { of: "workspace", issuer: await asClient(context, stored), domain: stored.domain, stored };
}

async function asClient({ env }: RequestContext, stored: WorkspaceIssuer): Promise<Issuer> {
  const { id, name, issuer, clientId, sealedSecret, workspaceId } = stored;
  const clientSecret = sealedSecret && (await textBox(env.SECRETS_KEY, workspaceId).open(sealedSecret));
  return { id, name, issuer, clientId, workspaceId, ...(clientSecret ? { clientSecret } : {}) };
}

/** Whether the domain is still the workspace's. Where DNS cannot be asked, what was known goes on. */
async function isProved(context: RequestContext, stored: WorkspaceIssuer): Promise<boolean> {
  if (!stored.provedAt) return false;
  const checked = stored.checkedAt?.getTime() ?? 0;
  if (context.now().getTime() - checked < PROOF_LIFETIME_MS) return true;
  return (await lookForProof(context, stored)) !== "not_proved";
}

/** Looks for the domain's record, and notes what was found. */
export async function lookForProof(context: RequestContext, { workspaceId, id, domain, proofToken }: WorkspaceIssuer) {
  const proof = await proveDomain(domain, proofToken, { resolverUrl: context.settings.resolverUrl });
  if (proof !== "unknown") await context.store.issuers.noteProof(workspaceId, id, proof === "proved", context.now());
  return proof;
}

/** How issuers are reached by this service. */
export const issuerService = (context: RequestContext) => ({
  policy: outboundPolicy(context.env),
  publicBaseUrl: ownAddress(context),
});
