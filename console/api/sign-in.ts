import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, type Schemas, sendOnce } from "./client.ts";

export type SignInIssuer = Schemas["SignInIssuer"];

/** How people can sign in at this address. */
export const waysQuery = queryOptions({
  queryKey: ["ways to sign in"],
  queryFn: () => dataOf(api.GET("/api/sign-in", { fetch: sendOnce })),
  staleTime: 60_000,
});

/** Issuers for the domain of an address. */
export const issuersFor = (email: string): Promise<SignInIssuer[]> =>
  dataOf(api.POST("/api/sign-in/issuers", { body: { email }, fetch: sendOnce }));

/** Has a link mailed, if somebody here has the address. */
export async function mailLink(email: string, to: string): Promise<void> {
  await api.POST("/api/sign-in/mail", { body: { email, to }, fetch: sendOnce });
}

/** @returns where to go */
export async function openMailLink(token: string): Promise<string> {
  const { to } = await dataOf(api.POST("/api/sign-in/mail/use", { body: { token }, fetch: sendOnce }));
  return to;
}

/** Leaves the console for an issuer, which sends the browser back to `to`. */
export async function goToIssuer(issuer: string, to: string, { email, fresh }: { email?: string; fresh: boolean }) {
  const { url } = await dataOf(
    api.POST("/api/sign-in/openid/{issuer}", {
      params: { path: { issuer } },
      body: { to, ...(email ? { email } : {}), ...(fresh ? { fresh: 1 } : {}) },
      fetch: sendOnce,
    }),
  );
  window.location.assign(url);
}

/** @returns where to go */
export async function signInByAccess(to: string): Promise<string> {
  return (await dataOf(api.POST("/api/sign-in/access", { body: { to }, fetch: sendOnce }))).to;
}

/** Asks the browser for a passkey of this service. @returns where to go */
export async function signInByPasskey(to: string): Promise<string> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const options = await dataOf(api.POST("/api/sign-in/passkey/options", { fetch: sendOnce }));
  const response = await startAuthentication({ optionsJSON: options as never });
  const body = { challenge: options.challenge, response: response as never, to };
  return (await dataOf(api.POST("/api/sign-in/passkey", { body, fetch: sendOnce }))).to;
}

/** Has the browser make a passkey, and adds it. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const options = await dataOf(api.POST("/api/passkeys/options"));
  const response = await startRegistration({ optionsJSON: options as never });
  await api.POST("/api/passkeys", { body: { name, challenge: options.challenge, response: response as never } });
}

/** Why a browser gave no passkey, in words; undefined if it is not the browser's failure. */
export function passkeyFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "NotAllowedError" || error.name === "AbortError")
    return "No passkey was used. If yours is lost, sign in another way and remove it under “Ways to sign in”.";
  if (error.name === "InvalidStateError") return "This device has a passkey for your account already.";
  if (error.name === "NotSupportedError") return "This browser or device cannot keep passkeys.";
  return undefined;
}
