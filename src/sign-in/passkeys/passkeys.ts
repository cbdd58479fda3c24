import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type * as z from "zod";
import type { authenticationSchema, registrationSchema } from "./passkey-answers.ts";
import type { RelyingParty } from "./relying-party.ts";

/** A passkey as it is kept. */
export interface Passkey {
  /** The credential's id, base64url. */
  id: string;
  /** COSE. */
  publicKey: Uint8Array;
  /** Uses that the authenticator has counted; 0 forever where it does not count. */
  counter: number;
  transports: string[];
  /** Whether the authenticator keeps copies elsewhere: losing the device does not lose it. */
  isBackedUp: boolean;
}

const TIMEOUT_MS = 5 * 60 * 1000;
/** What the browser needs to make a passkey for a person. */
export function creationOptions(
  party: RelyingParty,
  person: { id: string; email: string; name: string },
  existing: readonly Pick<Passkey, "id" | "transports">[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: "Docloom",
    rpID: party.id,
    userID: Uint8Array.from(new TextEncoder().encode(person.id)),
    userName: person.email,
    userDisplayName: person.name || person.email,
    timeout: TIMEOUT_MS,
    // Which make of device it is does not matter here, and asking for it would tell about the person.
    attestationType: "none",
    excludeCredentials: existing.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * The new passkey of an answer to `creationOptions`; undefined if it is none: another challenge, page or host, or nobody was
 * verified.
 */
export async function verifiedRegistration(
  party: RelyingParty,
  response: z.output<typeof registrationSchema>,
  challenge: string,
): Promise<Passkey | undefined> {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(refused);
  if (!verified || !registrationInfo) return undefined;
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    id: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    transports: response.response.transports ?? [],
    isBackedUp: credentialBackedUp,
  };
}

/** What the browser needs to use a passkey: it shows whichever it has for this service, so that nothing tells who exists. */
export function requestOptions(party: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({ rpID: party.id, timeout: TIMEOUT_MS, userVerification: "required" });
}

/** The passkey's new count if it was used as asked; undefined if not. */
export async function verifiedUse(
  party: RelyingParty,
  response: z.output<typeof authenticationSchema>,
  challenge: string,
  passkey: Passkey,
): Promise<{ counter: number; isBackedUp: boolean } | undefined> {
  const { id, publicKey, counter } = passkey;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id, publicKey: Uint8Array.from(publicKey), counter },
  }).catch(refused);
  if (!verified || !authenticationInfo) return undefined;
  return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
}

/** The library throws where an answer is not as expected, which is an answer that anybody can send. */
const refused = (): { verified: false; registrationInfo?: never; authenticationInfo?: never } => ({ verified: false });
