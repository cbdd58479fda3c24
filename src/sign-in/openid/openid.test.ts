import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenIdProvider, openIdProvider } from "../../../test/support/servers/openid-provider.ts";
import { outboundPolicy } from "../../outbound/outbound-policy.ts";
import { SignInError } from "../sign-in-error.ts";
import { beginAuthorization, redirectUri } from "./authorization.ts";
import { finishAuthorization } from "./identity.ts";
import { type Issuer, parseDeploymentIssuers } from "./issuer.ts";

const publicBaseUrl = "http://docloom.test";
const named = { id: "company", name: "Company", clientId: "docloom", clientSecret: "client-secret" };
let provider: OpenIdProvider;
let other: OpenIdProvider;
let issuer: Issuer;
const policy = outboundPolicy({});
const service = { policy, publicBaseUrl };

beforeAll(async () => {
  const callback = redirectUri(publicBaseUrl, { ...named, issuer: "" });
  [provider, other] = await Promise.all([openIdProvider([callback]), openIdProvider([callback])]);
  issuer = { ...named, issuer: provider.issuer };
});
afterAll(async () => {
  await provider[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

const begin = (fresh = false) => beginAuthorization(issuer, { ...service, fresh });
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof SignInError ? error.problem : String(error)),
  );

it("gives issuer and subject of whom a real provider signed in, by code, PKCE, state and nonce", async () => {
  provider.account = { subject: "ada-1", claims: { email: "Ada@Example.com", email_verified: true, name: "Ada" } };
  const { url, secrets } = await begin();
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: `${publicBaseUrl}/api/sign-in/openid/company/callback`,
  });
  const callback = await provider.visit(url);
  expect(callback.searchParams.get("iss")).toBe(provider.issuer);
  expect(await finishAuthorization(issuer, callback, secrets, service)).toEqual({
    issuer: provider.issuer,
    subject: "ada-1",
    email: "Ada@Example.com",
    isEmailVerified: true,
    name: "Ada",
    hostedDomain: undefined,
  });
});

it("asks for a fresh sign-in, and holds the token to it", async () => {
  const { url, secrets } = await begin(true);
  expect(new URL(url).searchParams.get("prompt")).toBe("login");
  const callback = await provider.visit(url);
  expect((await finishAuthorization(issuer, callback, secrets, service)).subject).toBe("ada-1");
});

it("takes no answer to another sign-in: state, nonce, verifier and code each belong to it alone", async () => {
  const { url, secrets } = await begin();
  const { secrets: others } = await begin();
  const forged = await provider.visit(url);
  const finish = (changed: Partial<typeof secrets>) =>
    problemOf(finishAuthorization(issuer, forged, { ...secrets, ...changed }, service));
  expect(await finish({ state: others.state })).toBe("token_refused");
  expect(await finish({ codeVerifier: others.codeVerifier })).toBe("token_refused");

  const again = await begin();
  const callback = await provider.visit(again.url);
  expect(
    await problemOf(finishAuthorization(issuer, callback, { ...again.secrets, nonce: others.nonce }, service)),
  ).toBe("token_refused");
  expect(await problemOf(finishAuthorization(issuer, callback, again.secrets, service))).toBe("token_refused");
});

it("takes no answer of another issuer (mix-up): iss is another's, or is left out", async () => {
  const { url, secrets } = await begin();
  const callback = await provider.visit(url);
  const mixedUp = new URL(callback);
  mixedUp.searchParams.set("iss", other.issuer);
  expect(await problemOf(finishAuthorization(issuer, mixedUp, secrets, service))).toBe("token_refused");
  const without = new URL(callback);
  without.searchParams.delete("iss");
  expect(await problemOf(finishAuthorization(issuer, without, secrets, service))).toBe("token_refused");
  // The other issuer does not know the code, and its tokens name itself.
  const atOther = { ...issuer, issuer: other.issuer };
  expect(await problemOf(finishAuthorization(atOther, mixedUp, secrets, service))).toBe("token_refused");
});

it("tells a declined sign-in from an issuer that is down", async () => {
  const { url, secrets } = await begin();
  const declined = new URL(redirectUri(publicBaseUrl, issuer));
  for (const [name, value] of [
    ["error", "access_denied"],
    ["state", secrets.state],
    ["iss", provider.issuer],
  ] as const)
    declined.searchParams.set(name, value);
  expect(await problemOf(finishAuthorization(issuer, declined, secrets, service))).toBe("issuer_declined");
  expect(url).toContain(provider.issuer);

  const down = { ...issuer, issuer: "http://127.0.0.1:9" };
  expect(await problemOf(beginAuthorization(down, { ...service, fresh: false }))).toBe("issuer_unavailable");
});

it("reaches an issuer inside the network if the deployment set it, never one that a workspace set", async () => {
  const ofWorkspace = { ...issuer, workspaceId: "w1" };
  const internal = { ...policy, internalHosts: [new URL(provider.issuer).host] };
  const begun = beginAuthorization(ofWorkspace, { policy: internal, publicBaseUrl, fresh: false });
  await expect(begun).rejects.toMatchObject({ problem: "issuer_unavailable" });
});

it("reads the deployment's issuers, and says what is wrong with them", () => {
  const setting = JSON.stringify([
    { id: "google", name: "Google", issuer: "https://accounts.google.com", client_id: "a", client_secret: "b" },
    { id: "entra", name: "Entra", issuer: "https://login.example/t/v2.0", client_id: "c", trusts_email: true },
  ]);
  expect(parseDeploymentIssuers(setting)).toMatchObject([
    { id: "google", clientId: "a", clientSecret: "b", trustsEmail: false },
    { id: "entra", clientId: "c", trustsEmail: true },
  ]);
  for (const wrong of ["", "{}", '[{"id":"A b"}]', '[{"id":"a","name":"A","issuer":"ftp://x","client_id":"c"}]'])
    expect(parseDeploymentIssuers(wrong), wrong).toHaveProperty("problem");
});
