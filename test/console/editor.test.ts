import { describe, expect, it } from "vitest";
import { officeFile } from "../support/template-files.ts";
import { type Console, call, makeDocument, openForEach } from "./console.ts";
import { faultsOfScreen } from "./screen-faults.ts";

let console: Console;
openForEach((opened) => {
  console = opened;
});

/** Puts the cursor at the end of the template and types. */
async function type(text: string): Promise<void> {
  await (await console.find("textbox", "HTML template")).focus();
  await console.page.keyboard.down("Control");
  await console.page.keyboard.press("End");
  await console.page.keyboard.up("Control");
  await console.page.keyboard.type(text);
}

/**
 * CodeMirror takes no key for this long after its list of completions has opened: nobody chooses what they have not
 * seen.
 */
const COMPLETION_DELAY_MS = 75;

/** Waits until the list of completions has opened with this one chosen. */
async function offered(label: string): Promise<void> {
  await console.page.waitForSelector(
    `.cm-tooltip-autocomplete [aria-selected="true"] ::-p-text(${label}), .cm-tooltip-autocomplete [aria-selected="true"]::-p-text(${label})`,
  );
  await new Promise((resolve) => setTimeout(resolve, COMPLETION_DELAY_MS + 25));
}

const shownPage = (text: string) => console.page.waitForSelector(`canvas[aria-label*="${text}"]`);

/** A document that somebody else saved while it was being edited here, which emerged on saving. */
async function writtenInTwoTabs(): Promise<{ id: string }> {
  const { id } = await makeDocument({ html: "<p>First</p>" });
  await console.open(`/documents/${id}`);
  await shownPage("First");
  await type("Mine");
  await call("PUT", `/api/documents/${id}`, { html: "<p>Theirs</p>" });
  await console.click("button", "Save");

  return { id };
}

describe("an html template", () => {
  it("is drawn as the PDF it becomes, while it is being written", async () => {
    const { id } = await makeDocument({ html: "<p>Before</p>" });
    await console.open(`/documents/${id}`);
    await shownPage("Before");
    await type("<p>Written now</p>");
    await shownPage("Written now");
  });

  it("shows an error at its place, and keeps the last preview that worked", async () => {
    const { id } = await makeDocument({ html: "<p>Good</p>" });
    await console.open(`/documents/${id}`);
    await shownPage("Good");
    await type("{{$Name|nosuchmodifier}");
    await console.see("Showing the last version that worked");
    await console.page.waitForSelector(".cm-lintRange-error");
    await shownPage("Good");
  });

  it("offers fields and modifiers while a tag is being written", async () => {
    const { id } = await makeDocument({ html: "<p>{$CustomerName}</p>" });
    await console.open(`/documents/${id}`);
    await shownPage("Sample");
    await type("{$Cust");
    await offered("CustomerName");
    await console.page.keyboard.press("Enter");
    await console.page.keyboard.type("|date_f");
    await offered("date_format");
  });

  it("is saved as a new version, which can be taken back", async () => {
    const { id } = await makeDocument({ html: "<p>First</p>" });
    await console.open(`/documents/${id}`);
    await shownPage("First");
    await type("<p>Second</p>");
    await console.click("button", "Save");
    await console.see("Saved as a new version.");
    await console.open(`/documents/${id}/versions?version=1`);
    await console.see("Version 2");
    await shownPage("First");
    await console.click("button", "Restore");
    await console.page
      .locator(
        'section[role="dialog"] button::-p-text(Restore), [role="dialog"] ::-p-aria([name="Restore"][role="button"])',
      )
      .click();
    await console.see("Version 1 was restored.");
    expect(await call("GET", `/api/documents/${id}`)).toMatchObject({ html: "<p>First</p>" });
  });

  it("written in two tabs is not lost in either", async () => {
    const { id } = await writtenInTwoTabs();
    await console.see("Another version was saved in the meantime");
    await console.click("button", "Save mine as the latest version");
    await console.see("Saved as a new version.");
    expect(await call("GET", `/api/documents/${id}`)).toMatchObject({ html: "<p>First</p>Mine" });
    expect(await call<unknown[]>("GET", `/api/documents/${id}/versions`)).toHaveLength(3);
  });

  it("of somebody else is shown when asked for, and the user's own stays at hand", async () => {
    const { id } = await writtenInTwoTabs();
    await console.click("button", "Show theirs and keep mine");
    await shownPage("Theirs");
    await console.click("button", "Replace it with my text");
    await shownPage("Mine");
    await console.click("button", "Save");
    await console.see("Saved as a new version.");
    expect(await call("GET", `/api/documents/${id}`)).toMatchObject({ html: "<p>First</p>Mine" });
  });

  it("is saved by Ctrl+S, and what was refused is forgotten with the next key", async () => {
    const { id } = await makeDocument({ html: "<p>First</p>" });
    await console.open(`/documents/${id}`);
    await shownPage("First");
    await type("{if");
    await console.page.keyboard.down("Control");
    await console.page.keyboard.press("s");
    await console.page.keyboard.up("Control");
    await console.see("The template was not saved");
    await console.page.keyboard.type(" 1}yes{/if}");
    await console.seeNo("The template was not saved");
  });

  it("that is not saved is restored after the tab was closed", async () => {
    const { id } = await makeDocument({ html: "<p>First</p>" });
    await console.open(`/documents/${id}`);
    await shownPage("First");
    await type("<p>Unsaved</p>");
    await shownPage("Unsaved");
    await console.page.reload();
    await console.see("Your unsaved changes were restored");
    await shownPage("Unsaved");
    await call("PUT", `/api/documents/${id}`, { html: "<p>Theirs</p>" });
    await console.page.reload();
    await shownPage("Unsaved");
    await console.click("button", "Save");
    await console.see("Another version was saved in the meantime");
  });

  it("that is not saved asks before it is left", async () => {
    const { id } = await makeDocument({ html: "<p>First</p>" });
    await console.open(`/documents/${id}`);
    await shownPage("First");
    await type("<p>Unsaved</p>");
    await console.click("link", "Runs");
    await console.see("You have unsaved changes");
    await console.click("button", "Stay here");
    expect(console.address).toBe(`/documents/${id}`);
  });
});

describe("a Word template", () => {
  it("is tried out with other data immediately", async () => {
    const { id } = await makeDocument({
      type: "docx",
      html: undefined,
      file_contents: officeFileBase64("Dear {$Salutation}"),
    });
    await console.open(`/documents/${id}?side=data`);
    await shownPage("Dear");
    await console.fill("Salutation", "Ms Okafor");
    await shownPage("Dear Ms Okafor");
  });

  it("that fails the document's tests is saved all the same, if somebody says so", async () => {
    const tests = [{ name: "has the terms", data: {}, text: ["Terms of payment"] }];
    const { id } = await makeDocument({ html: "<p>Terms of payment</p>", settings: { tests } });
    await console.open(`/documents/${id}`);
    await type("");
    for (const _ of " payment</p>") await console.page.keyboard.press("Backspace");
    await console.click("button", "Save");
    await console.see("The template was not saved");
    await console.click("button", "Publish all the same");
    await console.see("Saved as a new version.");
    expect((await call<{ html: string }>("GET", `/api/documents/${id}?details=1`)).html).toBe("<p>Terms of");
  });

  it("that is empty is refused", async () => {
    const file_contents = officeFileBase64("Dear {$Name}");
    const { id } = await makeDocument({ type: "docx", html: undefined, file_contents });
    await console.open(`/documents/${id}`);
    await shownPage("Dear");
    await console.upload("input[type=file]", [{ name: "nothing.docx", bytes: new Uint8Array() }]);
    await console.see("The template was not saved");
    await console.see("empty");
    expect(await call<unknown[]>("GET", `/api/documents/${id}/versions`)).toHaveLength(1);
  });

  it("with errors is refused, each with its tag", async () => {
    const { id } = await makeDocument({ type: "docx", html: undefined, file_contents: officeFileBase64("{$Name}") });
    await console.open(`/documents/${id}`);
    await console.upload('section[aria-label="Template"] input[type="file"]', [
      { name: "broken.docx", bytes: officeFile("docx", "{if $a}{$b|nosuch}") },
    ]);
    await console.see("The file was not accepted");
    await console.see("nosuch");
  });

  it("that fails the document's tests is saved all the same, if somebody says so", async () => {
    const tests = [{ name: "has the terms", data: {}, text: ["Terms of payment"] }];
    const { id } = await makeDocument({ type: "docx", html: undefined, file_contents: officeFileBase64("{$Name}") });
    await call("PUT", `/api/documents/${id}`, { settings: { tests } });
    await console.open(`/documents/${id}`);
    await console.upload('section[aria-label="Template"] input[type="file"]', [
      { name: "other.docx", bytes: officeFile("docx", "Dear {$Name}") },
    ]);
    await console.see("The template was not saved");
    expect(await faultsOfScreen(console)).toEqual({});
    await console.click("button", "Publish all the same");
    await console.see("Saved as a new version.");
    await console.seeNo("The template was not saved");
  });
});

function officeFileBase64(text: string): string {
  return Buffer.from(officeFile("docx", text)).toString("base64");
}

describe("sample data", () => {
  it("are kept under a name, and merged", async () => {
    const { id } = await makeDocument({ html: "<p>Hello {$Name}</p>" });
    await console.open(`/documents/${id}/data`);
    await console.fill("Name", "Ada");
    await shownPage("Hello Ada");
    await console.click("button", "Save as a sample");
    await console.page.locator('[role="dialog"] input').fill("Only Ada");
    await console.page.locator('[role="dialog"] ::-p-aria([name="Save"][role="button"])').click();
    await console.arrive("sample=");
    expect(await call("GET", `/api/documents/${id}/samples`)).toMatchObject([{ name: "Only Ada" }]);
  });

  it("are whole however they are typed: signs, decimals, texts of any length", async () => {
    const { id } = await makeDocument({ html: "<p>{$Price|number_format:2} {$Note}</p>" });
    await console.open(`/documents/${id}/data`);
    await console.fill("Price", "-1189.75");
    await console.seeValue("textbox", "Price", "-1189.75");
    await shownPage("-1,189.75");
    await console.fill("Price", "189,5");
    await console.seeValue("textbox", "Price", "189.5");
    const note = "a sentence that goes on ".repeat(5).trim();
    await console.fill("Note", note);
    await console.seeValue("textbox", "Note", note);
    await shownPage(`189.50 ${note}`);
  });

  it("that are not JSON yet are reported, and not lost", async () => {
    const { id } = await makeDocument({ html: "<p>Hello {$Name}</p>" });
    await console.open(`/documents/${id}/data?view=json`);
    await (await console.find("textbox", "Data as JSON")).focus();
    await console.page.keyboard.type("{");
    await console.see("Not valid JSON yet");
  });

  it("that are not saved are not replaced by another sample unasked", async () => {
    const { id } = await makeDocument({ html: "<p>Hello {$Name}</p>" });
    for (const Name of ["Ada", "Bob"])
      await call("POST", `/api/documents/${id}/samples`, { name: `Only ${Name}`, data: { Name } });
    await console.open(`/documents/${id}/data`);
    await shownPage("Hello Ada");
    await console.fill("Name", "Ada Lovelace");
    await console.choose("Data of the preview", "Only Bob");
    await console.click("button", "Stay here");
    await console.seeValue("textbox", "Name", "Ada Lovelace");
    await console.choose("Data of the preview", "Only Bob");
    await console.click("button", "Continue without saving");
    await shownPage("Hello Bob");
    await console.seeValue("textbox", "Name", "Bob");
  });

  it("that are not saved stay when the sample gets another name", async () => {
    const { id } = await makeDocument({ html: "<p>Hello {$Name}</p>" });
    await call("POST", `/api/documents/${id}/samples`, { name: "Ada", data: { Name: "Ada" } });
    await console.open(`/documents/${id}/data`);
    await shownPage("Hello Ada");
    await console.fill("Name", "Grace");
    await console.click("button", "More actions");
    await console.click("menuitem", "Rename the sample");
    await console.page.locator('[role="dialog"] input').fill("Only one");
    await console.page.locator('[role="dialog"] ::-p-aria([name="Save"][role="button"])').click();
    await expect.poll(() => call("GET", `/api/documents/${id}/samples`)).toMatchObject([{ name: "Only one" }]);
    await console.seeValue("textbox", "Name", "Grace");
  });

  it("are explained: found, missing, unused", async () => {
    const { id } = await makeDocument({ html: "<p>Hello {$Name}{if $Vip}!{/if}</p>" });
    await console.open(`/documents/${id}/data`);
    await shownPage("Hello");
    await console.click("button", "Explain");
    await console.see("Found");
  });
});

describe("the gallery", () => {
  it("makes a document that is filled at once", async () => {
    await console.open("/gallery?template=invoice");
    await console.click("button", "Use this template");
    await console.arrive("/documents/");
    await shownPage("Northlight Furniture");
  });

  it("makes one document for two clicks, and its form keeps what was typed", async () => {
    const count = async () => (await call<unknown[]>("GET", "/api/documents")).length;
    const before = await count();
    await console.open("/gallery?template=registration");
    await (await console.find("button", "Use this template")).click({ count: 2 });
    await console.arrive("/documents/");
    await console.page.waitForSelector('button[aria-label^="Field "]');
    expect(await count()).toBe(before + 1);

    await console.page.locator('button[aria-label^="Field "]').click();
    await console.page.locator("textarea").fill("{$Name|upper}");
    await console.page.locator("label ::-p-text(Data)").click();
    await console.page.locator("label ::-p-text(Form)").click();
    await console.see("{$Name|upper}");
    await console.click("link", "Settings");
    await console.see("They will be lost if you leave now.");
  });
});
