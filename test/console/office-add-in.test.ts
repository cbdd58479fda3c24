import { Buffer } from "node:buffer";
import axe from "axe-core";
import { unzipSync } from "fflate";
import type { Page } from "puppeteer-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { docx, paragraph } from "../../src/templates/testing/docx-builder.ts";
import { pptx, type SlideParts, slideTable, textBox } from "../../src/templates/testing/pptx-builder.ts";
import { officeFile } from "../support/template-files.ts";
import { base, Console, call, openConsole } from "./console.ts";
import { KEY, SECRET } from "./credentials.ts";
import { type OfficeState, officeStandIn } from "./office-stand-in.ts";

const OFFICE = "https://appsforoffice.microsoft.com/";

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const wordFile = (...texts: string[]): string => base64(docx({ body: texts.map((text) => paragraph(text)).join("") }));

const LETTER = wordFile("Dear {$Customer.Name},", "{foreach $Items as $item}", "{$item.title}", "{/foreach}");
const SAMPLE = { Customer: { Name: "Ada" }, Items: [{ title: "Chair" }] };

const usual: OfficeState = {
  host: "Word",
  file: LETTER,
  text: "Dear Customer, thank you.",
  cells: [
    ["Article", "Price"],
    ["Chair", "49"],
    ["Desk", "180"],
  ],
  selection: { start: 5, end: 13 },
  pictures: [],
  shown: "",
  refusal: "",
};

let pane: Console;
beforeEach(async () => {
  pane = await openConsole({ signedIn: false, width: 320 });
});
afterEach(async () => {
  expect(pane.complaints).toEqual([]);
  await pane.close();
});

/** A tab whose office.js is the stand-in. */
async function standIn(page: Page, state: OfficeState): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (!request.url().startsWith(OFFICE)) return void request.continue();
    const body = `(${officeStandIn})(${JSON.stringify(state)})`;
    void request.respond({ status: 200, contentType: "text/javascript", body });
  });
}

const stateOf = ({ page }: Console): Promise<OfficeState> =>
  page.evaluate(() => (window as unknown as { officeState: OfficeState }).officeState);

/** What is selected next, as if the person had done so in their file. */
const change = ({ page }: Console, members: Partial<OfficeState>): Promise<void> =>
  page.evaluate(
    (given) => void Object.assign((window as unknown as { officeState: object }).officeState, given),
    members,
  );

/** Types into a field that offers what could be meant, and leaves the list. */
async function typeInto(label: string, text: string): Promise<void> {
  const field = await pane.find(["combobox", "textbox"], label);
  await field.click({ count: 3 });
  await field.type(text);
  await field.press("Escape");
}

async function chooseDocument(program: string, name: string): Promise<void> {
  await pane.see("What is this file for?");
  const field = await pane.find("combobox", `A document with a template for ${program}`);
  await field.type(name);
  await pane.click("option", name);
  await pane.see("Choose a field");
}

const turnTo = (side: string): Promise<void> => pane.page.locator(`::-p-xpath(//label[.="${side}"])`).click();

async function becomeEditor(): Promise<void> {
  const email = `office-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { link } = await call<{ link: string }>("POST", "/api/invitations", { email, role: "editor" });
  await pane.open(`/invitation${new URL(link).hash}`);
  await pane.fill("Your name", "Olga");
  await pane.click("button", "Accept the invitation");
  await pane.see("You are in");
}

async function openPane(state: Partial<OfficeState> = {}): Promise<void> {
  await becomeEditor();
  await standIn(pane.page, { ...usual, ...state });
  await pane.page.goto(`${base}/addin/pane`);
}

/** Through the window that asks whether the add-in may act for the person. */
async function signIn(answer: "Allow" | "Do not allow" = "Allow"): Promise<void> {
  const [popup] = await Promise.all([
    new Promise<Page | null>((resolve) => pane.page.once("popup", resolve)),
    pane.click("button", "Sign in"),
  ]);
  if (!popup) throw new Error("No window was opened.");
  const dialog = new Console(popup);
  await dialog.see("Let “Docloom in Word, Excel and PowerPoint” act for you?");
  await dialog.see("the service's own add-in for Office");
  await standIn(popup, usual);
  await dialog.click("button", answer);
}

async function makeLetter(): Promise<{ id: string; name: string }> {
  const name = `Letter ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await call<{ id: string }>("POST", "/api/documents", {
    ...{ name, type: "docx", output: "pdf", file_contents: LETTER },
  });
  await call("POST", `/api/documents/${id}/samples`, { name: "Ada", data: SAMPLE });
  return { id, name };
}

/** Signed in, with a document chosen. */
async function openLetter(state: Partial<OfficeState> = {}): Promise<{ id: string; name: string }> {
  const letter = await makeLetter();
  await openPane(state);
  await signIn();
  await chooseDocument("Word", letter.name);
  return letter;
}

async function faults(): Promise<string[]> {
  await pane.settle();
  await pane.page.evaluate(axe.source);
  const found: string[] = [];
  for (const scheme of ["light", "dark"] as const) {
    await pane.show({ width: 320, scheme });
    await pane.settle();
    const { violations } = await pane.page.evaluate(() =>
      (globalThis as typeof globalThis & { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] }),
    );
    found.push(...violations.map(({ id, nodes }) => `${scheme}: ${id}: ${nodes[0]?.html.slice(0, 200)}`));
    const { scrolled, shown } = await pane.page.evaluate(() => ({
      scrolled: document.documentElement.scrollWidth,
      shown: window.innerWidth,
    }));
    if (scrolled > shown) found.push(`${scheme}: ${scrolled} pixels wide in ${shown}`);
  }
  return found;
}

describe("the sign-in of the pane", () => {
  it("goes through a window, keeps the access, and gives it back", async () => {
    await openPane();
    await pane.see("Templates, beside your file");
    expect(await faults()).toEqual([]);
    await signIn();
    await pane.see("What is this file for?");
    expect(await faults()).toEqual([]);

    await pane.page.reload();
    await pane.see("What is this file for?");
    await pane.click("button", "More");
    await pane.click("menuitem", "Sign out");
    await pane.see("Templates, beside your file");
    await pane.page.reload();
    await pane.see("Templates, beside your file");
  });

  it("leaves out who does not allow it", async () => {
    await openPane();
    await signIn("Do not allow");
    await pane.see("Templates, beside your file");
    await pane.seeNo("You are not signed in");
  });

  it("is nothing for a browser without Office", async () => {
    await pane.page.setRequestInterception(true);
    pane.page.on("request", (request) =>
      request.url().startsWith(OFFICE) ? void request.abort() : void request.continue(),
    );
    await pane.page.goto(`${base}/addin/pane`);
    await pane.see("This opens in Word, Excel or PowerPoint");
    expect(await faults()).toEqual([]);
  });
});

describe("in Word", () => {
  it("fields, loops, conditions, pictures and codes are written where the cursor is", async () => {
    await openLetter();
    await pane.click("button", "Choose a field");
    await (await pane.find("textbox", "Search fields")).type("ada");
    // By the sample's value, which may come after the names.
    await pane.see("Customer.Name Ada");
    await pane.page.keyboard.press("Enter");
    await expect.poll(async () => (await stateOf(pane)).text).toBe("Dear {$Customer.Name}, thank you.");

    await change(pane, { selection: { start: 0, end: 4, row: 1, column: 0, toRow: 1, toColumn: 1 } });
    await pane.click("button", "Loop What is selected, once for each entry of a list");
    await pane.click("button", "Repeat it");
    await expect
      .poll(async () => (await stateOf(pane)).cells[1])
      .toEqual(["{tablerow $Items as $item}Chair", "49{/tablerow}"]);

    await change(pane, { selection: { start: 23, end: 33 } });
    await pane.click("button", "Condition What is selected, only sometimes");
    await typeInto("If the field", "Customer.Name");
    await pane.choose("Comparison", "is not");
    await pane.fill("This value", "Bob");
    await pane.click("button", "Show only then");
    await expect
      .poll(async () => (await stateOf(pane)).text)
      .toBe('Dear {$Customer.Name}, {if $Customer.Name != "Bob"}thank you.{/if}');
    expect(await faults()).toEqual([]);

    await pane.click("button", "Picture A picture of your data");
    await typeInto("Field with the picture", "Photo");
    await pane.click("button", "Insert a placeholder");
    await expect.poll(async () => (await stateOf(pane)).pictures).toEqual(["{$Photo}"]);

    await change(pane, { selection: { start: 0, end: 0 } });
    await pane.click("button", "Code A QR code or barcode");
    await typeInto("Field with the value", "Link");
    await pane.click("button", "Insert a code");
    await expect.poll(async () => (await stateOf(pane)).text).toMatch(/^\{qrcode value=\$Link width="3cm"\}Dear/);
  });

  it("what cannot be repeated says what to select", async () => {
    await openLetter();
    await pane.click("button", "Loop What is selected, once for each entry of a list");
    await pane.click("button", "Repeat it");
    await pane.see("Select one or more rows of a table");
  });

  it("the file is checked, each finding is shown in it, and it is published", async () => {
    const { id } = await openLetter({
      file: wordFile("Dear {$Customer.Name|nosuch},"),
      text: "Dear {$Customer.Name|nosuch},",
    });
    await turnTo("Check");
    await pane.click("button", "Check the file");
    await pane.see("1 error");
    expect(await faults()).toEqual([]);
    await pane.click("button", "Show in the file");
    await expect.poll(async () => (await stateOf(pane)).shown).toContain("{$Customer.Name|nosuch}");
    await pane.click("button", "Publish as a new version");
    await pane.see("The template was not saved");

    await change(pane, { file: wordFile("Good day {$Customer.Name} and {$Items.0.title},") });
    await pane.click("button", "Check the file");
    await pane.see("No errors");
    await pane.click("button", "Publish as a new version");
    await pane.see("Saved as a new version.");
    const { version } = await call<{ version: string }>("GET", `/api/documents/${id}?details=1`);
    expect(Number(version)).toBe(2);
  });

  it("a file that fails the document's tests is published all the same, if somebody says so", async () => {
    const { id, name } = await makeLetter();
    const tests = [{ name: "has the terms", data: SAMPLE, text: ["Terms of payment"] }];
    await call("PUT", `/api/documents/${id}`, { settings: { tests } });
    await openPane({ file: wordFile("Good day {$Customer.Name},") });
    await signIn();
    await chooseDocument("Word", name);
    await pane.click("button", "Publish as a new version");
    await pane.see("The template was not saved");
    expect(await faults()).toEqual([]);
    await pane.click("button", "Publish all the same");
    await pane.see("Saved as a new version.");
    const { version } = await call<{ version: string }>("GET", `/api/documents/${id}?details=1`);
    expect(Number(version)).toBe(2);
  });

  it("the PDF of the open file is beside it, with data of a sample", async () => {
    await openLetter({ file: wordFile("Good day {$Customer.Name}!") });
    await turnTo("Preview");
    await pane.see("Read the file again");
    await expect.poll(() => pane.page.$$eval("canvas", (all) => all.length), { timeout: 30_000 }).toBeGreaterThan(0);
    expect(await faults()).toEqual([]);
  });

  it("a new document is made of the file, and all of it works by keyboard", async () => {
    await openPane();
    await signIn();
    await pane.see("What is this file for?");
    const name = `By keyboard ${crypto.randomUUID().slice(0, 6)}`;
    const { keyboard } = pane.page;
    const focused = () =>
      pane.page.evaluate(() => {
        const element = document.activeElement;
        return (
          element?.getAttribute("aria-label") ?? element?.getAttribute("placeholder") ?? element?.textContent ?? ""
        );
      });
    async function tabTo(wanted: string): Promise<void> {
      for (let step = 0; step < 20; step++) {
        await keyboard.press("Tab");
        if ((await focused()).includes(wanted)) return;
      }
      throw new Error(`The keyboard does not reach "${wanted}", but "${await focused()}".`);
    }
    await tabTo("Its name");
    await keyboard.type(name);
    await keyboard.press("Enter");
    await pane.see("Choose a field");
    await tabTo("Choose a field");
    await keyboard.press("Enter");
    // It has the keyboard once it is drawn.
    await expect.poll(focused).toBe("Search fields");
    await keyboard.type("title");
    await keyboard.press("Enter");
    await expect.poll(async () => (await stateOf(pane)).text).toBe("Dear {$item.title}, thank you.");
    await tabTo("Publish as a new version");
    await keyboard.press("Enter");
    await pane.see("Saved as a new version.");
  });
});

describe("in Excel", () => {
  it("rows of a sheet are repeated, and cells hold fields", async () => {
    await openPane({ host: "Excel", selection: { start: 0, end: 0, row: 1, column: 0, toRow: 2, toColumn: 0 } });
    await signIn();
    await chooseDocument("Excel", await makeSheet());
    await pane.click("button", "Loop What is selected, once for each entry of a list");
    await typeInto("For each entry of the list", "Items");
    await pane.click("button", "Repeat it");
    await expect
      .poll(async () => (await stateOf(pane)).cells)
      .toEqual([
        ["Article", "Price"],
        ["{foreach $Items as $item}Chair", "49"],
        ["Desk", "180{/foreach}"],
      ]);
  });
});

describe("in PowerPoint", () => {
  it("fields, conditions, pictures and codes are written into the text of a shape", async () => {
    await openSlides({ text: "Our chairs for Customer", selection: { start: 15, end: 23 } });
    await pane.click("button", "Choose a field");
    await (await pane.find("textbox", "Search fields")).type("name");
    await pane.page.keyboard.press("Enter");
    await expect.poll(async () => (await stateOf(pane)).text).toBe("Our chairs for {$Customer.Name}");

    await change(pane, { selection: { start: 0, end: 10 } });
    await pane.click("button", "Condition What is selected, only sometimes");
    await typeInto("If the field", "Customer.Name");
    await pane.click("button", "Show only then");
    const conditional = "{if $Customer.Name}Our chairs{/if} for {$Customer.Name}";
    await expect.poll(async () => (await stateOf(pane)).text).toBe(conditional);

    // PowerPoint puts no picture with an alternative text into a slide: it is a tag.
    await change(pane, { text: "", selection: { start: 0, end: 0 } });
    await pane.click("button", "Picture A picture of your data");
    await typeInto("Field with the picture", "Photo");
    await pane.click("button", "Insert a tag");
    await expect.poll(async () => (await stateOf(pane)).text).toBe('{image src=$Photo width="6cm"}');

    await change(pane, { text: "", selection: { start: 0, end: 0 } });
    await pane.click("button", "Code A QR code or barcode");
    await typeInto("Field with the value", "Link");
    await pane.click("button", "Insert a code");
    await expect.poll(async () => (await stateOf(pane)).text).toBe('{qrcode value=$Link width="3cm"}');
    expect(await faults()).toEqual([]);
  });

  it("the row of a table is repeated from within a cell, and its merge has a row for each entry", async () => {
    const { id } = await openSlides({ text: "Chair", selection: { start: 0, end: 5 } });
    await repeat("The row of the table");
    await expect.poll(async () => (await stateOf(pane)).text).toBe("{tablerow $Items as $item}Chair{/tablerow}");
    await change(pane, { selection: { start: 26, end: 31 } });
    await pane.click("button", "Field A value of your data");
    await pane.click("button", "Choose a field");
    await (await pane.find("textbox", "Search fields")).type("title");
    await pane.page.keyboard.press("Enter");
    const cell = "{tablerow $Items as $item}{$item.title}{/tablerow}";
    await expect.poll(async () => (await stateOf(pane)).text).toBe(cell);

    await publish([{ shapes: slideTable(2, ["Article", "Price"], [cell, "{$item.price}"]) }]);
    expect(await slidesOf(id)).toEqual(["Article|Price|Chair|49|Desk|180"]);
  });

  it("a slide is repeated with all that is on it, and so is a text", async () => {
    const { id } = await openSlides({ text: "Our chairs", selection: { start: 0, end: 10 } });
    await repeat("The slide");
    const title = "{slide $Items as $item}Our chairs{/slide}";
    await expect.poll(async () => (await stateOf(pane)).text).toBe(title);
    await change(pane, { text: "From 49", selection: { start: 0, end: 7 } });
    await repeat("The selected text");
    const text = "{foreach $Items as $item}From 49{/foreach}";
    await expect.poll(async () => (await stateOf(pane)).text).toBe(text);

    await publish([
      { shapes: textBox(2, "First") },
      { shapes: textBox(2, title.replace("Our chairs", "{$item.title}")) + textBox(3, "From {$item.price}") },
      { shapes: textBox(2, text.replace("From 49", "{$item.title};")) },
    ]);
    expect(await slidesOf(id)).toEqual(["First", "Chair|From 49", "Desk|From 180", "Chair;Desk;"]);
  });

  it("a finding is shown on its slide", async () => {
    const slides = [{ shapes: textBox(2, "First") }, { shapes: textBox(2, "{$Customer.Name|nosuch}") }];
    await openSlides({ file: base64(pptx(slides)) });
    await turnTo("Check");
    await pane.click("button", "Check the file");
    await pane.see("1 error");
    await pane.click("button", "Show in the file");
    await expect.poll(async () => (await stateOf(pane)).shown).toBe("slide 2");
  });

  it("what PowerPoint refuses is told in its words", async () => {
    await openSlides({ refusal: "The selection is no text." });
    await repeat("The selected text");
    await pane.see("PowerPoint did not insert it");
    await pane.see("The selection is no text.");
    expect(await faults()).toEqual([]);
  });
});

const DECK_DATA = {
  Customer: { Name: "Ada" },
  Items: [
    { title: "Chair", price: "49" },
    { title: "Desk", price: "180" },
  ],
};

/** Signed in, with a document for slides chosen. */
async function openSlides(state: Partial<OfficeState>): Promise<{ id: string }> {
  const name = `Slides ${crypto.randomUUID().slice(0, 8)}`;
  const file_contents = base64(officeFile("pptx", "{$Customer.Name}{foreach $Items as $item}{$item.title}{/foreach}"));
  const { id } = await call<{ id: string }>("POST", "/api/documents", {
    name,
    type: "pptx",
    output: "pptx",
    file_contents,
  });
  await call("POST", `/api/documents/${id}/samples`, { name: "Ada", data: DECK_DATA });
  await openPane({ host: "PowerPoint", ...state });
  await signIn();
  await chooseDocument("PowerPoint", name);
  return { id };
}

/** Repeats what is selected for each of the items, from the pane. */
async function repeat(what: string): Promise<void> {
  const isOpen = await pane.page.$('::-p-aria([name="Repeat it"][role="button"])');
  if (!isOpen) await pane.click("button", "Loop What is selected, once for each entry of a list");
  await pane.choose("Repeat", what);
  await typeInto("For each entry of the list", "Items");
  await pane.click("button", "Repeat it");
}

/** The file as the person has made it by now, published from the pane. */
async function publish(slides: readonly SlideParts[]): Promise<void> {
  await change(pane, { file: base64(pptx(slides)) });
  await pane.click("button", "Publish as a new version");
  await pane.see("Saved as a new version.");
}

/** The texts of each slide of a merge. */
async function slidesOf(id: string): Promise<string[]> {
  const merged = await fetch(new URL(`/api/documents/${id}/merge?download=1`, base), {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${KEY}:${SECRET}`)}`, "content-type": "application/json" },
    body: JSON.stringify(DECK_DATA),
  });
  expect(merged.status).toBe(201);
  const parts = unzipSync(new Uint8Array(await merged.arrayBuffer()));
  const textOf = (name: string) => new TextDecoder().decode(parts[name]);
  const targets = new Map(
    [...textOf("ppt/_rels/presentation.xml.rels").matchAll(/<Relationship [^>]*>/g)].map(([relationship]) => [
      /Id="([^"]+)"/.exec(relationship)?.[1],
      /Target="([^"]+)"/.exec(relationship)?.[1],
    ]),
  );
  const ids = [...textOf("ppt/presentation.xml").matchAll(/<p:sldId [^>]*r:id="([^"]+)"/g)].map(([, slide]) => slide);
  return ids.map((slide) =>
    [...textOf(`ppt/${targets.get(slide)}`).matchAll(/<a:p>(.*?)<\/a:p>/gs)]
      .map(([, paragraph = ""]) => [...paragraph.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text]) => text).join(""))
      .filter((text) => text !== "")
      .join("|"),
  );
}

async function makeSheet(): Promise<string> {
  const name = `Sheet ${crypto.randomUUID().slice(0, 8)}`;
  const file_contents = base64(officeFile("xlsx", "{$Name}"));
  await call("POST", "/api/documents", { name, type: "xlsx", file_contents });
  return name;
}
