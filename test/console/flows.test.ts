import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { buildPages } from "../../src/pdf/testing/build-file.ts";
import { officeFile } from "../support/template-files.ts";
import { type Console, call, isUserPaced, makeDocument, merge, openConsole } from "./console.ts";

/**
 * What people come for, from the first click to the last. With CONSOLE_PACE=person they take their time, and how long each
 * flow took is printed.
 */

let console: Console;

beforeEach(async ({ task }) => {
  console = await openConsole();
  const begun = Date.now();
  onTestFinished(() => {
    if (isUserPaced) process.stdout.write(`${task.name}: ${((Date.now() - begun) / 1000).toFixed(0)} s\n`);
  });
});

afterEach(async () => {
  expect(console.complaints).toEqual([]);
  await console.close();
});

const FILES = 'section[aria-label="Files"] input[type="file"]';
// Their names, as screen readers say them, continue with what they mean.
const WARNINGS_SWITCH =
  "Show warnings in test merges Test merges print their first warnings in small type at the foot of its pages.";
const COMMENTS_SWITCH =
  "Keep comments and tracked changes Off: comments are removed, insertions accepted and deletions dropped.";
const GRACE_PERIOD_MS = isUserPaced ? 300_000 : 60_000;

const unique = (word: string): string => `${word} ${crypto.randomUUID().slice(0, 8)}`;

const drawn = (text: string) => console.page.waitForSelector(`canvas[aria-label*="${text}"]`);

describe("from beginning to end", () => {
  it(
    "a Word template becomes a mailed PDF",
    async () => {
      const name = unique("Offer");
      await console.open("/");
      await console.click("link", "Documents");
      // The screen before takes files, too, and is gone in a moment.
      await console.find("heading", "Documents");
      await console.upload('input[type="file"][aria-label="Template files"]', [
        { name: `${name}.docx`, bytes: officeFile("docx", "Dear {$Customer.Name}, this is offer {$Number}.") },
      ]);
      await console.arrive("/documents/");
      await drawn("this is offer");
      await console.click("link", "Sample data");
      await console.fill("Number", "4711");
      await drawn("offer 4711");
      await console.click("button", "Save as a sample");
      await console.page.locator('[role="dialog"] input').fill("Offer 4711");
      await console.page.locator('[role="dialog"] ::-p-aria([name="Save"][role="button"])').click();
      await console.arrive("sample=");
      await console.click("link", "Settings");
      await console.fill("File name", "Offer {$Number}");
      await console.click("switch", WARNINGS_SWITCH);
      await console.click("switch", COMMENTS_SWITCH);
      await console.click("button", "Save");
      await console.see("The settings are saved.");
      await console.page.locator('main a[href$="/deliveries"]').click();
      await console.page.locator("::-p-text(Send the file by e-mail.)").click();
      await console.fill("To", "{$Customer.Email}");
      await console.fill("Subject", `${name} for you`);
      await console.click("button", "Add delivery");
      await console.see("The delivery is saved.");
      await (await console.page.waitForSelector('section[aria-label="Send a test"] input[type="email"]'))?.type(
        "ann@example.com",
      );
      await console.click("button", "Send it now");
      await console.see("It is in the local mailbox");
      await console.click("link", "Integrate");
      await console.see("Merge address");

      const id = /\/documents\/(\d+)/.exec(console.address)?.[1] ?? "";
      const { url } = await call<{ url: string }>("GET", `/api/documents/${id}`);
      await merge({ id, name, url }, { Number: 12, Customer: { Name: "Ada", Email: "ada@example.com" } });
      await console.open("/account?part=mailbox");
      await console.see("to ada@example.com");
      await console.page.locator(`::-p-text(to ada@example.com)`).click();
      await console.find("link", "Offer 12.pdf");
    },
    GRACE_PERIOD_MS,
  );

  it(
    "somebody finds out why a mail did not arrive",
    async () => {
      const made = await makeDocument();
      await call("POST", `/api/documents/${made.id}/deliveries`, {
        type: "email",
        name: unique("To the customer"),
        settings: { to: "{$Email}", subject: "Hello" },
      });
      const run = await merge(made, { Number: 1 });
      await expect
        .poll(
          async () =>
            (await call<{ deliveries: { status: string }[] }>("GET", `/api/runs/${run}`)).deliveries[0]?.status,
          { timeout: 20_000 },
        )
        .toBe("dead");
      await console.open("/");
      await console.see("Needs attention");
      await console.page.locator(`section[aria-label="Needs attention"] a[href*="${run}"]`).click();
      await console.arrive(`/runs/${run}`);
      await console.see("Failed");
      await console.see("nobody to send to");
      await console.click("button", "Retry now");
      await console.see("Retrying …");
    },
    GRACE_PERIOD_MS,
  );

  it(
    "ten files are combined, and the result is compressed",
    async () => {
      await console.open("/");
      await console.click("link", "Tools");
      await console.click("link", "Combine");
      await console.upload(
        FILES,
        Array.from({ length: 10 }, (_, index) => ({ name: `part ${index + 1}.pdf`, bytes: buildPages(1) })),
      );
      await console.click("button", "Move part 10.pdf up");
      await console.click("button", "Combine");
      await console.page.waitForSelector('section[aria-label="Result"] canvas[data-drawn]');
      await expect.poll(() => console.page.$$('section[aria-label="Result"] canvas')).toHaveLength(10);
      await console.click("link", "Compress");
      await console.find("button", "Compress");
      await console.upload(FILES, [{ name: "combined.pdf", bytes: buildPages(10) }]);
      await console.click("button", "Compress");
      await console.page.waitForSelector('section[aria-label="Result"] canvas[data-drawn]');
      await console.see("→");
    },
    GRACE_PERIOD_MS,
  );

  it(
    "a data route gets three rules, and each fires when it should",
    async () => {
      const names = [unique("Offer"), unique("Contract"), unique("Welcome")];
      for (const name of names) await makeDocument({ name, html: `<p>${name} {$Name}</p>` });
      await console.open("/");
      await console.click("link", "Data routes");
      await console.open("/routes?create=new");
      await console.fill("Name", unique("New customer"));
      await console.click("button", "Create");
      await console.see("No rules yet");
      for (const [index, name] of names.entries()) {
        await console.click("button", "Add a rule");
        const rule = `section[aria-label="Rule ${index + 1}"]`;
        await (await console.page.waitForSelector(`${rule} input[aria-label="Document"]`))?.click();
        await console.page.keyboard.type(name);
        await console.click("option", name);
      }
      await console.click("button", "Save the rules");
      await console.see("The rules are saved.");
      await console.click("button", "Generate the files");
      await console.page.waitForSelector('section[aria-label="Simulate"] canvas[data-drawn]');
      await console.click("button", "Which rules fire?");
      await console.see("Fires");
    },
    GRACE_PERIOD_MS,
  );
});

describe("live lists", () => {
  it("show a run as it comes, without reloading", async () => {
    const made = await makeDocument();
    await console.open(`/runs?document=${made.id}`);
    await console.see("No matching runs");
    await console.click("switch", "Live");
    await console.arrive("live");
    await console.seeNo("connecting");
    await merge(made, { Number: 5 });
    await console.find("link", made.name);
    await console.see("Done");
  });
});

describe("versions", () => {
  it("are compared, each with any other", async () => {
    const { id } = await makeDocument({ html: "<p>First {$Old}</p>" });
    for (const html of ["<p>Second {$New}</p>", "<p>Third {$New}</p>"])
      await call("PUT", `/api/documents/${id}`, { html });
    await console.open(`/documents/${id}/versions`);
    await console.see("Third {$New}");
    await console.choose("Compared with", "Version 1");
    await console.see("First {$Old}");
    await console.see("Removed fields");
    expect(console.address).toContain('against="1"');
  });
});

describe("a webhook", () => {
  it("gets a secret that is shown once", async () => {
    const { id } = await makeDocument();
    const { id: delivery } = await call<{ id: string }>("POST", `/api/documents/${id}/deliveries`, {
      type: "webhook",
      settings: { url: "https://example.com/hook" },
    });
    await console.open(`/documents/${id}/deliveries?delivery=${delivery}`);
    await console.click("button", "Create a new secret");
    await console.see("Shown only once");
    await console.see("whsec_");
  });
});

describe("a data route's delivery", () => {
  it("is tried out with data that make its rules fire", async () => {
    const made = await makeDocument({ html: "<p>{$Name}</p>" });
    const { id } = await call<{ id: string }>("POST", "/api/routes", {
      name: unique("Route"),
      rules: [{ document_id: made.id }],
    });
    const [delivery] = await call<{ id: string }[]>("POST", `/api/routes/${id}/deliveries`, {
      type: "email",
      settings: { to: "{$Email}", subject: "Papers" },
    });
    await console.open(`/routes/${id}/deliveries?delivery=${delivery?.id}`);
    await (await console.page.waitForSelector('section[aria-label="Send a test"] input[type="email"]'))?.type(
      "ann@example.com",
    );
    await console.click("button", "Send it now");
    await console.see("It is in the local mailbox");
  });
});
