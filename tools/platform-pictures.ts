// Pictures of the guide's pages about other programs (docs/guide/pictures), from a running service that holds nothing else:
//   npm run tools -- platform-pictures http://127.0.0.1:8787 KEY SECRET
// The pane of the add-in is drawn with the tests' stand-in for office.js; of Make, n8n and Salesforce there is the console's side.
import fs from "node:fs";
import path from "node:path";
import puppeteer, { type Page } from "puppeteer-core";
import { docx, paragraph } from "../src/templates/testing/docx-builder.ts";
import { type OfficeState, officeStandIn } from "../test/console/office-stand-in.ts";
import { localBrowser } from "../test/support/local-browser.ts";
import { call } from "./running-service.ts";

const root = path.resolve(import.meta.dirname, "..");
const gallery = path.join(root, "console/gallery");
const pictures = path.join(root, "docs/guide/pictures");
const [base = "", key = "", secret = ""] = process.argv.slice(2);
/** A page of the guide shows them beside text. */
const MOST_BYTES = 120_000;
const OFFICE = "https://appsforoffice.microsoft.com/";
/** What is clicked is drawn by then. */
const DRAWN_MS = 800;
/** What Office gives a pane at first, in CSS pixels. */
const PANE = { width: 340, height: 640, deviceScaleFactor: 1.5 };

const answer = async <Answer>(method: string, address: string, body?: unknown): Promise<Answer> =>
  (await (await call(method, address, body)).json()) as Answer;

async function take(page: Page, name: string): Promise<void> {
  await page.bringToFront();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await new Promise((resolve) => setTimeout(resolve, DRAWN_MS));
  const file = path.join(pictures, `${name}.webp`);
  await page.screenshot({ path: file, type: "webp", quality: 80 });
  const { size } = fs.statSync(file);
  if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes: at most ${MOST_BYTES} are wanted.`);
  console.log(`docs/guide/pictures/${name}.webp: ${size} bytes`);
}

const click = (page: Page, role: string, name: string): Promise<void> =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();

const see = (page: Page, text: string) => page.waitForSelector(`::-p-text(${text})`, { visible: true });

/** What a page of the console would send. */
const send = (page: Page, address: string, body: object): Promise<void> =>
  page.evaluate(
    async (where, sent) => {
      const response = await fetch(where, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(sent),
      });
      if (!response.ok) throw new Error(`${where}: ${response.status} ${await response.text()}`);
    },
    address,
    body,
  );

/** A document of the gallery, with its data as a sample. */
async function makeDocument(name: string, stem: string, type: "docx" | "xlsx" | "pptx") {
  const template = fs.readFileSync(path.join(gallery, `${stem}.${type}`)).toString("base64");
  const data = JSON.parse(fs.readFileSync(path.join(gallery, `${stem}.json`), "utf8")) as unknown;
  const { id } = await answer<{ id: string }>("POST", "/api/documents", {
    ...{ name, type, output: "pdf", output_name: `${name} {$Number}`, file_contents: template },
  });
  await call("POST", `/api/documents/${id}/samples`, { name: "Example", data });

  return { id, name, template, data };
}

const offer = await makeDocument("Offer", "offer", "docx");
const report = await makeDocument("Project report", "project-report", "xlsx");
const deck = await makeDocument("Product deck", "product-deck", "pptx");

const browser = await puppeteer.launch({ executablePath: localBrowser(), headless: true, args: ["--no-sandbox"] });

/** A browser of somebody's own. */
async function newPage(width: number, height: number): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setViewport({ width, height, deviceScaleFactor: 1.5 });
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: "light" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  await page.goto(`${base}/console/sign-in`);
  return page;
}

/** The file that is open. */
const office: OfficeState = {
  host: "Word",
  file: offer.template,
  text: "Dear Customer, thank you for your inquiry.",
  cells: [
    ["Article", "Price"],
    ["Chair", "49.50"],
  ],
  selection: { start: 5, end: 13 },
  pictures: [],
  shown: "",
  refusal: "",
};

/** A tab in which office.js is the stand-in. */
async function inOffice(page: Page, state: Partial<OfficeState> = {}): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (!request.url().startsWith(OFFICE)) return void request.continue();
    const body = `(${officeStandIn})(${JSON.stringify({ ...office, ...state })})`;
    void request.respond({ status: 200, contentType: "text/javascript", body });
  });
}

async function choose(pane: Page, program: OfficeState["host"], name: string): Promise<void> {
  await see(pane, "What is this file for?");
  await pane.locator(`::-p-aria([name="A document with a template for ${program}"][role="combobox"])`).fill(name);
  await click(pane, "option", name);
  await see(pane, "Choose a field");
}

/** What is repeated in another program, in the pane of a person who has signed in already. */
async function drawProgram(signedIn: Page, state: Partial<OfficeState>, name: string, picture: string) {
  const pane = await signedIn.browserContext().newPage();
  await pane.setViewport(PANE);
  await inOffice(pane, state);
  await pane.goto(`${base}/addin/pane`);
  await choose(pane, state.host ?? "Word", name);
  await click(pane, "button", "Loop What is selected, once for each entry of a list");
  await take(pane, picture);
  await pane.close();
}

async function drawAddin(): Promise<void> {
  const { link } = await answer<{ link: string }>("POST", "/api/invitations", {
    ...{ email: "ada@example.com", role: "editor" },
  });
  const pane = await newPage(PANE.width, PANE.height);
  await send(pane, "/api/invitation/accept", { token: new URL(link).hash.slice(1), name: "Ada Lovelace" });
  await inOffice(pane);
  await pane.goto(`${base}/addin/pane`);
  const opened = new Promise<Page | null>((resolve) => pane.once("popup", resolve));
  await click(pane, "button", "Sign in");
  const popup = await opened;
  if (!popup) throw new Error("No window was opened.");
  await popup.setViewport({ width: 500, height: 860, deviceScaleFactor: 1.5 });
  await popup.waitForSelector('::-p-aria([name="Allow"][role="button"])', { visible: true });
  await take(popup, "addin-allow");
  await inOffice(popup);
  await click(popup, "button", "Allow");
  await choose(pane, "Word", offer.name);
  await click(pane, "button", "Choose a field");
  await take(pane, "addin-insert");
  await pane.keyboard.press("Escape");

  await pane.evaluate(
    (file) => void Object.assign((window as unknown as { officeState: object }).officeState, { file }),
    Buffer.from(docx({ body: paragraph("Dear {$Customer.Name|uper},") })).toString("base64"),
  );
  await pane.locator('::-p-xpath(//label[.="Check"])').click();
  await click(pane, "button", "Check the file");
  await see(pane, "1 error");
  await take(pane, "addin-check");

  await pane.evaluate(
    (file) => void Object.assign((window as unknown as { officeState: object }).officeState, { file }),
    offer.template,
  );
  await pane.locator('::-p-xpath(//label[.="Preview"])').click();
  await pane.waitForSelector("canvas", { visible: true, timeout: 60_000 });
  await take(pane, "addin-preview");

  await drawProgram(pane, { host: "Excel", file: report.template }, report.name, "addin-excel");
  await drawProgram(pane, { host: "PowerPoint", file: deck.template }, deck.name, "addin-powerpoint");
}

/** What Make, n8n and Salesforce need of the service, and what it shows of their merges. */
async function drawConsole(): Promise<void> {
  const deliveries = `/api/documents/${offer.id}/deliveries`;
  const mail = { to: "customer@example.com", subject: "Offer {$Number}", text: "Here is your offer." };
  await call("POST", deliveries, { type: "email", name: "To the customer", settings: mail });
  const { headers } = await call("POST", `/api/documents/${offer.id}/merge?download=url`, offer.data);
  const webhook = { url: "https://hook.eu2.make.com/a1b2c3d4e5f6", json: 1, file_url: 1 };
  await call("POST", deliveries, { type: "webhook", name: "Make", settings: webhook });
  const listed = await answer<{ id: string; type: string }[]>("GET", deliveries);
  const make = listed.find(({ type }) => type === "webhook");

  const page = await newPage(1000, 620);
  await send(page, "/api/sessions", { key, secret });
  const shots = [
    { name: "make-address", address: `/documents/${offer.id}/integrate?way=make`, shows: "HTTP: Make a request" },
    { name: "make-webhook", address: `/documents/${offer.id}/deliveries?delivery=${make?.id}`, shows: "Send JSON" },
    { name: "salesforce-run", address: `/runs/${headers.get("x-run-id")}`, shows: "To the customer" },
  ];
  for (const { name, address, shows } of shots) {
    await page.goto(`${base}/console${address}`);
    await see(page, shows);
    await take(page, name);
  }

  await page.goto(`${base}/console/account`);
  await click(page, "button", "New key");
  await page.locator('::-p-aria([name="Name"][role="textbox"])').fill("Workflows");
  await take(page, "new-key");
}

await drawAddin();
await drawConsole();
await browser.close();
