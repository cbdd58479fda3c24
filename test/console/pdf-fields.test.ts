import { Buffer } from "node:buffer";
import axe, { type AxeResults } from "axe-core";
import { describe, expect, it } from "vitest";
import { buildFile } from "../../src/pdf/testing/build-file.ts";
import { type Console, call, makeDocument, openForEach } from "./console.ts";

/** At which people type. */
const KEY_MS = 90;

let console: Console;
openForEach((opened) => {
  console = opened;
});

const CONTENT =
  "BT /F 10 Tf 20 200 Td (Name *:) Tj ET 70 198 m 220 198 l S 20 100 10 10 re S BT /F 10 Tf 34 102 Td (I agree) Tj ET";

/** Two pages that ask for a name and a tick, and have no form fields. */
const FLAT = buildFile({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Kids[10 0 R 12 0 R]/Count 2/MediaBox[0 0 400 300]/Resources<</Font<</F 3 0 R>>>>>>",
  3: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
  10: "<</Type/Page/Parent 2 0 R/Contents 11 0 R>>",
  11: { entries: "", bytes: CONTENT },
  12: "<</Type/Page/Parent 2 0 R/Contents 13 0 R>>",
  13: { entries: "", bytes: "" },
});

interface Field {
  page: number;
  box: number[];
  kind: string;
  name: string;
  condition?: string;
  text?: string;
  format?: object;
}

const fieldsOf = async (id: string) =>
  (await call<{ fields: Field[] }>("GET", `/api/documents/${id}/pdf_fields`)).fields;

const makeFlat = () =>
  makeDocument({ type: "pdf", html: undefined, file_contents: Buffer.from(FLAT).toString("base64") });

/** The middle of an element, in CSS pixels of the window. */
async function middleOf(role: string, name: string): Promise<{ x: number; y: number }> {
  const box = await (await console.find(role, name)).boundingBox();
  if (!box) throw new Error(`"${name}" has no place`);

  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function faults(): Promise<string[]> {
  await console.page.evaluate(axe.source);
  const found = (await console.page.evaluate(() =>
    (globalThis as typeof globalThis & { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] }),
  )) as AxeResults;

  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

describe("a PDF without fields", () => {
  it("has them found, kept, told when they are on, and merged", async () => {
    const { id } = await makeFlat();
    await console.open(`/documents/${id}?side=design`);
    await console.see("This PDF has no form fields yet.");
    await console.click("button", "Find fields");
    await console.see("2 fields found");
    await console.click("button", "Keep all 2");
    await console.see("2 fields selected");
    const box = await middleOf("button", "Check box I agree, page 1");
    await console.page.mouse.click(box.x, box.y);
    const condition = await console.find("textbox", "On when");
    await condition.type("$Age >= 18", { delay: KEY_MS });
    const named = await middleOf("button", "Text Name, page 1");
    await console.page.mouse.click(named.x, named.y);
    await (await console.find("combobox", "Shown as")).select("number");
    await (await console.find("combobox", "Form of the number")).select("1.234,56");
    await (await console.find("textbox", "Behind it")).type(" EUR", { delay: KEY_MS });
    await console.click("button", "Save the fields");
    await console.see("The fields are saved in a new version of the file.");
    const saved = await fieldsOf(id);
    expect(saved[0]?.format).toEqual({ kind: "number", decimals: 2, style: "1.234,56", after: " EUR" });
    expect(saved.map(({ name, kind, condition: when }) => [name, kind, when])).toEqual([
      ["Name", "text", undefined],
      ["I agree", "check", "$Age >= 18"],
    ]);
  });

  it("is drawn on: pulled up, moved, held by lines, undone", async () => {
    const { id } = await makeFlat();
    await console.open(`/documents/${id}?side=design`);
    await console.see("This PDF has no form fields yet.");
    await console.click("button", "Draw");
    const page = await (await console.page.waitForSelector("[data-page='1'] > div"))?.boundingBox();
    if (!page) throw new Error("the page has no place");
    const at = (x: number, y: number) =>
      [page.x + (x / 400) * page.width, page.y + ((300 - y) / 300) * page.height] as const;
    const { mouse } = console.page;
    await mouse.move(...at(72, 214));
    await mouse.down();
    await mouse.move(...at(150, 205), { steps: 8 });
    await mouse.move(...at(219, 199), { steps: 8 });
    await mouse.up();
    const name = await console.find(["textbox", "combobox"], "Name");
    await name.click({ count: 3 });
    await name.type("Customer.Name", { delay: KEY_MS });
    await console.find("button", "Text Customer.Name, page 1");
    await console.click("button", "Undo");
    await console.find("button", "Text Text 1, page 1");
    await console.click("button", "Redo");
    await console.click("button", "Save the fields");
    await console.see("The fields are saved in a new version of the file.");
    const [field] = await fieldsOf(id);
    // The right and lower edges are those of the line.
    expect([field?.name, field?.box[1], field?.box[2]]).toEqual(["Customer.Name", 198, 220]);
  });

  it("gets a field by the keyboard alone", async () => {
    const { id } = await makeFlat();
    await console.open(`/documents/${id}?side=design`);
    await console.see("This PDF has no form fields yet.");
    await console.page.waitForSelector("[data-page='1']");
    await (await console.find("button", "Add in the middle")).focus();
    await console.page.keyboard.press("Enter");
    await console.find("button", "Text Text 1, page 1");
    await console.page.keyboard.down("Control");
    await console.page.keyboard.press("a");
    await console.page.keyboard.up("Control");
    await console.page.keyboard.type("City", { delay: KEY_MS });
    await (await console.find("button", "Text City, page 1")).focus();
    await console.page.keyboard.press("ArrowRight");
    await console.page.keyboard.down("Alt");
    await console.page.keyboard.press("ArrowDown");
    await console.page.keyboard.up("Alt");
    await console.click("button", "Save the fields");
    await console.see("The fields are saved in a new version of the file.");
    const [{ box: [left = 0, bottom = 0, , top = 0] = [] } = { box: [] }] = await fieldsOf(id);
    expect([Math.round(left), Math.round(top - bottom)]).toEqual([126, 19]);
    await (await console.find("button", "Text City, page 1")).focus();
    await console.page.keyboard.press("Enter");
    await (await console.find("button", "Text City, page 1")).focus();
    await console.page.keyboard.press("Delete");
    await console.see("This PDF has no form fields yet.");
  });

  it("is read by everybody: in both schemes, and on a phone", async () => {
    const { id } = await makeFlat();
    const [field] = [{ page: 1, box: [70, 198, 220, 213], kind: "text", name: "Name" }];
    await call("PUT", `/api/documents/${id}/pdf_fields`, { fields: [field] });
    for (const scheme of ["light", "dark"] as const)
      for (const width of [1440, 390]) {
        await console.show({ width, scheme });
        await console.open(`/documents/${id}?side=design`);
        await (await console.find("button", "Text Name, page 1")).focus();
        await console.page.keyboard.press("Enter");
        await console.find(["textbox", "combobox"], "Name");
        expect(await faults(), `${scheme} ${width}`).toEqual([]);
      }
  });
});
