import { describe, expect, it } from "vitest";
import { docx, paragraph } from "../../src/templates/testing/docx-builder.ts";
import { type Console, call, openForEach } from "./console.ts";

/** At which people type. */
const KEY_MS = 90;

let console: Console;
openForEach((opened) => {
  console = opened;
});

const LETTER = docx({
  body: paragraph("Dear [Contact], thank you for choosing [Company].") + paragraph("Date: ________"),
});

describe("an old letter", () => {
  it("is uploaded, what is filled in by hand is shown in its place, and what is accepted is written into the file", async () => {
    await console.open("/documents");
    await console.upload('input[type="file"]', [{ name: "Old letter.docx", bytes: LETTER }]);
    await console.arrive("/documents/");
    await console.see("Make these 3 into fields?");
    await console.click("button", "Look at them");
    await console.see("Dear [Contact], thank you for choosing");
    const name = await console.find("textbox", "Name of the field for [Contact], place 1");
    await name.click({ count: 3 });
    await name.type("Contact person", { delay: KEY_MS });
    await console.see("1 name cannot be used yet.");
    await name.click({ count: 3 });
    await name.type("Customer.Name", { delay: KEY_MS });
    await console.click("checkbox", "Make ________ a field, place 3");
    await console.click("button", "Make 2 fields");
    await console.see("2 places of the file are fields now.");
    await console.see("Make this into a field?");
    await console.see("$Customer");
    const id = /\/documents\/(\d+)/.exec(console.address)?.[1] ?? "";
    const fields = await call<{ name: string }[]>("GET", `/api/documents/${id}/fields`);
    expect(fields.map((field) => field.name).sort()).toEqual(["Company", "Customer"]);
    await console.click("button", "No, they are text");
    await console.page.reload();
    await console.see("To copy into the file");
    await console.settle();
    await console.seeNo("Make this into a field?");
  });
});
