import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { writeWorkbook } from "../../src/lists/write-workbook.ts";
import { buildFile } from "../../src/pdf/testing/build-file.ts";
import { officeFile } from "../support/template-files.ts";
import { base, type Console, call, isUserPaced, openConsole, openForEach } from "./console.ts";

/**
 * Whole tasks of people who do not program, by the screens alone. With CONSOLE_PACE=person they take their time, and how long
 * each took is printed.
 */

let console: Console;
openForEach((opened) => {
  console = opened;
});

beforeEach(({ task }) => {
  const begun = Date.now();
  onTestFinished(() => {
    if (isUserPaced) process.stdout.write(`${task.name}: ${((Date.now() - begun) / 1000).toFixed(0)} s\n`);
  });
});

const TIMEOUT_MS = isUserPaced ? 600_000 : 120_000;
const unique = (word: string): string => `${word} ${crypto.randomUUID().slice(0, 8)}`;
const idOfAddress = (): string => /\/documents\/(\d+)/.exec(console.address)?.[1] ?? "";

const CUSTOMERS = writeWorkbook(
  "Customers",
  ["Number", "Name", "E-mail", "Amount"].map((heading) => ({ heading })),
  Array.from({ length: 30 }, (_, row) => [
    100 + row,
    `Customer ${row + 1}`,
    `customer${row + 1}@example.com`,
    10 * row,
  ]),
);

/** A form of one page, as offices print it. */
const FLAT = buildFile({
  1: "<</Type/Catalog/Pages 2 0 R>>",
  2: "<</Type/Pages/Kids[10 0 R]/Count 1/MediaBox[0 0 400 300]/Resources<</Font<</F 3 0 R>>>>>>",
  3: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
  10: "<</Type/Page/Parent 2 0 R/Contents 11 0 R>>",
  11: {
    entries: "",
    bytes: [
      "BT /F 10 Tf 20 240 Td (Name:) Tj 0 -40 Td (Street:) Tj 0 -40 Td (Town:) Tj ET",
      "60 238 m 300 238 l S 60 198 m 300 198 l S 60 158 m 300 158 l S",
      "20 100 10 10 re S BT /F 10 Tf 36 102 Td (Member) Tj ET",
    ].join(" "),
  },
});

const PEOPLE = writeWorkbook(
  "People",
  ["Name", "Street", "Town"].map((heading) => ({ heading })),
  Array.from({ length: 40 }, (_, row) => [`Person ${row + 1}`, `Road ${row + 1}`, "Bern"]),
);

interface Batch {
  status: string;
  records?: { total: number; done: number; failed: number };
}

async function batchOf(document: string): Promise<Batch | undefined> {
  const runs = await call<{ id: string }[]>("GET", `/api/runs?document_id=${document}`);
  const all = await Promise.all(runs.map(({ id }) => call<Batch>("GET", `/api/runs/${id}`)));
  return all.find(({ records }) => records);
}

describe("without a line of code", () => {
  it(
    "an offer letter is mailed to thirty customers of an Excel list",
    async () => {
      const name = unique("Offer");
      await console.open("/");
      await console.click("link", "Documents");
      await console.find("heading", "Documents");
      await console.upload('input[type="file"][aria-label="Template files"]', [
        { name: `${name}.docx`, bytes: officeFile("docx", "Dear {$Name}, our offer {$Number} is {$Amount}.") },
      ]);
      await console.arrive("/documents/");
      const id = idOfAddress();
      await console.page.locator('main a[href$="/deliveries"]').click();
      await console.page.locator("::-p-text(Send the file by e-mail.)").click();
      await console.fill("To", "{$Email}");
      await console.fill("Subject", `${name}: your offer`);
      await console.click("button", "Add delivery");
      await console.see("The delivery is saved.");
      await console.click("link", "Merge a list");
      await console.see("Or paste cells from Excel");
      await console.upload('input[aria-label="List"]', [{ name: "customers.xlsx", bytes: CUSTOMERS }]);
      await console.see("30 rows");
      await console.see("Nothing is wrong or missing");
      await console.click("button", "Show the page of row 2");
      await console.page.waitForSelector('section[aria-label="Preview"] canvas');
      await console.see("As it is, nothing is sent: the files are only merged. Deliveries that are on: 1.");
      await console.page.locator("label::-p-text(Make the deliveries for each record)").click();
      await console.see("Mails go to whom each row names.");
      await console.click("button", "Merge 30 records");
      await console.see("The list is merged");
      await console.see("30 of 30 records done");
      expect(await batchOf(id)).toMatchObject({ status: "done", records: { total: 30, done: 30, failed: 0 } });
      await console.open("/account?part=mailbox");
      await console.see("to customer30@example.com");
    },
    TIMEOUT_MS,
  );

  it(
    "a flat form is filled for forty people",
    async () => {
      const name = unique("Form");
      await console.open("/documents");
      await console.find("heading", "Documents");
      await console.upload('input[type="file"][aria-label="Template files"]', [{ name: `${name}.pdf`, bytes: FLAT }]);
      await console.arrive("/documents/");
      const id = idOfAddress();
      await console.page.locator("label ::-p-text(Design)").click();
      await console.see("This PDF has no form fields yet.");
      await console.click("button", "Find fields");
      await console.see("4 fields found");
      await console.click("button", "Keep all 4");
      await console.click("button", "Save the fields");
      await console.see("The fields are saved in a new version of the file.");
      await console.click("link", "Merge a list");
      await console.upload('input[aria-label="List"]', [{ name: "people.xlsx", bytes: PEOPLE }]);
      await console.see("40 rows");
      await console.click("radio", "One PDF with all of them, to be printed");
      await console.click("button", "Merge 40 records");
      await console.see("40 of 40 records done");
      expect(await batchOf(id)).toMatchObject({ status: "done", records: { total: 40, done: 40, failed: 0 } });
    },
    TIMEOUT_MS,
  );

  it(
    "a certificate of the gallery gets a page, and a colleague without an account fills it in",
    async () => {
      await console.open("/");
      await console.click("link", "Gallery");
      await console.page.locator("::-p-text(Certificate in PowerPoint)").click();
      await console.click("button", "Use this template");
      await console.arrive("/documents/");
      const id = idOfAddress();
      await console.click("link", "Fill-in page");
      await console.see("People can fill this document in");
      await console.page.click("label::-p-text(People can fill this document in)");
      await console.choose("What follows", "The merged file, to download");
      await console.click("button", "Save");
      await console.see("The page is saved and can be filled in.");
      const { url } = await call<{ url: string }>("GET", `/api/documents/${id}/fill_in`);

      const colleague = await openConsole({ signedIn: false });
      await colleague.page.goto(url.replace(/^.*\/form\//, `${base}/form/`));
      const inputs = await colleague.page.$$(
        'form input[name]:not([type="hidden"]):not([name="_website"]), form textarea',
      );
      for (const input of inputs) {
        const type = await input.evaluate((element) => (element as HTMLInputElement).type);
        if (!(await input.isVisible()) || !["text", "textarea", "email", "date"].includes(type)) continue;
        await input.type(type === "date" ? "11282026" : "12", { delay: isUserPaced ? 120 : 0 });
      }
      await Promise.all([colleague.page.waitForNavigation(), colleague.page.click("button.send")]);
      await colleague.see("Thank you");
      await colleague.page.waitForSelector('a[href*="/files/"]');
      expect(colleague.complaints).toEqual([]);
      await colleague.close();
      await console.page.reload();
      await console.see("Sent 1 time");
    },
    TIMEOUT_MS,
  );
});
