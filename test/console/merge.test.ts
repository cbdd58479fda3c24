import fs from "node:fs";
import { PDFDocument } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { type Console, call, makeDocument, openForEach } from "./console.ts";

let console: Console;
openForEach((opened) => {
  console = opened;
});

interface Run {
  id: string;
  test: boolean;
  status: string;
}

const runsOf = (document: string) => call<Run[]>("GET", `/api/runs?document_id=${document}`);

describe("a document is merged by hand", () => {
  it("with a sample to start from; the deliveries are announced, and the file is there", async () => {
    const { id } = await makeDocument();
    await call("POST", `/api/documents/${id}/samples`, { name: "Ann", data: { Number: 41, Items: [] } });
    await call("POST", `/api/documents/${id}/deliveries`, {
      type: "email",
      name: "To the customer",
      settings: { to: "ann@example.com" },
    });
    await console.open(`/documents/${id}/merge`);
    await console.see('E-mail "To the customer": ann@example.com');
    await console.seeValue("textbox", "Number", "");
    await console.choose("Data to start with", "Ann");
    await console.seeValue("textbox", "Number", "41");
    await console.fill("Number", "42");
    await console.click("button", "Merge");
    await console.see("The file is ready");
    await console.page.waitForSelector('canvas[aria-label*="Invoice 42"]');
    expect(await runsOf(id)).toMatchObject([{ test: false, status: "done" }]);
    await console.click("link", "View run");
    await console.arrive("/runs/");
    await console.see("To the customer");
  });

  it("nothing is sent if no delivery is on, and test mode is shown", async () => {
    const { id } = await makeDocument({ active: "0" });
    await call("POST", `/api/documents/${id}/deliveries`, { type: "email", settings: { to: "ann@example.com" } });
    await console.open(`/documents/${id}/merge`);
    await console.see("Nothing will be sent");
    await console.see("Test mode is on");
    await console.choose("Data to start with", "Example data");
    await console.click("button", "Merge");
    await console.see("The file is ready");
    expect(await runsOf(id)).toMatchObject([{ test: true }]);
  });

  it("two clicks in a row merge once", async () => {
    const { id } = await makeDocument();
    await console.open(`/documents/${id}/merge`);
    await console.see("Nothing will be sent");
    await console.choose("Data to start with", "Example data");
    await console.seeValue("textbox", "Number", "Sample Number");
    const button = await console.find("button", "Merge");
    await button.evaluate((element) => {
      (element as HTMLButtonElement).click();
      (element as HTMLButtonElement).click();
    });
    await console.see("The file is ready");
    expect(await runsOf(id)).toHaveLength(1);
  });
});

const isChecked = async (name: string): Promise<boolean> =>
  (await console.find("checkbox", `"${name}" is checked by default`)).evaluate(
    (element) => (element as HTMLInputElement).checked,
  );

describe("a form", () => {
  it("has check boxes that can be set, and are saved in the file", async () => {
    const form = fs.readFileSync("console/gallery/registration.pdf");
    const { id } = await makeDocument({ type: "pdf", html: undefined, file_contents: form.toString("base64") });
    await console.open(`/documents/${id}`);
    await console.click("button", "Field Vegetarian");
    await console.click("checkbox", '"Vegetarian" is checked by default');
    await console.click("button", "Save the form");
    await console.see("Saved as a new version.");
    await console.page.reload();
    await console.click("button", "Field Vegetarian");
    expect(await isChecked("Vegetarian")).toBe(true);
    await console.click("button", "Field Workshop");
    expect(await isChecked("Workshop")).toBe(false);
  });

  it("has buttons and lists that allow one choice", async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage();
    const size = pdf.getForm().createRadioGroup("Size");
    size.addOptionToPage("Small", page, { x: 40, y: 700, width: 80 });
    size.addOptionToPage("Large", page, { x: 140, y: 700, width: 80 });
    const plan = pdf.getForm().createDropdown("Plan");
    plan.setOptions(["free", "pro"]);
    plan.addToPage(page, { x: 40, y: 600, width: 180, height: 30 });
    const { id } = await makeDocument({ type: "pdf", html: undefined, file_contents: await pdf.saveAsBase64() });
    await console.open(`/documents/${id}`);
    await console.click("button", "Field Size: Small");
    await console.click("radio", "Large");
    await console.click("button", "Field Plan");
    await (await console.find(["combobox", "textbox"], 'Default choice for "Plan"')).click();
    await console.click("option", "pro");
    await console.click("button", "Save the form");
    await console.see("Saved as a new version.");
    const { contents } = await call<{ contents: string }>("GET", `/api/documents/${id}/file`);
    const saved = (await PDFDocument.load(contents)).getForm();
    expect([saved.getRadioGroup("Size").getSelected(), saved.getDropdown("Plan").getSelected()]).toEqual([
      "Large",
      ["pro"],
    ]);
  });
});

describe("a data route is merged by hand", () => {
  it("all its files are there to take", async () => {
    const [one, other] = await Promise.all([
      makeDocument({ output_name: "First" }),
      makeDocument({ output_name: "Second" }),
    ]);
    const { id } = await call<{ id: string }>("POST", "/api/routes", {
      name: "Both",
      rules: [{ document_id: one.id }, { document_id: other.id }],
    });
    await console.open(`/routes/${id}/merge`);
    await console.see("each as configured");
    await console.choose("Data to start with", "Example data");
    await console.click("button", "Merge");
    await console.see("2 files are ready");
    await console.find("button", "Download First.pdf");
    await console.find("button", "Download Second.pdf");
  });

  it("without rules there is nothing to merge", async () => {
    const { id } = await call<{ id: string }>("POST", "/api/routes", { name: "Empty", rules: [] });
    await console.open(`/routes/${id}/merge`);
    await console.see("There are no rules yet");
    const button = await console.find("button", "Merge");
    expect(await button.evaluate((element) => (element as HTMLButtonElement).disabled)).toBe(true);
  });
});
