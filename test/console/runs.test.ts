import { describe, expect, it } from "vitest";
import { encryptPdf } from "../../src/pdf/operations/encrypt.ts";
import { buildPages } from "../../src/pdf/testing/build-file.ts";
import { type Console, call, makeDocument, merge, openForEach } from "./console.ts";
import { KEY, MANY } from "./credentials.ts";

let console: Console;
openForEach((opened) => {
  console = opened;
});

/** Merges a document whose mail has no recipient. Its run, once the mail is given up. */
async function mailToNobody(document: Awaited<ReturnType<typeof makeDocument>>, name: string): Promise<string> {
  await call("POST", `/api/documents/${document.id}/deliveries`, {
    type: "email",
    name,
    settings: { to: "{$Email}", subject: "Hello" },
  });
  const run = await merge(document, { Number: 1 });
  await expect
    .poll(
      async () => (await call<{ deliveries: { status: string }[] }>("GET", `/api/runs/${run}`)).deliveries[0]?.status,
      { timeout: 20_000 },
    )
    .toBe("dead");

  return run;
}

describe("deliveries of a document", () => {
  it("an e-mail is added, and a wrong address is named at its field", async () => {
    const { id } = await makeDocument();
    await console.open(`/documents/${id}/deliveries?add=email`);
    await console.fill("To", "no address");
    await console.click("button", "Add delivery");
    await console.see("must be e-mail addresses");
    await console.fill("To", "ann@example.com");
    await console.click("button", "Add delivery");
    await console.see("The delivery is saved.");
    expect(await call("GET", `/api/documents/${id}/deliveries`)).toMatchObject([
      { type: "email", settings: { to: "ann@example.com" } },
    ]);
  });

  it("a webhook is chosen, added, switched off", async () => {
    const { id } = await makeDocument();
    await console.open(`/documents/${id}/deliveries`);
    await console.see("No deliveries yet");
    await console.page.locator("::-p-text(Send the file and the data)").click();
    await console.fill("URL", "https://example.com/hook");
    await console.fill("Name", "Bookkeeping");
    await console.click("button", "Add delivery");
    await console.see("The delivery is saved.");
    await console.open(`/documents/${id}/deliveries`);
    await console.click("switch", "Bookkeeping is on");
    await expect.poll(() => call("GET", `/api/documents/${id}/deliveries`)).toMatchObject([{ active: "0" }]);
  });
});

describe("runs", () => {
  it("one run shows its fields and its file, which opens", async () => {
    const document = await makeDocument();
    const run = await merge(document, { Number: 7, Unheard: 1 });
    await console.open(`/runs/${run}`);
    await console.see(document.name);
    await console.see("Unheard");
    await console.click("button", "View");
    await console.page.waitForSelector("canvas[data-drawn]");
    await console.page.waitForSelector('canvas[aria-label*="Invoice 7"]');
  });

  it("the list and a run say who asked for it", async () => {
    const document = await makeDocument();
    await call("POST", `/api/documents/${document.id}/merge?download=url`, { Number: 1 });
    const run = await merge(document, { Number: 1 });
    await console.open(`/runs?document=${document.id}`);
    await console.see("by its merge address");
    await console.see(`API or console, by key ${KEY}`);
    await console.open(`/runs/${run}`);
    await console.see("by its merge address");
  });

  it("the list is filtered, and the filter is in the address", async () => {
    const document = await makeDocument();
    await merge(document, { Number: 1 });
    await console.open(`/runs?document=${document.id}`);
    await console.find("link", document.name);
    await console.choose("Status", "Failed");
    await console.arrive("status=failed");
    await console.see("No matching runs");
    await console.click("button", "Show all runs");
    await console.find("table", "Runs");
  });

  it("a mail that did not go out says why, and is tried again", async () => {
    const document = await makeDocument();
    const run = await mailToNobody(document, "To the customer");
    await console.open("/");
    await console.see("Needs attention");
    await console.open("/deliveries");
    await console.find("link", "{$Email}");
    await console.see(
      `${document.name} · E-mail · To the customer · There is nobody to send to: with this data "to" is empty.`,
    );
    await console.open(`/runs/${run}`);
    await console.see("Failed");
    await console.see("nobody to send to");
    await console.click("button", "Retry now");
    await console.see("Retrying …");
  });

  it("a test's mail to nobody raises no alarm", async () => {
    const document = await makeDocument({ active: 0 });
    await mailToNobody(document, "Simulated alone");
    await console.open("/deliveries");
    await console.settle();
    await console.seeNo("Simulated alone");
    await console.open("/");
    await console.see("Needs attention");
    await console.settle();
    await console.seeNo("To Simulated alone");
  });

  it("is merged again with the same data, as long as they are kept", async () => {
    const document = await makeDocument({ retention_days: 1 });
    const run = await merge(document, { Number: 9 }, { waits: false });
    await expect
      .poll(async () => (await call<{ status: string }>("GET", `/api/runs/${run}`)).status, { timeout: 20_000 })
      .toBe("done");
    await console.open(`/runs/${run}`);
    await console.see("Done");
    await console.click("button", "Merge again");
    await console.see("Merging the same data again …");
    expect(console.address).not.toBe(`/runs/${run}`);
  });

  it("one that does not exist says so", async () => {
    await console.open("/runs/no-such-run");
    await console.see("The run could not be loaded");
  });
});

describe("data routes", () => {
  it("are made, get rules with conditions, and are simulated", async () => {
    const document = await makeDocument();
    await console.open("/routes?create=new");
    await console.fill("Name", "New customer");
    await console.click("button", "Create");
    await console.see("No rules yet");
    await console.click("button", "Add a rule");
    await console.choose("Document", document.name);
    await console.click("button", "Only if …");
    await console.page.locator('input[aria-label="Field"]').fill("Amount");
    await console.choose("Comparison", "is greater than");
    await console.fill("Value", "1000");
    await console.click("button", "Save the rules");
    await console.see("The rules are saved.");
    await console.fill("Amount", "10");
    await console.click("button", "Which rules fire?");
    await console.see("Does not fire");
    await console.see("does not hold");
  });

  it("are saved whole: a rule is removed, a wrong one refused, and what is right saved at once", async () => {
    const document = await makeDocument();
    const { id } = await call<{ id: string }>("POST", "/api/routes", {
      name: "Two rules",
      rules: [{ document_id: document.id }, { file: "https://example.com/terms.pdf" }],
    });
    const filesOf = async () =>
      (await call<{ file?: string; document_id?: string }[]>("GET", `/api/routes/${id}/rules`)).map(
        (rule) => rule.file ?? rule.document_id,
      );
    await console.open(`/routes/${id}`);
    await console.click("button", "Remove rule 1");
    await console.fill("Address of the file", "ftp://example.com/{$broken");
    await console.click("button", "Save the rules");
    await console.see("The rules were not saved");
    expect(await filesOf()).toEqual([document.id, "https://example.com/terms.pdf"]);

    await console.fill("Address of the file", "https://example.com/new.pdf");
    await console.click("button", "Save the rules");
    await console.see("The rules are saved.");
    expect(await filesOf()).toEqual(["https://example.com/new.pdf"]);
  });

  it("find each of more documents than a list reads at once, and show its name again", async () => {
    const last = `Zz many ${MANY}`;
    const { id } = await call<{ id: string }>("POST", "/api/routes", { name: "Among many", rules: [] });
    await console.open(`/routes/${id}`);
    await console.click("button", "Add a rule");
    const field = console.page.locator('input[aria-label="Document"]');
    await field.click();
    await field.fill(`MANY ${MANY}`);
    await console.click("option", last);
    await console.click("button", "Save the rules");
    await console.see("The rules are saved.");
    await console.open(`/routes/${id}`);
    await expect
      .poll(() => console.page.$eval('input[aria-label="Document"]', (input) => (input as HTMLInputElement).value), {
        timeout: 10_000,
      })
      .toBe(last);
    await console.click("button", "Which rules fire?");
    await console.see(`1. ${last}`);
  });

  it("a rule without a document is refused with a sentence", async () => {
    const { id } = await call<{ id: string }>("POST", "/api/routes", { name: "Empty rule", rules: [] });
    await console.open(`/routes/${id}`);
    await console.click("button", "Add a rule");
    await console.click("button", "Save the rules");
    await console.see("Choose a document.");
    await console.seeNo("document_id");
  });
});

describe("tools", () => {
  const FILES = 'section[aria-label="Files"] input[type="file"]';

  it("combine files in their order and show the result", async () => {
    await console.open("/tools?tool=combine");
    await console.upload(FILES, [
      { name: "one.pdf", bytes: buildPages(2) },
      { name: "two.pdf", bytes: buildPages(1) },
    ]);
    await console.click("button", "Move two.pdf up");
    await console.click("button", "Combine");
    await console.page.waitForSelector("canvas[data-drawn]");
    await expect.poll(() => console.page.$$('section[aria-label="Result"] canvas')).toHaveLength(3);
  });

  it("keep the files when another tool is chosen", async () => {
    await console.open("/tools?tool=combine");
    await console.upload("input[type=file]", [{ name: "kept.txt", bytes: new TextEncoder().encode("Kept") }]);
    await console.see("kept.txt");
    await console.click("link", "Compress");
    await console.arrive("tool=compress");
    await console.see("kept.txt");
  });

  it("take out the pages that are picked", async () => {
    await console.open("/tools?tool=split");
    await console.upload(FILES, [{ name: "three.pdf", bytes: buildPages(3) }]);
    await console.click("button", "Page 2");
    await console.see("Page 2");
    await console.click("button", "Split");
    await console.find("button", "three.zip");
  });

  it("open a file with the password that they ask for", async () => {
    const bytes = encryptPdf(buildPages(1), { userPassword: "open sesame" });
    await console.open("/tools?tool=info");
    await console.upload(FILES, [{ name: "locked.pdf", bytes }]);
    await console.click("button", "Show info");
    await console.see("The files were not accepted");
    await console.fill("Password of locked.pdf", "open sesame");
    await console.click("button", "Show info");
    await console.see("encryption");
    await console.seeNo("The files were not accepted");
  });

  it("name what is wrong with a file", async () => {
    await console.open("/tools?tool=compress");
    await console.upload(FILES, [{ name: "broken.pdf", bytes: new TextEncoder().encode("%PDF-1.7 and nothing more") }]);
    await console.click("button", "Compress");
    await console.see("The files were not accepted");
  });

  it("show what is in a PDF", async () => {
    await console.open("/tools?tool=info");
    await console.upload(FILES, [{ name: "three.pdf", bytes: buildPages(3) }]);
    await console.click("button", "Show info");
    await console.see("pages");
    await console.see("3");
    await console.open("/tools?tool=verify");
    await console.upload(FILES, [{ name: "three.pdf", bytes: buildPages(3) }]);
    await console.click("button", "Verify");
    await console.see("signed");
  });
});
