import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error: it has no types of its own, and what is used of it is described below
import Provider from "oidc-provider";

/** An account of the provider: what its ID tokens say. */
export interface ProviderAccount {
  subject: string;
  claims: Record<string, unknown>;
}

/** A whole OpenID provider on the loopback, which signs in whoever `account` says without asking. */
export interface OpenIdProvider extends AsyncDisposable {
  issuer: string;
  account: ProviderAccount;
  /** Follows an authorization address as a browser would, to the address that the provider sends it back to. */
  visit(url: string): Promise<URL>;
}

export async function openIdProvider(
  redirectUris: readonly string[],
  { clientId = "docloom", clientSecret = "client-secret" } = {},
): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = { account: { subject: "ada", claims: {} } as ProviderAccount };

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    cookies: { keys: ["test"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...state.account.claims }),
    }),
    async loadExistingGrant(context: { oidc: { client: { clientId: string }; session: { accountId: string } } }) {
      const grant = new provider.Grant({
        clientId: context.oidc.client.clientId,
        accountId: context.oidc.session.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  provider.on("server_error", (_: unknown, error: Error) => console.error(error));
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    const result = { login: { accountId: state.account.subject } };
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });

  return {
    issuer,
    get account() {
      return state.account;
    },
    set account(account) {
      state.account = account;
    },
    async visit(url) {
      const cookies = new Map<string, string>();
      let at = new URL(url);
      while (at.origin === issuer) {
        const response = await fetch(at, {
          redirect: "manual",
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        });
        for (const line of response.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get("location");
        if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
        at = new URL(location, at);
      }
      return at;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
