import * as z from "zod";
import { JURISDICTIONS } from "./domain/access/workspace-place.ts";
import { type ConsentClients, parseConsentClients } from "./domain/delivery/consent-clients.ts";
import { Failure } from "./domain/failure.ts";
import { isInternalHosts } from "./domain/internal-hosts.ts";
import { wrongPlace } from "./domain/new-workspaces.ts";
import { SECRETS_KEY_FORM } from "./domain/secret-box.ts";
import type { SettingName } from "./domain/setting-names.ts";
import { DEFAULT_RESOLVER_URL } from "./outbound/resolver.ts";
import type { AccessTeam } from "./sign-in/access/access-token.ts";
import { type DeploymentIssuer, parseDeploymentIssuers } from "./sign-in/openid/issuer.ts";

/** The Worker's bindings (wrangler.toml) and the optional settings and secrets that may be set beside them. */
export interface Env extends Cloudflare.Env {
  /** Root of the addresses that people see; that of each request when absent. */
  PUBLIC_BASE_URL?: string;
  API_KEY?: string;
  API_SECRET?: string;
  /** `1` lets outgoing requests reach the loopback: local use and tests. */
  OUTBOUND_ALLOW_LOOPBACK?: string;
  /** DNS over HTTPS in its JSON form; Cloudflare's when absent. */
  OUTBOUND_RESOLVER_URL?: string;
  /** Mail server for deliveries, `smtp://user:password@host:port` or `smtps://...`; the EMAIL binding when absent. */
  SMTP_URL?: string;
  /** Sender of mails whose delivery names none, e.g. `Docloom <mail@example.com>`. */
  MAIL_FROM?: string;
  /** Domains that workspaces may send from: `example.com w1:shop.example`; any when absent. */
  MAIL_DOMAINS?: string;
  /** Recipients of mails a workspace may have in an hour; 1,000 when absent. */
  MAIL_PER_HOUR?: string;
  /** `1` keeps mails for the page /local/mailbox instead of sending them: local use. `keep` keeps them and shows nobody. */
  LOCAL_MAILBOX?: string;
  /** Browsers that share the work of printing; 1 when absent. */
  BROWSER_POOL_SIZE?: string;
  /** 32 random bytes as base64: signing identities and secrets of deliveries are kept under it, receipts are signed by what follows from it. */
  SECRETS_KEY?: string;
  /**
   * The header in which the platform (`cf-connecting-ip`), or a proxy that nobody can go around, says where a request comes
   * from; without it all clients are counted as one.
   */
  CLIENT_ADDRESS_HEADER?: string;
  /** The most days for which data gathered under a `_session` are kept; 7 when absent. */
  SESSION_MAX_DAYS?: string;
  /** `1` where the objects of the pool are in a process of their own, and all other isolates share a thread (scripts/serve). */
  POOL_PROCESS?: string;
  /** Hosts of private networks that workspaces may reach: `WORKSPACE=host,host:port`, `*=host` for all, with blanks between. */
  INTERNAL_HOSTS?: string;
  /** What a workspace may keep, in bytes; 10 GB when absent. */
  STORAGE_QUOTA_BYTES?: string;
  /** OpenID Connect issuers for everybody, a JSON list (docs/people.md). */
  SIGN_IN_ISSUERS?: string;
  /** The team at Cloudflare Access whose application stands before this service: `example` of example.cloudflareaccess.com. */
  ACCESS_TEAM?: string;
  /** The audience tag of that application. */
  ACCESS_AUDIENCE?: string;
  /** Applications by which people let the service into their Google Drive or Dropbox, a JSON object (docs/delivery.md). */
  CONSENT_CLIENTS?: string;
  /** `objects` puts workspaces that are made into objects of their own (docs/decisions/workspaces-as-objects.md). */
  NEW_WORKSPACES?: string;
  /** The jurisdiction of these objects: `eu`. One that is made or moved in it stays in it. */
  NEW_WORKSPACES_JURISDICTION?: string;
}

/** An empty variable counts as one that is not set, as container tools pass them on. */
function setting<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal("").transform(() => undefined), schema]).optional();
}

const settingsSchema = z.object({
  PUBLIC_BASE_URL: setting(
    z
      .url({ protocol: /^https?$/, error: "must be an http or https address" })
      .refine((url) => URL.canParse(url) && /^\/*$/.test(new URL(url).pathname) && !/[?#@]/.test(url), {
        error:
          "must be an address without a path, such as https://docs.example.com: the service is at the root of its host",
      })
      .transform((url) => url.replace(/(?<!\/)\/+$/, "")),
  ),
  API_KEY: setting(z.string().regex(/^[^:\s]+$/, { error: "must not hold a colon or blanks" })),
  API_SECRET: setting(z.string()),
  OUTBOUND_ALLOW_LOOPBACK: setting(z.enum(["0", "1"], { error: "must be 1 or 0" })),
  OUTBOUND_RESOLVER_URL: setting(z.url({ protocol: /^https?$/, error: "must be an http or https address" })),
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/, error: "must be an smtp or smtps address" })),
  MAIL_FROM: setting(z.string().regex(/@/, { error: "must be an e-mail address" })),
  MAIL_DOMAINS: setting(
    // What stands between two domains is needed: without it, a wrong character behind a long name takes hours to find.
    z.string().regex(/^\s*(?:(?:[\w-]+:)?[\p{L}\p{N}.-]+(?:[\s,;]+|$))+$/u, {
      error: "must be domains such as example.com, or of one workspace: w1:example.com",
    }),
  ),
  MAIL_PER_HOUR: setting(z.string().regex(/^[1-9]\d{0,6}$/, { error: "must be a number from 1 to 9999999" })),
  LOCAL_MAILBOX: setting(z.enum(["0", "1", "keep"], { error: "must be 1, 0 or keep" })),
  BROWSER_POOL_SIZE: setting(z.string().regex(/^[1-9]\d?$/, { error: "must be a number from 1 to 99" })),
  SECRETS_KEY: setting(
    z.string().regex(SECRETS_KEY_FORM, {
      error: "must be 32 random bytes as base64, as `openssl rand -base64 32` writes them",
    }),
  ),
  CLIENT_ADDRESS_HEADER: setting(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, { error: "must be the name of a header" }),
  ),
  SESSION_MAX_DAYS: setting(
    z.string().regex(/^([1-9]|[12]\d|30)$/, { error: "must be a number of days from 1 to 30" }),
  ),
  INTERNAL_HOSTS: setting(
    z.string().refine(isInternalHosts, {
      error: "must be WORKSPACE=host,host:port, several of them with blanks between, and * for every workspace",
    }),
  ),
  STORAGE_QUOTA_BYTES: setting(
    z.string().regex(/^[1-9]\d{0,14}$/, { error: "must be a number of bytes from 1 to 999999999999999" }),
  ),
  SIGN_IN_ISSUERS: setting(
    z.string().transform((text, issues) => {
      const parsed = parseDeploymentIssuers(text);
      if (!("problem" in parsed)) return parsed;
      issues.addIssue(parsed.problem);
      return z.NEVER;
    }),
  ),
  ACCESS_TEAM: setting(z.string().regex(/^[a-z0-9-]{1,63}$/, { error: "must be the name of a team" })),
  ACCESS_AUDIENCE: setting(z.string().regex(/^[0-9a-f]{64}$/, { error: "must be the 64 digits of an audience tag" })),
  CONSENT_CLIENTS: setting(
    z.string().transform((text, issues) => {
      const parsed = parseConsentClients(text);
      if (!("problem" in parsed)) return parsed;
      issues.addIssue(parsed.problem);
      return z.NEVER;
    }),
  ),
  NEW_WORKSPACES: setting(z.enum(["database", "objects"], { error: "must be database or objects" })),
  NEW_WORKSPACES_JURISDICTION: setting(z.enum(JURISDICTIONS, { error: `must be ${JURISDICTIONS.join(" or ")}` })),
} satisfies Record<SettingName, z.ZodType>);

/** The service's settings, checked. */
export interface Settings {
  /** Root of every address that people see, without a slash at its end, when the environment defines one. */
  publicBaseUrl: string | undefined;
  /** The fixed credential pair, when the environment defines one. */
  fixedCredentials: { keyId: string; secret: string } | undefined;
  /** The header that says where a request comes from; undefined if none can be believed. */
  clientAddressHeader: string | undefined;
  /** Issuers by which people of every workspace may sign in. */
  signInIssuers: readonly DeploymentIssuer[];
  /** The team whose tokens sign people in. */
  accessTeam: AccessTeam | undefined;
  /** Applications of the deployment at stores that people let it into. */
  consentClients: ConsentClients;
  /** Where DNS is asked, as DNS over HTTPS in its JSON form. */
  resolverUrl: string;
}

const BINDINGS = [
  "DB",
  "FILES",
  "MERGES",
  "DELIVERIES",
  "BROWSER_POOL",
  "DELIVERY_ATTEMPTS",
  "TOOLS",
  "TOOL_WORKERS",
  "WORKSPACES",
  "KEY_LIMIT",
  "MERGE_LIMIT",
  "LOGIN_LIMIT",
] as const;

let checked: { env: Env; settings: Settings } | undefined;

/**
 * The settings of an environment, checked once per isolate.
 * @throws Failure `misconfigured`, naming every missing binding and wrong variable
 */
export function readSettings(env: Env): Settings {
  if (checked?.env === env) return checked.settings;

  const missing = BINDINGS.filter((name) => env[name] === undefined);
  if (missing.length > 0) {
    throw new Failure("misconfigured", `The Worker lacks the binding ${missing.join(", ")}: add it to wrangler.toml.`);
  }

  const parsed = settingsSchema.safeParse(env);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${settingMessage(issue)}`);
    throw new Failure("misconfigured", `The Worker's settings are not right: ${wrong.join("; ")}.`);
  }

  const { PUBLIC_BASE_URL, API_KEY, API_SECRET, CLIENT_ADDRESS_HEADER } = parsed.data;
  if ((API_KEY === undefined) !== (API_SECRET === undefined)) {
    throw new Failure("misconfigured", "API_KEY and API_SECRET are a pair: set both or neither.");
  }

  const { SIGN_IN_ISSUERS, ACCESS_TEAM, ACCESS_AUDIENCE, OUTBOUND_RESOLVER_URL, CONSENT_CLIENTS } = parsed.data;
  if ((ACCESS_TEAM === undefined) !== (ACCESS_AUDIENCE === undefined)) {
    throw new Failure("misconfigured", "ACCESS_TEAM and ACCESS_AUDIENCE are a pair: set both or neither.");
  }

  const misplaced = wrongPlace(parsed.data);
  if (misplaced !== undefined) throw new Failure("misconfigured", `${misplaced}.`);

  const settings: Settings = {
    publicBaseUrl: PUBLIC_BASE_URL,
    fixedCredentials: API_KEY && API_SECRET ? { keyId: API_KEY, secret: API_SECRET } : undefined,
    clientAddressHeader: CLIENT_ADDRESS_HEADER?.toLowerCase(),
    signInIssuers: SIGN_IN_ISSUERS ?? [],
    accessTeam: ACCESS_TEAM && ACCESS_AUDIENCE ? { name: ACCESS_TEAM, audience: ACCESS_AUDIENCE } : undefined,
    consentClients: CONSENT_CLIENTS ?? {},
    resolverUrl: OUTBOUND_RESOLVER_URL ?? DEFAULT_RESOLVER_URL,
  };
  checked = { env, settings };

  return settings;
}

/** What a setting must be; in a union the last shape is the setting's own. */
function settingMessage(issue: z.core.$ZodIssue): string {
  return issue.code === "invalid_union" ? (issue.errors.at(-1)?.[0]?.message ?? issue.message) : issue.message;
}
