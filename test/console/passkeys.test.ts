import type { CDPSession } from "puppeteer-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addAuthenticator } from "./authenticator.ts";
import { base, type Console, call, openConsole } from "./console.ts";

/** Passkeys as people use them, with the authenticator that Chromium has for tests, at the name that `npm start` prints for it. */

const { port } = new URL(base);
const named = `http://localhost:${port}/console`;

let console: Console;
let devtools: CDPSession;
let authenticatorId: string;

beforeEach(async () => {
  console = await openConsole({ signedIn: false });
  ({ devtools, authenticatorId } = await addAuthenticator(console.page));
});

afterEach(async () => {
  expect(console.complaints).toEqual([]);
  await console.close();
});

/** @returns what the link of an invitation ends with */
async function invitation(): Promise<string> {
  const email = `paula-${crypto.randomUUID().slice(0, 6)}@example.com`;
  const { link } = await call<{ link: string }>("POST", "/api/invitations", { email, role: "editor" });
  return new URL(link).hash;
}

/** Opens an invitation's link under `root`, and accepts. */
async function accept(root: string): Promise<void> {
  await console.page.goto(`${root}/invitation${await invitation()}`);
  await acceptShown();
}

async function acceptShown(): Promise<void> {
  await console.fill("Your name", "Paula");
  await console.click("button", "Accept the invitation");
  await console.see("You are in");
}

const credentials = async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials;

const signedIn = () =>
  console.page.evaluate(async () => (await (await fetch("/api/sessions/current")).json()) as Record<string, unknown>);

it("somebody who was invited makes one, signs out, and is in again by it, where they wanted to go", async () => {
  await accept(named);
  await console.click("button", "Add a passkey on this device");
  await console.see("The passkey is added");
  expect(await credentials()).toMatchObject([
    { isResidentCredential: true, rpId: "localhost", userName: expect.stringMatching(/^paula-/) },
  ]);
  await console.click("link", "Go to Default");
  await console.click("button", "Sign out");
  await console.arrive("/sign-in");

  await console.page.goto(`${named}/documents?search=nothing-at-all`);
  await console.arrive("/sign-in");
  await console.click("button", "Use a passkey");
  await console.see("No matches");
  expect(console.address).toBe("/documents?search=nothing-at-all");
  expect(await signedIn()).toMatchObject({ person: "Paula", way: "passkey" });
});

it("one that is lost or removed is said to be so, and the other ways stay", async () => {
  await accept(named);
  await console.page.goto(`${named}/account?part=ways`);
  await console.click("button", "Add a passkey");
  await console.fill("Name", "Laptop");
  await console.click("button", "Add the passkey");
  await console.see("The passkey was added.");

  // A device that has one makes no second.
  await console.click("button", "Add a passkey");
  await console.fill("Name", "Laptop again");
  await console.click("button", "Add the passkey");
  await console.see("This device has a passkey for your account already.");
  await console.page.keyboard.press("Escape");

  await console.click("button", "Remove Laptop");
  await console.click("button", "Remove the passkey");
  await console.see("The passkey is removed.");
  await console.click("button", "Sign out");
  await console.click("button", "Use a passkey");
  await console.see("This passkey is not known here: it was removed, or made for another service.");

  await devtools.send("WebAuthn.clearCredentials", { authenticatorId });
  await console.click("button", "Use a passkey");
  await console.see("No passkey was used. If yours is lost, sign in another way");
  await console.find("textbox", "API key");
});

it("none is made or used unless the device has verified whose it is", async () => {
  await accept(named);
  await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await console.click("button", "Add a passkey on this device");
  await console.see("No passkey was used.");
  expect(await credentials()).toEqual([]);
});

describe("at an IP address", () => {
  const reason = `Browsers make no passkeys for the bare address 127.0.0.1. Open http://localhost:${port} instead.`;
  const seeNoButton = async (name: string) =>
    expect(await console.page.$(`::-p-aria([name="${name}"][role="button"])`)).toBeNull();

  it("none is offered, and the pages say why", async () => {
    await console.open("/sign-in");
    await console.see(reason);
    await seeNoButton("Use a passkey");
    await accept(`${base}/console`);
    await seeNoButton("Add a passkey on this device");
    await console.open("/account?part=ways");
    await console.see(reason);
    const add = await console.find("button", "Add a passkey");
    expect(await add.evaluate((button) => (button as HTMLButtonElement).disabled)).toBe(true);
  });

  it("an invitation, which works once, leads to where there are some before it is used", async () => {
    await console.open(`/invitation${await invitation()}`);
    await console.see(reason);
    await console.click("link", "Open the invitation there");
    await console.arrive(`${named}/invitation`);
    await acceptShown();
    await console.click("button", "Add a passkey on this device");
    await console.see("The passkey is added");
  });
});
