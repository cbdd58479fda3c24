import { comparableEmail } from "../../domain/access/person.ts";
import { domainOfEmail } from "../email-address.ts";
import { SignInError } from "../sign-in-error.ts";
import { GOOGLE } from "./google.ts";
import type { OpenIdIdentity } from "./identity.ts";
import type { DeploymentIssuer, Issuer } from "./issuer.ts";

/**
 * The address by which somebody may be found who signs in with an issuer for the first time. Afterwards issuer and subject are
 * the person, and addresses are not looked at.
 * @throws SignInError `email_not_verified`
 */
export function admittedEmail(
  identity: OpenIdIdentity,
  issuer: { of: "deployment"; issuer: DeploymentIssuer } | { of: "workspace"; issuer: Issuer; domain: string },
): string {
  const refused = (detail: string) => new SignInError("email_not_verified", detail);
  const email = identity.email === undefined ? undefined : comparableEmail(identity.email);
  if (email === undefined) throw refused("The token has no e-mail address that can be used.");
  if (identity.isEmailVerified === false) throw refused("Its email_verified is false.");

  if (issuer.of === "deployment") {
    if (identity.isEmailVerified !== true && !issuer.issuer.trustsEmail)
      throw refused("The token does not say email_verified.");
    return email;
  }
  if (domainOfEmail(email) !== issuer.domain) throw refused(`The address is not of ${issuer.domain}.`);
  // Of accounts that are no company's anybody may have one under any address.
  if (identity.issuer === GOOGLE && identity.hostedDomain !== issuer.domain)
    throw refused(`The account is not one of ${issuer.domain} at Google.`);
  return email;
}
