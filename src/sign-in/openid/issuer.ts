import * as z from "zod";
import { readJsonSetting } from "../../domain/text/json-setting.ts";

/** An OpenID Connect issuer that people may sign in by, and this service as its client. */
export interface Issuer {
  /** Part of the redirect address: each issuer has one of its own (RFC 9700, 4.4.2.2). */
  id: string;
  /** For people: `Google`. */
  name: string;
  /** The issuer's identifier, as its tokens have it in `iss`. */
  issuer: string;
  clientId: string;
  /** Absent for a public client, which PKCE alone protects. */
  clientSecret?: string;
  /** The workspace that set it, for whose members alone it speaks; undefined for one of the deployment. */
  workspaceId?: string;
}

/** What an issuer of the deployment says besides (setting SIGN_IN_ISSUERS). */
export interface DeploymentIssuer extends Issuer {
  workspaceId?: never;
  /** Whether its e-mail addresses are believed without `email_verified`: for directories in which only administrators write them. */
  trustsEmail: boolean;
  /** The role of people whom nobody invited; undefined: they are turned away. */
  newcomerRole?: "editor" | "operator" | "viewer" | "auditor";
}

const deploymentIssuers = z
  .array(
    z.strictObject({
      id: z.string().regex(/^[a-z0-9-]{1,40}$/, { error: "must be of a-z, 0-9 and hyphens" }),
      name: z.string().min(1).max(100),
      issuer: z.url({ protocol: /^https?$/ }),
      client_id: z.string().min(1),
      client_secret: z.string().min(1).optional(),
      trusts_email: z.boolean().default(false),
      newcomer_role: z.enum(["editor", "operator", "viewer", "auditor"]).optional(),
    }),
  )
  .max(10)
  .refine((issuers) => new Set(issuers.map(({ id }) => id)).size === issuers.length, {
    error: "has the same id twice",
  });

/**
 * The issuers in the setting SIGN_IN_ISSUERS, a JSON list.
 * @returns what is wrong with it as a sentence's end, if it is not one
 */
export function parseDeploymentIssuers(setting: string): DeploymentIssuer[] | { problem: string } {
  const read = readJsonSetting(deploymentIssuers, setting);
  if ("wrong" in read)
    return { problem: `must be a JSON list of issuers, each with id, name, issuer and client_id${read.wrong}` };
  return read.value.map(({ client_id, client_secret, trusts_email, newcomer_role, ...named }) => ({
    ...named,
    clientId: client_id,
    ...(client_secret === undefined ? {} : { clientSecret: client_secret }),
    trustsEmail: trusts_email,
    ...(newcomer_role === undefined ? {} : { newcomerRole: newcomer_role }),
  }));
}
