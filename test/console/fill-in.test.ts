import axe, { type AxeResults } from "axe-core";
import { describe, expect, it } from "vitest";
import { base, type Console, call, makeDocument, openForEach } from "./console.ts";

let console: Console;
openForEach((opened) => {
  console = opened;
});

const HTML = "<p>{$Name}</p><p>{$Note}</p><img src='{$Sign}'>";

/** What axe finds on the page as it is. */
async function faults(): Promise<string[]> {
  await console.page.evaluate(axe.source);
  const found = (await console.page.evaluate(() =>
    (globalThis as typeof globalThis & { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] }),
  )) as AxeResults;
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

const addressOf = async (id: string) =>
  (await call<{ url: string }>("GET", `/api/documents/${id}/fill_in`)).url.replace(/^.*\/form\//, `${base}/form/`);

describe("a fill-in page", () => {
  it("is turned on, arranged and shown beside its settings, and has an address to copy and to renew", async () => {
    const { id } = await makeDocument({ name: "Offer", html: HTML });
    await console.open(`/documents/${id}/fill-in`);
    await console.see("People can fill this document in");
    await console.page.waitForSelector('iframe[title="The page"]');
    await console.page.click("label::-p-text(People can fill this document in)");
    await console.fill("Title", "Your offer");
    const frame = await console.page.waitForFrame(async (each) => (await each.frameElement()) !== null);
    await expect.poll(() => frame.evaluate(() => document.querySelector("h1")?.textContent)).toBe("Your offer");
    expect(await frame.evaluate(() => getComputedStyle(document.querySelector("h1") as Element).fontSize)).toBe("24px");
    await console.click("button", "Save");
    await console.see("The page is saved and can be filled in.");
    await console.see("Sent 0 times");
    const first = await addressOf(id);
    await console.click("button", "New address");
    await console.click("button", "Create new address");
    await console.see("The page has a new address");
    expect(await addressOf(id)).not.toBe(first);
  });

  it("mails the file to an address that is asked for, and has a logo", async () => {
    const { id } = await makeDocument({ name: "Offer", html: "<p>{$Email}</p>" });
    await console.open(`/documents/${id}/fill-in`);
    await console.see("People can fill this document in");
    await console.page.click("label::-p-text(People can fill this document in)");
    await console.choose("What follows", "A mail with the merged file");
    await console.see("Nobody is asked for an address");
    await console.choose("Kind", "E-mail");
    await console.see("Mailed to the address in");
    await console.fill("Subject of the mail", "Your offer");
    const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    await console.upload('input[type="file"]', [{ name: "logo.png", bytes: Buffer.from(png, "base64") }]);
    await console.see("Remove the logo");
    await console.click("button", "Save");
    await console.see("The page is saved and can be filled in.");
    const { settings } = await call<{ settings: { fill_in: Record<string, unknown> } }>(
      "GET",
      `/api/documents/${id}?details=1`,
    );
    expect(settings.fill_in).toMatchObject({ follows: "mail", mail_to: "Email", logo: `data:image/png;base64,${png}` });
  });

  it("is there for a data route, too, with what its documents ask", async () => {
    const { id: document } = await makeDocument({ html: HTML });
    const rules = [{ document_id: document }];
    const { id } = await call<{ id: string }>("POST", "/api/routes", { name: "Welcome", rules });
    await console.open(`/routes/${id}`);
    await console.click("link", "Fill-in page");
    await console.see("People can fill this data route in");
    await console.page.click("label::-p-text(People can fill this data route in)");
    await console.click("button", "Save");
    await console.see("The page is saved and can be filled in.");
    await console.see("Sent 0 times");
    const { url } = await call<{ url: string }>("GET", `/api/routes/${id}/fill_in`);
    await console.page.goto(url.replace(/^.*\/form\//, `${base}/form/`));
    expect(await console.page.$eval("h1", (heading) => heading.textContent)).toBe("Welcome");
    expect(
      await console.page.$$eval("form [name]", (inputs) => inputs.map((input) => input.getAttribute("name"))),
    ).toEqual(expect.arrayContaining(["Name", "Note"]));
  });

  it("is filled in by people, by keyboard, on a phone, without faults, and signed by drawing", async () => {
    const fields = [
      { name: "Name", label: "Your name", required: 1 },
      { name: "Note", kind: "long_text", required: 1, help: "What we should know." },
      { name: "Day", kind: "date" },
      { name: "Items", kind: "rows", fields: [{ name: "Part" }] },
      { name: "Sign", kind: "signature", required: 1 },
    ];
    // Data are kept beyond the merge.
    const settings = { fill_in: { on: 1, title: "Order", fields } };
    const { id } = await makeDocument({ html: HTML, retention_days: 1, settings });
    const { page } = console;
    const leaving = (act: Promise<void>) => Promise.all([page.waitForNavigation(), act]);
    await page.setViewport({ width: 360, height: 740 });
    await page.goto(await addressOf(id));
    expect(await faults()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

    await page.type('[name="Name"]', "Ada");
    await leaving(page.keyboard.press("Enter"));
    await console.see("Please look at this again");
    expect(await faults()).toEqual([]);
    expect(await page.$eval('[name="Name"]', (input) => (input as HTMLInputElement).value)).toBe("Ada");
    await page.type('[name="Note"]', "Left door", { delay: 20 });
    await leaving(page.click('button[name="_add"]'));
    await page.waitForSelector('[name="Items[1][Part]"]');
    expect(await page.$eval('[name="Note"]', (input) => (input as HTMLTextAreaElement).value)).toBe("Left door");

    const pad = await page.waitForSelector("canvas.pad");
    await pad?.scrollIntoView();
    const { x = 0, y = 0, width = 0, height = 0 } = (await pad?.boundingBox()) ?? {};
    await page.mouse.move(x + width / 4, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 4, { steps: 5 });
    await page.mouse.up();
    await leaving(page.click("button.send"));
    await console.see("Thank you. Your answers have arrived.");
    const [run] = await call<{ id: string }[]>("GET", `/api/runs?document_id=${id}`);
    const data = await call<Record<string, string>>("GET", `/api/runs/${run?.id}/data`);
    expect(data).toMatchObject({ Name: "Ada", Note: "Left door", Items: [] });
    expect(data.Sign).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  });
});
