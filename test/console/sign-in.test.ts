import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { base, type Console, makeDocument, openConsole } from "./console.ts";
import { KEY, SECRET } from "./credentials.ts";

let console: Console;

beforeEach(async () => {
  console = await openConsole({ signedIn: false });
});

afterEach(async () => {
  expect(console.complaints).toEqual([]);
  await console.close();
});

async function enter(key: string, secret: string): Promise<void> {
  await console.fill("API key", key);
  await console.fill("Secret", secret);
  await console.click("button", "Sign in");
}

describe("signing in", () => {
  it("lets somebody in with a key and its secret, to the requested screen", async () => {
    await console.open("/documents?search=nothing-at-all");
    await console.arrive("/sign-in");
    await enter(KEY, SECRET);
    await console.arrive("/documents?search=nothing-at-all");
    await console.see("No matches");
    expect(new URL(console.page.url()).pathname).toBe("/console/documents");
    await console.page.reload();
    await console.see("No matches");
  });

  it("says that a secret is wrong, and keeps the key", async () => {
    await console.open("/sign-in");
    await enter(KEY, "not the secret");
    await console.see("The API key or its secret is wrong");
    await console.seeValue("textbox", "API key", KEY);
  });

  it("names the fields that are empty", async () => {
    await console.open("/sign-in");
    await console.click("button", "Sign in");
    await console.see("Enter the API key.");
    await console.see("Enter the secret that belongs to the key.");
  });

  it("refuses a link that was used before or never made", async () => {
    await console.open("/sign-in#not-a-token");
    await console.see("Sign in");
    await console.find("textbox", "API key");
    expect(console.page.url()).not.toContain("not-a-token");
  });

  it("uses a mailed link when a person presses a button, and not by opening it", async () => {
    await console.open("/sign-in?way=mail#not-a-token");
    await console.see("You have opened the link of a mail");
    expect(console.page.url()).not.toContain("not-a-token");
    await console.click("button", "Sign in now");
    await console.see("There is no such link");
    await console.find("textbox", "API key");
  });

  it("leads nowhere but into the console", async () => {
    await console.open("/sign-in?to=//example.com/");
    await enter(KEY, SECRET);
    await console.see("Latest runs");
    expect(new URL(console.page.url()).origin).toBe(base);
  });
});

describe("a session", () => {
  it("ends on signing out", async () => {
    await console.signIn();
    await console.open("/");
    await console.click("button", "Sign out");
    await console.arrive("/sign-in");
    await console.open("/documents");
    await console.arrive("/sign-in");
  });

  it("is said to go on when signing out does not get through", async () => {
    await console.signIn();
    await console.open("/");
    await console.see("Latest runs");
    await console.page.setOfflineMode(true);
    await console.click("button", "Sign out");
    await console.see("You are still signed in");
    await console.page.setOfflineMode(false);
    await console.click("button", "Try again");
    await console.arrive("/sign-in");
  });

  it("is not ended by a link to the sign-out", async () => {
    await console.signIn();
    await console.open("/sign-out");
    await console.see("Latest runs");
  });

  it("goes on when somebody stays for changes that are not saved", async () => {
    await console.signIn();
    const { id } = await makeDocument();
    await console.open(`/documents/${id}/settings`);
    await console.fill("Document name", "Saved after all");
    await console.click("button", "Sign out");
    await console.see("They will be lost if you leave now.");
    await console.click("button", "Stay here");
    await console.click("button", "Save");
    await console.see("The settings are saved.");
    await console.click("button", "Sign out");
    await console.arrive("/sign-in");
    await console.open("/documents");
    await console.arrive("/sign-in");
  });

  it("that ended in the middle of writing is renewed, and nothing is lost", async () => {
    await console.signIn();
    const { id } = await makeDocument();
    await console.open(`/documents/${id}/settings`);
    await console.fill("Document name", "Written before the end");
    await console.endSession();
    await console.click("button", "Save");
    await console.see("Your session has ended");
    await enter(KEY, SECRET);
    await console.see("The settings are saved.");
    await console.seeValue("textbox", "Document name", "Written before the end");
  });

  it("is of no use to other websites: no framing, no reading, no writing", async () => {
    const page = await fetch(`${base}/console/`);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
    await console.signIn();
    const cookies = await console.page.browserContext().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    expect(cookies.every(({ httpOnly, sameSite }) => httpOnly && sameSite === "Strict")).toBe(true);
    const written = await fetch(`${base}/api/documents`, {
      method: "POST",
      headers: {
        cookie,
        origin: "https://example.com",
        "sec-fetch-site": "cross-site",
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: "x", type: "html", html: "x" }),
    });
    expect(written.status).toBe(403);
  });
});
