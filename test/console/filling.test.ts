import { strToU8, zipSync } from "fflate";
import type { ElementHandle } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { type Console, call, makeDocument, merge, openForEach } from "./console.ts";

let console: Console;
openForEach((opened) => {
  console = opened;
});

/** Pause between two keys of somebody who types quickly. */
const KEY_MS = 90;

/** A small Word file with the given paragraphs. */
function wordFile(...paragraphs: string[]): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join("");
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const types = "http://schemas.openxmlformats.org/package/2006/content-types";
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
  const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
  return zipSync({
    "[Content_Types].xml": strToU8(
      `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    ),
    "_rels/.rels": strToU8(
      `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
    ),
    "word/document.xml": strToU8(`<w:document ${w}><w:body>${body}</w:body></w:document>`),
  });
}

/** Drops files as a person does: they enter the window, and are let go over whatever is in its middle. */
async function drop(files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") }));
  await console.page.evaluate((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of dropped)
      transfer.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name));
    const target = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body;
    for (const type of ["dragenter", "dragover", "drop"])
      target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, sent);
}

const isFocused = (element: ElementHandle) => element.evaluate((one) => one === document.activeElement);

describe("a merge by hand", () => {
  it("begins empty, holds what is needed and leads to it, survives a reload, and takes rows of a spreadsheet", async () => {
    const { id } = await makeDocument({
      retention_days: 1,
      html: "<p>{$Number|number:2} {if $Paid == true}paid{/if} {$Note}</p>{foreach $Items as $item}<p>{$item.name} {$item.price|number:2}</p>{/foreach}",
    });
    await console.open(`/documents/${id}/merge`);
    await console.seeValue("textbox", "Number", "");
    const number = await console.find("textbox", "Number");
    await number.type("-12.5", { delay: KEY_MS });
    await console.seeValue("textbox", "Number", "-12.5");
    expect(await isFocused(number)).toBe(true);
    await console.click("button", "Add to Items");
    const name = await console.find("textbox", "name");
    expect(await isFocused(name)).toBe(true);
    await name.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "Chair\t12.5\r\nTable\t1200\r\n");
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    });
    await console.see("Items (2)");
    await console.page.reload();
    await console.seeValue("textbox", "Number", "-12.5");
    await console.see("Items (2)");
    await console.click("button", "Merge");
    await console.see("Enter Note: it is needed.");
    const note = await console.find("textbox", "Note");
    await expect.poll(() => isFocused(note)).toBe(true);
    expect(await note.evaluate((element) => element.getAttribute("aria-invalid"))).toBe("true");
    await note.type("Thank you", { delay: KEY_MS });
    await console.seeNo("Not merged yet");
    await console.click("button", "Merge");
    await console.see("The file is ready");
    const [run] = await call<{ id: string }[]>("GET", `/api/runs?document_id=${id}`);
    expect(await call("GET", `/api/runs/${run?.id}/data`)).toMatchObject({
      Number: -12.5,
      Items: [
        { name: "Chair", price: 12.5 },
        { name: "Table", price: 1200 },
      ],
    });
  });

  it("says that a mail was kept here, in the form of the delivery, before and after it", async () => {
    const { id } = await makeDocument({ html: "<p>Dear {$Name}</p>" });
    await call("POST", `/api/documents/${id}/deliveries`, { type: "email", settings: { to: "{$Email}" } });
    const [delivery] = await call<{ id: string }[]>("GET", `/api/documents/${id}/deliveries`);
    await console.open(`/documents/${id}/deliveries?delivery=${delivery?.id}`);
    await console.see("Mails are kept here, not sent");
    await console.open(`/documents/${id}/merge`);
    await (await console.find("textbox", "Email")).type("ann@example.com", { delay: KEY_MS });
    await console.see("E-mail: ann@example.com");
    await (await console.find("textbox", "Name")).type("Ann", { delay: KEY_MS });
    await console.click("button", "Merge");
    await console.see("Kept here, not sent");
  });
});

describe("files", () => {
  it("are taken wherever they are dropped, and what is wrong with a template is said there and later", async () => {
    await console.open("/");
    await console.see("Latest runs");
    await drop([{ name: "Letter.docx", bytes: wordFile("Dear [Company], {$Company} {{Name}}") }]);
    await console.arrive("/documents/");
    await console.see("about the template");
    await console.page.reload();
    await console.see("about the template");
    await drop([{ name: "Letter.docx", bytes: wordFile("{forech $Items as $item}{$item.name}{/foreach} {{Name}}") }]);
    await console.see("The file was not accepted");
    await console.see("{forech $Items as $item}");
    await console.see("Also look at");
  });

  it("of other programs are refused with the way out, and templates by their other names are taken", async () => {
    await console.open("/documents");
    await console.see("anywhere on this page");
    await drop([{ name: "Letter.doc", bytes: strToU8("old") }]);
    await console.see("old version of Word");
    await drop([{ name: "Offer.dotx", bytes: wordFile("{$Name}") }]);
    await console.arrive("/documents/");
    await console.see("$Name");
  });

  it("are not swallowed where nothing takes them", async () => {
    await console.open("/runs");
    await console.see("Every merge");
    await drop([{ name: "a.docx", bytes: wordFile("x") }]);
    await console.see("This screen takes no files");
  });
});

describe("what is deleted", () => {
  it("is named before, and its page closes", async () => {
    const { id, name } = await makeDocument();
    await merge({ id, name, url: (await call<{ url: string }>("GET", `/api/documents/${id}`)).url }, { Number: 1 });
    await console.open(`/documents/${id}`);
    await console.click("button", `Actions for ${name}`);
    await console.click("menuitem", "Delete");
    await console.see("its merge address: programs and forms that use it get an error");
    await console.click("button", "Delete");
    await console.arrive("/documents");
    await console.see("is deleted.");
    expect(console.address).not.toContain(id);
    await console.click("button", "Undo");
  });
});
