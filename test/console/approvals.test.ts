import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openAs, sent } from "./colleagues.ts";
import { type Console, call, makeDocument } from "./console.ts";
import { faultsOfScreen } from "./screen-faults.ts";

const WIDE = { width: 1440, scheme: "light" } as const;

let ada: Console;
let bea: Console;
let id: string;
/** Of this test only: tests share a workspace. */
let author: string;
let approver: string;

beforeEach(async () => {
  const own = crypto.randomUUID().slice(0, 6);
  [author, approver] = [`Ada ${own}`, `Bea ${own}`];
  [ada, bea] = await Promise.all([openAs(author, "editor"), openAs(approver, "editor")]);
  id = (await makeDocument({ settings: { approval: 1 }, output: "html" })).id;
});

afterEach(async () => {
  for (const console of [ada, bea]) {
    expect(console.complaints).toEqual([]);
    await console.close();
  }
});

async function draft(html: string): Promise<void> {
  expect((await sent(ada, "PUT", `/api/documents/${id}`, { html, draft: 1 })).status).toBe(200);
}

const buttons = async (console: Console) => {
  await console.settle();
  return console.page.$$eval("button", (all) => all.map((each) => (each.textContent ?? "").trim()));
};

/** Of the dialog, where the page behind it has a button of the same name. */
const clickInDialog = async ({ page }: Console, name: string) => {
  const button = await page.waitForSelector(`[role=dialog] ::-p-aria([name="${name}"][role="button"])`);
  await button?.click();
};

async function ask(version: number, comment: string): Promise<void> {
  await ada.open(`/documents/${id}/versions?version=${version}`);
  await ada.click("button", "Ask for approval");
  await ada.choose("Who decides", approver);
  await ada.fill("Comment", comment);
  await ada.click("button", "Send");
  await ada.see("Sent. Once it is approved, make the change as you have asked for it.");
}

describe("a change that a second person approves", () => {
  it("is asked for, compared, given back with a comment, asked for again, approved and published", async () => {
    await draft("<p>Bank Street</p>");
    await ada.open(`/documents/${id}/versions?version=2`);
    await ada.find("button", "Ask for approval");
    expect(await buttons(ada)).not.toContain("Publish");
    const refused = await sent(ada, "POST", `/api/documents/${id}/versions/2/publish`, { force: 1 });
    expect(JSON.parse(refused.text)).toMatchObject({ code: "approval_required" });
    await ask(2, "New address of the bank");
    expect(await buttons(ada)).not.toContain("Approve");

    await bea.open(`/documents/${id}/versions`);
    await bea.see(`${author} asks for approval of version 2 by ${approver}`);
    await bea.see("New address of the bank");
    await bea.click("link", "Compare version 2");
    await bea.arrive("version=");
    await bea.see("Bank Street");
    await bea.click("button", "Give back");
    await bea.fill("What is wrong", "The number is missing");
    await clickInDialog(bea, "Give back");
    await bea.see("Given back.");

    await ada.open(`/documents/${id}/versions?version=2`);
    await ada.see("The number is missing");
    expect(await buttons(ada)).not.toContain("Publish");
    await draft("<p>Bank Street 7</p>");
    await ask(3, "With the number");

    await bea.open(`/documents/${id}/versions`);
    await bea.click("button", "Approve");
    await bea.see("Approved.");

    await ada.open(`/documents/${id}/versions?version=3`);
    await ada.click("button", "Publish");
    await expect
      .poll(() => call("GET", `/api/documents/${id}/versions`), { timeout: 10_000 })
      .toEqual(expect.arrayContaining([expect.objectContaining({ version: 3, current: 1, draft: 0 })]));

    // The log has both names.
    type Entry = { action: string; actor: { name: string }; resource: { id: string } };
    const entries = await call<Entry[]>("GET", "/api/audit?limit=100");
    const names = entries
      .filter(({ action, resource }) => action.startsWith("approval.") && resource.id === id)
      .map(({ action, actor }) => `${action} ${actor.name}`);
    expect(names.sort()).toEqual([
      `approval.asked ${author}`,
      `approval.asked ${author}`,
      `approval.given ${approver}`,
      `approval.given_back ${approver}`,
    ]);
  }, 120_000);

  it("is free of faults: what waits, the question, and giving back", async () => {
    await draft("<p>Bank Street</p>");
    await ask(2, "New address of the bank");
    await bea.open(`/documents/${id}/versions?version=2`);
    await bea.see(`${author} asks for approval of version 2 by ${approver}`);
    expect(await faultsOfScreen(bea)).toEqual({});
    await bea.show(WIDE);
    await bea.open(`/documents/${id}/versions?version=2`);
    await bea.click("button", "Give back");
    await bea.find("textbox", "What is wrong");
    expect(await faultsOfScreen(bea)).toEqual({});

    await draft("<p>Another</p>");
    await ada.open(`/documents/${id}/versions?version=3`);
    await ada.click("button", "Ask for approval");
    await ada.find("textbox", "Comment");
    expect(await faultsOfScreen(ada)).toEqual({});
  }, 120_000);
});
