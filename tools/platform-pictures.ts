// Pictures of the guide's pages about other programs (docs/guide/pictures), from a running service that holds nothing else:
//   npm run tools -- platform-pictures http://127.0.0.1:8787 KEY SECRET
// The pane of the add-in is drawn with the tests' stand-in for office.js; of Make and Salesforce there is the console's side. The
// pictures of n8n are made by packages/n8n-nodes-docloom/dev.
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

const template = fs.readFileSync(path.join(gallery, "offer.docx")).toString("base64");
const data = JSON.parse(fs.readFileSync(path.join(gallery, "offer.json"), "utf8")) as unknown;
const offer = await answer<{ id: string }>("POST", "/api/documents", {
  ...{ name: "Offer", type: "docx", output: "pdf", output_name: "Offer {$Number}", file_contents: template },
});
await call("POST", `/api/documents/${offer.id}/samples`, { name: "Example", data });

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

/** The file that is open in Word. */
const office: OfficeState = {
  host: "Word",
  file: template,
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
async function inOffice(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    if (!request.url().startsWith(OFFICE)) return void request.continue();
    const body = `(${officeStandIn})(${JSON.stringify(office)})`;
    void request.respond({ status: 200, contentType: "text/javascript", body });
  });
}

async function drawAddin(): Promise<void> {
  const { link } = await answer<{ link: string }>("POST", "/api/invitations", {
    ...{ email: "ada@example.com", role: "editor" },
  });
  const pane = await newPage(340, 640);
  await send(pane, "/api/invitation/accept", { token: new URL(link).hash.slice(1), name: "Ada Lovelace" });
  await inOffice(pane);
  await pane.goto(`${base}/addin/pane`);
  const opened = new Promise<Page | null>((resolve) => pane.once("popup", resolve));
  await click(pane, "button", "Sign in");
  const popup = await opened;
  if (!popup) throw new Error("No window was opened.");
  await inOffice(popup);
  await click(popup, "button", "Allow");
  await see(pane, "What is this file for?");
  await pane.locator('::-p-aria([name="A document with a template for Word"])').fill("Offer");
  await click(pane, "option", "Offer");
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
    template,
  );
  await pane.locator('::-p-xpath(//label[.="Preview"])').click();
  await pane.waitForSelector("canvas", { visible: true, timeout: 60_000 });
  await take(pane, "addin-preview");
}

/** What Make and Salesforce need of the service, and what it shows of their merges. */
async function drawConsole(): Promise<void> {
  await call("POST", `/api/documents/${offer.id}/deliveries`, {
    type: "webhook",
    name: "Make",
    settings: { url: "https://hook.eu2.make.com/a1b2c3d4e5f6", json: 1, file_url: 1 },
  });
  const [delivery] = await answer<{ id: string }[]>("GET", `/api/documents/${offer.id}/deliveries`);
  await call("POST", "/api/keys", { name: "Salesforce" });
  await call("POST", `/api/documents/${offer.id}/merge?download=url&test=1`, data);
  const [run] = await answer<{ id: string }[]>("GET", `/api/runs?document_id=${offer.id}&limit=1`);

  const page = await newPage(1000, 620);
  await send(page, "/api/sessions", { key, secret });
  const shots = [
    { name: "make-address", address: `/documents/${offer.id}/integrate`, shows: "Merge address" },
    { name: "make-webhook", address: `/documents/${offer.id}/deliveries?delivery=${delivery?.id}`, shows: "Send JSON" },
    { name: "salesforce-key", address: "/account", shows: "Salesforce" },
    { name: "salesforce-run", address: `/runs/${run?.id}`, shows: "Details" },
  ];
  for (const { name, address, shows } of shots) {
    await page.goto(`${base}/console${address}`);
    await see(page, shows);
    await take(page, name);
  }
}

await drawAddin();
await drawConsole();
await browser.close();
