import { expect, it } from "vitest";
import { admittedEmail } from "./admission.ts";
import type { OpenIdIdentity } from "./identity.ts";

const identity: OpenIdIdentity = {
  issuer: "https://id.example",
  subject: "1",
  email: "Ada@Example.com",
  isEmailVerified: true,
  authenticatedAt: undefined,
  name: "Ada",
  hostedDomain: undefined,
};
const settings = { id: "a", name: "A", issuer: "https://id.example", clientId: "c" };
const deployment = { of: "deployment", issuer: { ...settings, trustsEmail: false } } as const;
const workspace = { of: "workspace", issuer: { ...settings, workspaceId: "w1" }, domain: "example.com" } as const;

it("an issuer of the deployment is believed what it has verified, or all that it says if the operator trusts it", () => {
  expect(admittedEmail(identity, deployment)).toBe("ada@example.com");
  const silent = { ...identity, isEmailVerified: undefined };
  expect(() => admittedEmail(silent, deployment)).toThrow(/email_verified/);
  const trusting = { ...deployment, issuer: { ...deployment.issuer, trustsEmail: true } };
  expect(admittedEmail(silent, trusting)).toBe("ada@example.com");
  expect(() => admittedEmail({ ...identity, isEmailVerified: false }, trusting)).toThrow(/false/);
});

it("a workspace's issuer speaks for addresses of its domain only, and not for look-alikes", () => {
  expect(admittedEmail({ ...identity, isEmailVerified: undefined }, workspace)).toBe("ada@example.com");
  for (const email of [
    "ada@example.org",
    "ada@sub.example.com",
    "ada@exаmple.com",
    "ada@example.com.evil.example",
    undefined,
  ])
    expect(() => admittedEmail({ ...identity, email }, workspace), email).toThrow();
});

it("at Google, the account has to be one of the domain's own directory", () => {
  const atGoogle = { ...identity, issuer: "https://accounts.google.com" };
  expect(() => admittedEmail(atGoogle, workspace)).toThrow(/at Google/);
  expect(() => admittedEmail({ ...atGoogle, hostedDomain: "example.org" }, workspace)).toThrow(/at Google/);
  expect(admittedEmail({ ...atGoogle, hostedDomain: "example.com" }, workspace)).toBe("ada@example.com");
});
