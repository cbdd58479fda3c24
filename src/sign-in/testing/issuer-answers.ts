import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** Who is at the issuer: what its ID tokens say. */
interface Account {
  subject: string;
  claims: JWTPayload;
}

const sha256Base64url = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("base64url");

/** An OpenID issuer which signs in whoever `account` says without asking. */
export interface IssuerAnswers {
  readonly issuer: string;
  account: Account;
  /** Whether it answers. */
  isUp: boolean;
  /** Texts of TXT records by their names; undefined: the resolver does not answer. */
  records: Readonly<Record<string, string>> | undefined;
  /** What its clients have proved themselves by. */
  readonly secrets: string[];
  /** Leads nowhere but to the issuer, and to the resolver that finds it. */
  readonly fetch: typeof fetch;
  /** Goes to the issuer as a browser does; the path at the service that it is sent back to. */
  visit(address: string): string;
}

/** An issuer that nobody else has. It holds a code to its redirect address and its verifier (PKCE). */
export async function issuerAnswers(): Promise<IssuerAnswers> {
  const issuer = `https://${crypto.randomUUID()}.example`;
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const begun = new Map<string, URLSearchParams>();

  const state: IssuerAnswers = {
    issuer,
    account: { subject: "ada", claims: {} },
    isUp: true,
    records: {},
    secrets: [],
    async fetch(input, init) {
      const url = new URL(String(input instanceof Request ? input.url : input));
      if (url.pathname.includes("dns-query")) return resolved(url);
      if (url.origin !== issuer) throw new Error(`${url.host} is not to be asked.`);
      if (!state.isUp) return new Response("Bad gateway", { status: 502 });
      if (url.pathname === "/jwks")
        return Response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: "ES256" }] });
      return url.pathname === "/token" ? await tokens(init) : Response.json(METADATA);
    },
    visit(address) {
      const asked = new URL(address).searchParams;
      const code = crypto.randomUUID();
      begun.set(code, asked);
      const back = new URL(asked.get("redirect_uri") ?? "");
      const answer = { code, state: asked.get("state") ?? "", iss: issuer };
      return `${back.pathname}?${new URLSearchParams(answer)}`;
    },
  };

  const METADATA = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["ES256"],
    authorization_response_iss_parameter_supported: true,
  };

  function resolved(url: URL): Response {
    if (url.searchParams.get("type") !== "TXT")
      return Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] });
    if (!state.records) return new Response("Bad gateway", { status: 502 });
    const text = state.records[url.searchParams.get("name") ?? ""];
    return Response.json(
      text === undefined ? { Status: 3 } : { Status: 0, Answer: [{ type: 16, data: JSON.stringify(text) }] },
    );
  }

  async function tokens(init: RequestInit | undefined): Promise<Response> {
    const form = new URLSearchParams(String(init?.body));
    const [, login = ""] = /^Basic (.*)$/.exec(new Headers(init?.headers).get("authorization") ?? "") ?? [];
    state.secrets.push(atob(login).split(":")[1] ?? "");
    const asked = begun.get(form.get("code") ?? "");
    begun.delete(form.get("code") ?? "");
    const isHeld =
      asked?.get("redirect_uri") === form.get("redirect_uri") &&
      asked?.get("code_challenge") === (await sha256Base64url(form.get("code_verifier") ?? ""));
    if (!isHeld) return Response.json({ error: "invalid_grant" }, { status: 400 });
    const { subject, claims } = state.account;
    const token = new SignJWT({ nonce: asked?.get("nonce") ?? "", ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "1" })
      .setIssuer(issuer)
      .setSubject(subject)
      .setAudience(asked?.get("client_id") ?? "")
      .setIssuedAt()
      .setExpirationTime("5m");
    return Response.json({ access_token: "a", token_type: "Bearer", id_token: await token.sign(privateKey) });
  }

  return state;
}
