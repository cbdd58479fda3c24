import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addAuthenticator } from "./authenticator.ts";
import { sent } from "./colleagues.ts";
import { base, type Console, call, makeDocument, merge, openConsole } from "./console.ts";

/** Between two keys of somebody who types with ten fingers, in milliseconds. */
const TYPING_MS = 90;

const opened: Console[] = [];
let owner: Console;

async function open(options: { width?: number } = {}): Promise<Console> {
  const console = await openConsole({ ...options, signedIn: false });
  opened.push(console);
  return console;
}

beforeEach(async () => {
  owner = await open();
  await owner.signIn();
});

afterEach(async () => {
  for (const console of opened.splice(0)) {
    expect(console.complaints).toEqual([]);
    await console.close();
  }
});

interface Guest {
  name: string;
  email: string;
  role: string;
}

const guest = (name: string, role: string): Guest => ({
  name,
  role,
  email: `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 6)}@example.com`,
});

/** What follows # in the link that the dialog shows. */
async function shownToken(): Promise<string> {
  await owner.see("Give this link to");
  const link = await owner.page.$eval("[role=dialog] code", (code) => code.textContent ?? "");
  return new URL(link).hash.slice(1);
}

/** Fills the dialog that is open. @returns the token of the link */
async function invite({ email, role }: Guest, folder = ""): Promise<string> {
  // Who invites five copies the other addresses.
  await owner.fill("E-mail address", email, role === "Editor" ? TYPING_MS : undefined);
  await owner.click("radio", role);
  if (folder) {
    await owner.click("button", "Another role in a folder");
    await owner.choose("Folder 1", folder);
  }
  await owner.click("button", "Invite");
  return shownToken();
}

/** Opens the link in a browser of its own, and accepts. */
async function accept(token: string, { name }: Guest, options: { width?: number } = {}): Promise<Console> {
  const console = await open(options);
  await console.open(`/invitation#${token}`);
  await console.fill("Your name", name, TYPING_MS);
  await console.click("button", "Accept the invitation");
  await console.see("You are in");
  return console;
}

describe("an office", () => {
  it("begins with its first owner, who invites five people, lets one go, and an auditor gets the proof", async () => {
    const { url } = await makeDocument({ folder: "HR" });
    await owner.open("/people");
    await owner.click("button", "Name the first owner");
    await owner.fill("Your name", "Olga Owner", TYPING_MS);
    await owner.fill("Your e-mail address", "olga@example.com", TYPING_MS);
    await owner.click("button", "Become the owner");
    await owner.see("Olga Owner is the owner of this workspace");
    await owner.see("you");

    const guests = [
      guest("Vera", "Viewer"),
      guest("Edda", "Editor"),
      guest("Otto", "Owner"),
      guest("Anna", "Auditor"),
      guest("Viktor", "Viewer"),
    ] as const;
    const [vera, edda, otto, anna, viktor] = guests;
    await owner.click("button", "Invite somebody");
    const tokens: string[] = [];
    for (const each of guests) {
      tokens.push(await invite(each, each === edda ? "HR" : ""));
      if (each !== viktor) await owner.click("button", "Invite somebody else");
    }
    await owner.click("button", "Done");
    for (const { email } of guests) await owner.see(email);

    const [ofVera = "", ofEdda = "", ofOtto = "", ofAnna = ""] = tokens;
    await accept(ofVera, vera, { width: 360 });
    const editor = await accept(ofEdda, edda);
    const second = await accept(ofOtto, otto);
    const auditor = await accept(ofAnna, anna);
    await owner.page.reload();
    await owner.see("Nothing in HR");
    // No mail leaves this service: who has made no passkey depends on the session that the invitation opened.
    await owner.see("no way yet");

    // What HR has is not there for who may nothing in it.
    await editor.click("link", "Go to Default");
    await editor.see("Latest runs");
    expect((await sent(editor, "GET", "/api/folders")).text).not.toContain("HR");

    // Otto makes a key, knows the address of a document, and leaves the company.
    expect((await sent(second, "POST", "/api/keys", { name: "Otto's script" })).status).toBe(200);
    await owner.click("button", "Actions for Otto");
    await owner.click("menuitem", "Let go");
    await owner.see("Otto's script");
    await owner.click("radio", "Hand them over: programs go on. Whoever knows a secret still can use it");
    const box = await owner.page.waitForSelector("[role=dialog] input[type=checkbox]");
    await box?.click();
    await owner.click("button", "Let Otto go");
    await owner.see("Otto is no member any more.");
    expect((await sent(second, "GET", "/api/user")).status).toBe(401);
    const keys = await call<{ name: string; made_by: string; revoked_at: string }[]>("GET", "/api/keys");
    const people = await call<{ id: string; name: string }[]>("GET", "/api/people");
    const olga = people.find(({ name }) => name === "Olga Owner");
    expect(keys.find(({ name }) => name === "Otto's script")).toMatchObject({ made_by: olga?.id, revoked_at: "" });
    expect((await fetch(new URL(new URL(url).pathname, base), { method: "POST" })).status).toBe(404);

    // The auditor reads who did it, has the log checked, and takes it along.
    await auditor.open("/log");
    await auditor.see("Olga Owner let go Otto");
    await auditor.click("button", "Check");
    await auditor.see("Nothing was changed, taken out or cut off.");
    const exported = await sent(auditor, "GET", "/api/audit/export?format=ndjson");
    expect(exported.status).toBe(200);
    expect(exported.text).toContain("person.let_go");
  }, 120_000);

  it("does the same on phones, where somebody comes again by a passkey", async () => {
    const width = 360;
    owner = await open({ width });
    await owner.signIn();
    const fits = async (console: Console) => {
      await console.settle();
      expect(await console.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    };
    const [olaf, astrid, petra] = [guest("Olaf", "Viewer"), guest("Astrid", "Auditor"), guest("Petra", "Operator")];
    await owner.open("/people");
    await owner.click("button", "Invite somebody");
    const tokens: string[] = [];
    for (const each of [olaf, astrid, petra]) {
      tokens.push(await invite(each));
      await fits(owner);
      if (each !== petra) await owner.click("button", "Invite somebody else");
    }
    await owner.click("button", "Done");
    const [ofOlaf = "", ofAstrid = "", ofPetra = ""] = tokens;
    const leaving = await accept(ofOlaf, olaf, { width });
    const auditor = await accept(ofAstrid, astrid, { width });

    const operator = await open({ width });
    await addAuthenticator(operator.page);
    const named = base.replace("127.0.0.1", "localhost");
    await operator.page.goto(`${named}/console/invitation#${ofPetra}`);
    await operator.fill("Your name", petra.name);
    await operator.click("button", "Accept the invitation");
    await operator.click("button", "Add a passkey on this device");
    await operator.see("The passkey is added");
    await fits(operator);
    expect((await sent(operator, "DELETE", "/api/sessions/current")).status).toBe(200);
    await operator.page.goto(`${named}/console/`);
    await operator.click("button", "Use a passkey");
    await operator.see("Latest runs");
    await fits(operator);

    await owner.page.reload();
    await owner.see("passkey");
    await fits(owner);
    await owner.click("button", `Actions for ${olaf.name}`);
    await owner.click("menuitem", "Let go");
    await owner.click("button", `Let ${olaf.name} go`);
    await owner.see(`${olaf.name} is no member any more.`);
    expect((await sent(leaving, "GET", "/api/user")).status).toBe(401);

    await auditor.open("/log");
    await auditor.see(`let go ${olaf.name}`);
    await auditor.click("button", "Check");
    await auditor.see("Nothing was changed, taken out or cut off.");
    await fits(auditor);
  }, 120_000);
});

describe("an invitation", () => {
  const invited = async (role = "viewer") => {
    const { email } = guest("Guest", role);
    const answer = await call<{ id: string; link: string }>("POST", "/api/invitations", { email, role });
    return { email, id: answer.id, token: new URL(answer.link).hash.slice(1) };
  };

  it("whose link was used is explained, and leads to the sign-in", async () => {
    const { token } = await invited();
    await accept(token, guest("Gerda", "Viewer"));
    const late = await open();
    await late.open(`/invitation#${token}`);
    await late.see("This invitation is no longer good");
    await late.click("link", "Sign in");
    await late.arrive("/sign-in");
  });

  it("for somebody else than who is signed in waits until they sign out", async () => {
    const first = await invited();
    const console = await accept(first.token, guest("Gerda", "Viewer"));
    const second = await invited();
    await console.open("/");
    await console.open(`/invitation#${second.token}`);
    await console.see("Somebody else is signed in here");
    await console.see(second.email);
    await console.click("button", "Sign out and accept");
    await console.see("Welcome to");
  });

  it("is withdrawn", async () => {
    const { email, token } = await invited();
    await owner.open("/people");
    await owner.click("button", `Withdraw ${email}`);
    await owner.click("button", "Withdraw it");
    await owner.see("The invitation is withdrawn.");
    await owner.seeNo(email);
    const late = await open();
    await late.open(`/invitation#${token}`);
    await late.see("This invitation is no longer good");
  });

  it("is not sent to what is no address, and nothing typed is lost", async () => {
    await owner.open("/people");
    await owner.click("button", "Invite somebody");
    await owner.fill("E-mail address", "ada@example");
    await owner.click("radio", "Editor");
    await owner.click("button", "Invite");
    await owner.see("Enter an e-mail address, such as ada@example.com.");
    await owner.seeValue("textbox", "E-mail address", "ada@example");
  });
});

describe("what is not allowed is not shown", () => {
  const memberOf = async (role: string) => {
    const who = guest(`A ${role}`, role);
    const { link } = await call<{ link: string }>("POST", "/api/invitations", {
      email: who.email.replace(" ", ""),
      role,
    });
    const console = await accept(new URL(link).hash.slice(1), who);
    await console.click("link", "Go to Default");
    return console;
  };
  /** What buttons, links, tabs and menus are called. */
  const offered = async (console: Console) => {
    await console.settle();
    return console.page.$$eval("a, button, [role=tab]", (all) =>
      all.map((one) => (one.getAttribute("aria-label") ?? one.textContent ?? "").trim()),
    );
  };

  it("to a viewer: no data, no files, nothing to change", async () => {
    const document = await makeDocument();
    const run = await merge(document, { Number: 1, Items: [] });
    const viewer = await memberOf("viewer");
    await viewer.see("Latest runs");
    const home = await offered(viewer);
    expect(home).toEqual(expect.arrayContaining(["Documents", "Data routes", "Runs", "Account"]));
    for (const hidden of ["People", "Log", "Bin", "Tools", "Gallery", "New document", "Start from a template"])
      expect(home).not.toContain(hidden);

    await viewer.open("/documents");
    await viewer.see(document.name);
    const list = await offered(viewer);
    for (const hidden of ["Upload files", "New HTML document", "New folder"]) expect(list).not.toContain(hidden);

    await viewer.open(`/documents/${document.id}`);
    await viewer.see("Your role shows no merge data, so there is no preview.");
    const one = await offered(viewer);
    expect(one).toEqual(expect.arrayContaining(["Template", "Versions"]));
    for (const hidden of ["Sample data", "Settings", "Merge now", "Merge a list", "Integrate", "Save"])
      expect(one).not.toContain(hidden);

    await viewer.open(`/runs/${run}`);
    await viewer.see("Details");
    const ofRun = await offered(viewer);
    for (const hidden of ["Merge again", "Show", "Download"]) expect(ofRun).not.toContain(hidden);

    await viewer.open("/account");
    await viewer.see("Keep merged files for (days)");
    const account = await offered(viewer);
    for (const hidden of ["API keys", "Alerts", "Local mailbox", "Save"]) expect(account).not.toContain(hidden);
  });

  it("to an auditor: the log, people and settings", async () => {
    const auditor = await memberOf("auditor");
    await auditor.see("Your role shows what stands in the menu.");
    const home = await offered(auditor);
    expect(home).toEqual(expect.arrayContaining(["People", "Log", "Account"]));
    for (const hidden of ["Documents", "Data routes", "Runs", "Deliveries", "Tools", "Gallery", "Bin"])
      expect(home).not.toContain(hidden);
    await auditor.click("link", "People");
    await auditor.see("Who is in this workspace");
    expect(await offered(auditor)).not.toContain("Invite somebody");
    await auditor.open("/account?part=keys");
    await auditor.see("Revoked");
    expect(await offered(auditor)).not.toContain("New key");
  });

  it("to an operator: merging and runs, without templates to change", async () => {
    const document = await makeDocument();
    const operator = await memberOf("operator");
    await operator.open(`/documents/${document.id}`);
    await operator.find("link", "Merge now");
    const one = await offered(operator);
    expect(one).toEqual(expect.arrayContaining(["Template", "Sample data", "Versions", "Merge now", "Merge a list"]));
    for (const hidden of ["Settings", "Save"]) expect(one).not.toContain(hidden);
    await operator.open(`/documents/${document.id}/data`);
    await operator.see("How a merge uses this data");
    expect(await offered(operator)).not.toContain("Save as a sample");
  });
});

it("another role is chosen, and holds from the next click on", async () => {
  const { token } = await (async () => {
    const answer = await call<{ link: string }>("POST", "/api/invitations", {
      email: guest("Rita", "viewer").email,
      role: "viewer",
    });
    return { token: new URL(answer.link).hash.slice(1) };
  })();
  const rita = await accept(token, guest("Rita", "Viewer"));
  await owner.open("/people");
  await owner.click("button", "Actions for Rita");
  await owner.click("menuitem", "Change role and folders");
  await owner.click("radio", "Editor");
  await owner.click("button", "Save");
  await owner.see("Rita is changed");
  expect((await sent(rita, "POST", "/api/folders", { name: "Rita's" })).status).toBe(200);
});
