import axe, { type AxeResults } from "axe-core";
import { describe, expect, it } from "vitest";
import { type Console, call, makeDocument, merge, openForEach } from "./console.ts";

/** At which people type. */
const KEY_MS = 90;

let console: Console;
openForEach((opened) => {
  console = opened;
});

const HTML = "<p>{$Name} {$Customer.Town} {$Number}</p>{foreach $Items as $item}<p>{$item.title}</p>{/foreach}";

async function documentWithSample() {
  const document = await makeDocument({ html: HTML });
  await call("POST", `/api/documents/${document.id}/samples`, {
    name: "Ann",
    data: { Name: "Ann", Customer: { Town: "Bern" }, Number: 7, Items: [{ title: "Chair" }], Email: "ann@example.com" },
  });

  return document;
}

const bodyOf = async (id: string, delivery: string) => {
  const all = await call<{ id: string; settings: Record<string, unknown> }[]>("GET", `/api/documents/${id}/deliveries`);
  const found = all.find((one) => one.id === delivery);
  if (!found) throw new Error(`There is no delivery ${delivery}.`);

  return found;
};

const onlyDelivery = async (id: string): Promise<string> =>
  (await call<{ id: string }[]>("GET", `/api/documents/${id}/deliveries`))[0]?.id ?? "";

/** What the frame with the mail says. */
async function mailText(): Promise<string> {
  const frame = await console.page.waitForSelector('iframe[title="Text of the mail"]');

  return (await frame?.evaluate((element) => (element as HTMLIFrameElement).contentDocument?.body.innerText)) ?? "";
}

/** What axe finds on the screen as it is. */
async function faults(): Promise<string[]> {
  await console.page.evaluate(axe.source);
  const found = (await console.page.evaluate(() =>
    (globalThis as typeof globalThis & { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] }),
  )) as AxeResults;
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** What a run's mail takes along, once it has left. */
async function attachedBy(run: string): Promise<string[] | undefined> {
  const { deliveries } = await call<{ deliveries: { status: string; preview?: { attachments?: string[] } }[] }>(
    "GET",
    `/api/runs/${run}`,
  );
  return deliveries[0]?.status === "done" ? deliveries[0].preview?.attachments : undefined;
}

describe("a letter by mail", () => {
  it("is typed as a letter, takes fields from a list, and is seen as it will arrive", async () => {
    const { id } = await documentWithSample();
    await console.open(`/documents/${id}/deliveries`);
    await console.click("button", "E-mail Send the file by e-mail.");
    const to = await console.find("textbox", "To");
    await to.type("{$ema", { delay: KEY_MS });
    await console.see("No field of this name");
    await to.click({ count: 3 });
    await to.type("{$Email}", { delay: KEY_MS });
    const subject = await console.find("textbox", "Subject");
    await subject.type("For {$na", { delay: KEY_MS });
    await console.see("Ann");
    await console.page.keyboard.press("Enter");
    await console.seeValue("textbox", "Subject", "For {$Name}");
    const letter = await console.find("textbox", "Message");
    await letter.click();
    await letter.type("Dear ", { delay: KEY_MS });
    await console.click("button", "Insert a field");
    const search = await console.find("textbox", "Search fields");
    await search.type("town", { delay: KEY_MS });
    await console.page.keyboard.press("Enter");
    await console.page.keyboard.type(", number {$Number}", { delay: KEY_MS });
    await console.page.keyboard.press("Enter");
    await console.page.keyboard.type("second line", { delay: KEY_MS });
    await expect.poll(mailText, { timeout: 15_000 }).toMatch(/^Dear Bern, number 7\s+second line$/);
    await console.see("For Ann");
    await console.click("button", "Add delivery");
    await console.see("The delivery is saved.");
    const { settings } = await bodyOf(id, await onlyDelivery(id));
    expect(settings.subject).toBe("For {$Name}");
    expect(settings.html).toContain("<p>Dear {$Customer.Town}, number {$Number}</p>\n<p>second line</p>");
    expect(settings.html).toContain("Arial");
  });

  it("keeps what was typed without tags, opens what it can keep, and leaves what is laid out by hand as html", async () => {
    const { id } = await documentWithSample();
    const add = (html: string) =>
      call("POST", `/api/documents/${id}/deliveries`, { type: "email", settings: { to: "ann@example.com", html } });
    await add("Dear {$Name},\nthank you.\n\nYours");
    const delivery = await onlyDelivery(id);
    await console.open(`/documents/${id}/deliveries?delivery=${delivery}`);
    const letter = await console.find("textbox", "Message");
    expect(await letter.evaluate((element) => element.querySelectorAll("p").length)).toBe(2);
    expect(await letter.evaluate((element) => element.querySelector("[data-chip]")?.textContent)).toBe("Name");
    await letter.click();
    await console.page.keyboard.down("Control");
    await console.page.keyboard.press("End");
    await console.page.keyboard.up("Control");
    await letter.type(" Bob", { delay: KEY_MS });
    await console.click("button", "Save");
    await console.see("The delivery is saved.");
    expect((await bodyOf(id, delivery)).settings.html).toContain(
      "<p>Dear {$Name},<br>thank you.</p>\n<p>Yours Bob</p>",
    );

    await call("PUT", `/api/documents/${id}/deliveries/${delivery}`, {
      settings: { html: '<table style="color:red"><tr><td>{$Name}</td></tr></table>' },
    });
    await console.page.reload();
    await console.see("laid out in HTML that the letter editor would change");
    await console.seeValue("textbox", "Message as HTML", '<table style="color:red"><tr><td>{$Name}</td></tr></table>');
    await expect.poll(mailText, { timeout: 15_000 }).toBe("Ann");
  });

  it("takes other documents along that are chosen by name, and says which are not ready or gone", async () => {
    const [terms, form] = [`Terms ${crypto.randomUUID()}`, `Form ${crypto.randomUUID()}`];
    const { id: termsId } = await makeDocument({ name: terms, html: "<p>Terms</p>", output: "html" });
    const { id: formId } = await makeDocument({ name: form, html: "<p>{$Name}</p>", output: "html", active: 0 });
    const letter = await makeDocument({ html: "<p>{$Name}</p>", output: "html", output_name: "Letter" });
    await console.open(`/documents/${letter.id}/deliveries`);
    await console.click("button", "E-mail Send the file by e-mail.");
    await console.fill("To", "ann@example.com");
    const attach = async (name: string) => {
      const box = await console.find(["combobox", "textbox"], "Also attach");
      await box.click();
      await box.type(name, { delay: 20 });
      await console.click("option", name);
    };
    for (const name of [terms, form]) {
      await attach(name);
      await console.find("button", `Do not attach ${name}`);
    }
    await console.see(`${terms}, ${form}`);
    await console.see("As it is, it would not be sent");
    await console.see(`“${form}” (${formId}), which the mail attaches, is in test mode`);
    await call("PUT", `/api/documents/${formId}`, { active: 1 });
    await console.click("button", `Do not attach ${form}`);
    await console.seeNo("As it is, it would not be sent");
    await attach(form);
    await console.see(`${terms}, ${form}`);
    await console.settle();
    expect(await faults()).toEqual([]);
    await console.click("button", "Add delivery");
    await console.see("The delivery is saved.");
    const delivery = await onlyDelivery(letter.id);
    expect((await bodyOf(letter.id, delivery)).settings.attach_documents).toBe(`${termsId}, ${formId}`);

    const run = await merge(letter, { Name: "Ann" });
    const names = ["Letter.html", `${terms}.html`, `${form}.html`];
    await expect.poll(() => attachedBy(run), { timeout: 20_000 }).toEqual(names);

    await console.open(`/documents?search=${encodeURIComponent(terms)}`);
    await console.click("button", `Actions for ${terms}`);
    await console.click("menuitem", "Delete");
    await console.click("button", "Delete");
    await console.see("One e-mail delivery attaches it and sends nothing from now on");
    await console.see(`“${letter.name}”`);
    await console.settle();
    expect(await faults()).toEqual([]);
    await console.open(`/documents/${letter.id}/deliveries?delivery=${delivery}`);
    await console.see(`The document ${termsId}, which the mail attaches, does not exist any more`);
  });
});

describe("the headers of a webhook", () => {
  it("offer the fields", async () => {
    const { id } = await documentWithSample();
    await console.open(`/documents/${id}/deliveries`);
    await console.click("button", "Webhook Send the file and the data to another program.");
    await console.fill("URL", "https://example.com/hook");
    const headers = await console.find("textbox", "Headers");
    await headers.type("X-Source: docloom", { delay: KEY_MS });
    await console.page.keyboard.press("Enter");
    await headers.type("X-Town: {$tow", { delay: KEY_MS });
    await console.see("Bern");
    await console.page.keyboard.press("Enter");
    await console.seeValue("textbox", "Headers", "X-Source: docloom\nX-Town: {$Customer.Town}");
    await console.find("button", "Insert a field into Headers");
    await console.settle();
    expect(await faults()).toEqual([]);
    await console.click("button", "Add delivery");
    await console.see("The delivery is saved.");
    const { settings } = await bodyOf(id, await onlyDelivery(id));
    expect(settings.headers).toEqual({ "X-Source": expect.anything(), "X-Town": "{$Customer.Town}" });
  });
});

describe("the password of a file", () => {
  it("offers the fields, as it is made of the data", async () => {
    const { id } = await documentWithSample();
    await console.open(`/documents/${id}/deliveries`);
    await console.page.locator("::-p-text(Send the file by e-mail.)").click();
    await console.fill("To", "ann@example.com");
    await console.choose("File protection", "Password-protected link");
    const password = await console.find("textbox", "Password");
    await password.type("{$tow", { delay: KEY_MS });
    await console.see("Bern");
    await console.page.keyboard.press("Enter");
    await console.find("button", "Insert a field into Password");
    await console.settle();
    expect(await faults()).toEqual([]);
    await console.click("button", "Add delivery");
    await console.see("The delivery is saved.");
  });
});
