import {
  AuthorizationError,
  type AuthRequest,
  authorizationErrorRedirect,
  OAuthAuthorizationServer,
  OAuthError,
  type OAuthHelpers,
} from "@cloudflare/workers-oauth-provider";
import * as z from "zod";
import { LENT_RIGHTS, lentRights } from "../domain/access/rights.ts";
import { Failure } from "../domain/failure.ts";
import type { Caller, RequestContext } from "../http/context.ts";
import { isSecureRoot } from "../http/secure-root.ts";
import { ADDIN_CLIENT_ID, addinClient } from "./addin-client.ts";
import { RecordConflict, recordNamespace } from "./record-namespace.ts";

/** For whom a token acts; rights are those of the person at the moment of use, as far as the token's scopes reach. */
export interface ApplicationProps {
  workspaceId: string;
  personId: string;
}

const ACCESS_TOKEN_SECONDS = 60 * 60;
/** For how long a token renews others after its last use. */
export const REFRESH_TOKEN_SECONDS = 60 * 24 * 60 * 60;

/** What the library is given of the environment. */
interface ServerEnv {
  OAUTH_KV: KVNamespace;
  isMember(props: ApplicationProps): Promise<boolean>;
}

const servers = new Map<string, OAuthAuthorizationServer<ServerEnv>>();
const MAX_SERVERS = 20;

/** What tokens are for: the interface, and its MCP server. */
export const resourcesOf = (publicBaseUrl: string): string[] => [publicBaseUrl, `${publicBaseUrl}/mcp`];

/** Where a person is asked. */
export const authorizeAddress = (publicBaseUrl: string): string => `${publicBaseUrl}/console/authorize`;

/** The authorization server under one root of addresses (OAuth 2.1; RFC 8414, 7591, 7009, 9207). */
function serverOf(publicBaseUrl: string): OAuthAuthorizationServer<ServerEnv> {
  const kept = servers.get(publicBaseUrl);
  if (kept) return kept;
  if (!isSecureRoot(publicBaseUrl))
    throw new Failure(
      "not_found",
      `Applications are let in over https only, or at localhost, and this service is at ${publicBaseUrl}.`,
    );
  const server = new OAuthAuthorizationServer<ServerEnv>({
    issuer: publicBaseUrl,
    authorizeEndpoint: authorizeAddress(publicBaseUrl),
    tokenEndpoint: `${publicBaseUrl}/oauth/token`,
    clientRegistrationEndpoint: `${publicBaseUrl}/oauth/register`,
    resources: resourcesOf(publicBaseUrl),
    defaultResource: publicBaseUrl,
    scopesSupported: [...LENT_RIGHTS],
    accessTokenTTL: ACCESS_TOKEN_SECONDS,
    refreshTokenTTL: REFRESH_TOKEN_SECONDS,
    refreshTokenIdleTTL: REFRESH_TOKEN_SECONDS,
    async tokenExchangeCallback({ props, env }) {
      if (!(await env.isMember(props as ApplicationProps)))
        throw new OAuthError("invalid_grant", { description: "The person is no longer a member of the workspace." });
    },
  });
  if (servers.size >= MAX_SERVERS) servers.clear();
  servers.set(publicBaseUrl, server);
  return server;
}

function serverEnv({ store, now, settings }: RequestContext): ServerEnv {
  const fixed = { [`client:${ADDIN_CLIENT_ID}`]: addinClient(settings.publicBaseUrl) };
  return {
    OAUTH_KV: recordNamespace(store.control.applicationRecords, now, fixed),
    async isMember({ workspaceId, personId }) {
      return (await store.memberships.byPerson(workspaceId, personId)) !== undefined;
    },
  };
}

/** The server's own endpoints: tokens, revocation, registration, metadata. */
export async function answerApplication(context: RequestContext): Promise<Response> {
  const { publicBaseUrl } = context.settings;
  const { request } = context;
  // Behind a proxy the request comes to another address than the one that clients know.
  const { pathname, search } = new URL(request.url);
  const asked = new Request(`${publicBaseUrl}${pathname}${search}`, request);
  try {
    return await serverOf(publicBaseUrl).fetch(asked, serverEnv(context), context.executionContext);
  } catch (error) {
    if (!(error instanceof RecordConflict)) throw error;
    context.log.failure("application.used_twice", error);
    return Response.json(
      { error: "temporarily_unavailable", error_description: "The code or token is being used by another request." },
      { status: 503, headers: { "retry-after": "1" } },
    );
  }
}

/** Why a request of an application cannot be granted, in words; undefined if that is not what went wrong. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof AuthorizationError ? error.description : undefined;

/** Where the browser goes if the person turns an application away. */
export const denialOf = (request: AuthRequest): string => authorizationErrorRedirect(request, "access_denied");

/** What the consent page and the list of applications need. */
export const applicationHelpers = (context: RequestContext): OAuthHelpers =>
  serverOf(context.settings.publicBaseUrl).getOAuthApi(serverEnv(context));

const propsSchema = z.object({ workspaceId: z.string(), personId: z.string() });

/**
 * Who a token stands for, with what its person may at this moment as far as it was lent. One request of an MCP client calls both
 * of what tokens are for, so that a token for either is one for both.
 */
export async function applicationCaller(context: RequestContext, token: string): Promise<Caller | undefined> {
  if (!isSecureRoot(context.settings.publicBaseUrl)) return undefined;
  const found = await applicationHelpers(context).unwrapToken(token);
  const props = propsSchema.safeParse(found?.grant.props);
  if (!found || !props.success) return undefined;
  const { workspaceId, personId } = props.data;
  const access = await context.store.memberships.access(workspaceId, personId);
  if (!access) return undefined;
  const { person, rights, storedBytes } = access;

  return {
    workspaceId,
    keyId: "",
    storedBytes,
    person,
    application: { id: found.grantId },
    rights: lentRights(rights, found.scope),
  };
}
