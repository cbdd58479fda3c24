import axe, { type AxeResults } from "axe-core";
import { unzipSync, zipSync } from "fflate";
import type { HTTPRequest } from "puppeteer-core";
import { describe, expect, it } from "vitest";
import { writeWorkbook } from "../../src/lists/write-workbook.ts";
import { type Console, call, makeDocument, openForEach } from "./console.ts";

let console: Console;
openForEach((opened) => {
  console = opened;
});

interface Run {
  id: string;
  status: string;
  records?: { total: number; done: number; failed: number };
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What axe finds on the screen as it is. */
async function faults(): Promise<string[]> {
  await console.page.evaluate(axe.source);
  const found = (await console.page.evaluate(() =>
    (globalThis as typeof globalThis & { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] }),
  )) as AxeResults;
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

async function batchOf(document: string): Promise<Run> {
  const runs = await call<Run[]>("GET", `/api/runs?document_id=${document}`);
  const all = await Promise.all(runs.map(({ id }) => call<Run>("GET", `/api/runs/${id}`)));
  return all.find(({ records }) => records) ?? { id: "", status: "none" };
}

describe("a list", () => {
  it("is read, columns are found by nearness, cells corrected where they stand, and merged with progress", async () => {
    const { id } = await makeDocument({
      name: "Bill",
      output_name: "{$CustomerName} {$Amount}",
      html: "{$CustomerName} owes {$Amount|number_format:2}",
    });
    await console.open(`/documents/${id}/list`);
    await console.see("Or paste cells from Excel");
    await console.upload('input[aria-label="List"]', [
      { name: "people.csv", bytes: bytes("customer name,Amount,Note\nAda,12.50,x\nGrace,soon,y\nEdith,7,\n") },
    ]);
    await console.see("3 rows");
    await console.see("1 cell to look at");
    await console.click("button", "Show the page of row 2");
    await console.page.waitForSelector('section[aria-label="Preview"] canvas');
    expect(await faults()).toEqual([]);
    const wrong = await console.page.waitForSelector('input[aria-label^="Amount, row 3"][aria-invalid="true"]');
    await wrong?.click({ count: 3 });
    await wrong?.type("1234.5", { delay: 90 });
    await console.see("Nothing is wrong or missing");
    expect(await wrong?.evaluate((input) => (input as HTMLInputElement).value)).toBe("1234.5");
    await console.click("button", "Merge 3 records");
    await console.see("The list is merged");
    await console.see("3 of 3 records done");
    expect(await batchOf(id)).toMatchObject({ status: "done", records: { total: 3, done: 3, failed: 0 } });
    await console.click("link", "Record 2");
    await console.see("Grace 1234.5.pdf");
  });

  it("of ten thousand rows has the first ones on the screen while the others are read, and keeps what is corrected there", async () => {
    const { id } = await makeDocument({ name: "Orders", html: "{$Order}{foreach $Items as $i}{$i.name}{/foreach}" });
    const lines = Array.from({ length: 10_000 }, (_, row) => `${Math.floor(row / 5)},Thing ${row},More of it`);
    await console.open(`/documents/${id}/list`);
    await console.see("Or paste cells from Excel");
    const { promise: held, resolve: hold } = Promise.withResolvers<HTTPRequest>();
    let readings = 0;
    await console.page.setRequestInterception(true);
    console.page.on("request", (request) => {
      if (request.url().includes("/read_list") && ++readings === 2) hold(request);
      else void request.continue();
    });
    await console.upload('input[aria-label="List"]', [
      { name: "orders.csv", bytes: bytes(["Order,Items[][name],Note", ...lines].join("\n")) },
    ]);
    await console.see("The first 200 rows");
    await console.see("The others are being read");
    const rest = await held;
    const cell = await console.page.waitForSelector('input[aria-label^="Note, row 3"]');
    await cell?.click({ count: 3 });
    await cell?.type("Less", { delay: 90 });
    expect(await console.page.$eval("::-p-aria([name='Merge'][role='button'])", (it) => it.matches(":disabled"))).toBe(
      true,
    );
    await rest.continue();
    await console.see("10,000 rows");
    await console.see("Nothing is wrong or missing");
    await console.see("Merge 10,000 records");
    expect(await cell?.evaluate((input) => (input as HTMLInputElement).value)).toBe("Less");
  });

  it("does not say that there are no deliveries where they could not be loaded", async () => {
    const { id } = await makeDocument();
    const refused = { status: 429, contentType: "application/json", body: '{"error":"Too many at once."}' };
    await console.page.setRequestInterception(true);
    console.page.on("request", (request) => {
      void (/\/deliveries(\?|$)/.test(request.url()) ? request.respond(refused) : request.continue());
    });
    await console.open(`/documents/${id}/list`);
    await console.upload('input[aria-label="List"]', [{ name: "one.csv", bytes: bytes("Number\n7\n") }]);
    await console.see("They could not be loaded. Too many at once.");
    await console.seeNo("There are none yet");
  });

  it("that is none is answered in a sentence", async () => {
    const { id } = await makeDocument({ name: "Bill", html: "{$Name}" });
    const workbook = unzipSync(writeWorkbook("People", [{ heading: "Name" }], [["Ada"]]));
    const files = [
      ["macros.xlsm", zipSync({ ...workbook, "xl/vbaProject.bin": bytes("x") }), "The workbook holds macros."],
      ["large.csv", new Uint8Array(33_000_000), "“large.csv” has 33.0 MB; a list may have 32.0 MB"],
      ["long.csv", bytes(`Name\n${"Ada\n".repeat(10_001)}`), "10,001 rows; 10,000 are allowed"],
      ["none.csv", bytes("\n\n"), "The list is empty."],
    ] as const;
    await console.open(`/documents/${id}/list`);
    for (const [name, content, sentence] of files) {
      await console.see("Or paste cells from Excel");
      await console.upload('input[aria-label="List"]', [{ name, bytes: content }]);
      await console.see(sentence);
      if (name === "long.csv") await console.click("button", "Choose another list");
    }
  });

  it("of ten thousand rows, several to an order, is shown at once and counted by orders", async () => {
    const { id } = await makeDocument({ name: "Orders", html: "{$Order}{foreach $Items as $i}{$i.name}{/foreach}" });
    const lines = Array.from({ length: 10_000 }, (_, row) => `${Math.floor(row / 5)},Thing ${row},More of it`);
    await console.open(`/documents/${id}/list`);
    await console.see("Or paste cells from Excel");
    await console.upload('input[aria-label="List"]', [
      { name: "orders.csv", bytes: bytes(["Order,Items[][name],Note", ...lines].join("\n")) },
    ]);
    await console.see("10,000 rows");
    await console.choose("Rows that belong together", "Rows with the same “Order”");
    await console.see("Merge 2,000 records");
    const answer = console.page.waitForResponse((response) => response.url().includes("/read_list?limit=0"));
    const cell = await console.page.waitForSelector('input[aria-label^="Note, row 3"]');
    await cell?.type("!");
    // The rows of the record whose cell was corrected.
    expect((await (await answer).json()).row_count).toBe(5);
    await console.see("Merge 2,000 records");
    expect(await console.page.$$eval('[role="table"] [role="row"]', (rows) => rows.length)).toBeLessThan(60);
  });
});
