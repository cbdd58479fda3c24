// Pictures of the console for its page (docs/console) and of the gallery's merges, from a running service:
//   npm run tools -- console-pictures http://127.0.0.1:8787 KEY SECRET
// It makes documents from the gallery's templates there, so it needs a service that holds nothing else.
import fs from "node:fs";
import path from "node:path";
import puppeteer, { type Page } from "puppeteer-core";
import { STARTER_TEMPLATES } from "../console/screens/gallery/template-list.ts";
import { localBrowser } from "../test/support/local-browser.ts";
import { call } from "./running-service.ts";

const root = path.resolve(import.meta.dirname, "..");
const gallery = path.join(root, "console/gallery");
const pictures = path.join(root, "docs/console");
const [base = "", key = "", secret = ""] = process.argv.slice(2);
const answer = async <Answer>(method: string, address: string, body?: unknown): Promise<Answer> =>
  (await (await call(method, address, body)).json()) as Answer;

interface Result {
  id: string;
  url: string;
}

/** A document from each template of the gallery, merged a few times. */
async function makeDocuments(): Promise<Map<string, Result>> {
  const made = new Map<string, Result>();
  for (const { id, name, type, outputName, members } of STARTER_TEMPLATES) {
    const bytes = fs.readFileSync(path.join(gallery, `${id}.${type}`));
    const template = type === "html" ? { html: bytes.toString() } : { file_contents: bytes.toString("base64") };
    const data = JSON.parse(fs.readFileSync(path.join(gallery, `${id}.json`), "utf8")) as unknown;
    const folder = type === "html" ? "Sales" : "Office";
    const body = { name, type, output: "pdf", output_name: outputName, folder, ...members, ...template };
    const document = await answer<Result>("POST", "/api/documents", body);
    await call("POST", `/api/documents/${document.id}/samples`, { name: "Example", data });
    await call("POST", `/api/documents/${document.id}/merge?download=url`, data);
    made.set(id, document);
  }

  return made;
}

async function settled(page: Page): Promise<void> {
  await page.waitForNetworkIdle({ idleTime: 500, timeout: 20_000 }).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 300));
}

interface Shot {
  name: string;
  address: string;
  width?: number;
  scheme?: "light" | "dark";
}

async function take(page: Page, { name, address, width = 1280, scheme = "light" }: Shot): Promise<void> {
  await page.setViewport({ width, height: width < 500 ? 780 : 800 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(`${base}/console${address}`);
  await settled(page);
  await page.screenshot({ path: path.join(pictures, `${name}.webp`), type: "webp", quality: 70 });
  console.log(`docs/console/${name}.webp`);
}

const documents = await makeDocuments();
const invoice = documents.get("invoice")?.id ?? "";
const offer = documents.get("offer")?.id ?? "";
await call("POST", `/api/documents/${invoice}/deliveries`, {
  type: "email",
  name: "To the customer",
  settings: { to: "{$Customer.Email}", subject: "Your invoice {$Number}", html: "<p>Dear {$Customer.Name},</p>" },
});
const [delivery] = await answer<{ id: string }[]>("GET", `/api/documents/${invoice}/deliveries`);
const data = JSON.parse(fs.readFileSync(path.join(gallery, "invoice.json"), "utf8")) as unknown;
await call("POST", `/api/documents/${invoice}/merge?download=url`, data);
const [run] = await answer<{ id: string }[]>("GET", `/api/runs?document_id=${invoice}&limit=1`);
const route = await answer<{ id: string }>("POST", "/api/routes", {
  name: "New customer",
  output_name: "Papers of {$Customer.Name}",
  rules: [
    { document_id: offer, combine: 1 },
    {
      document_id: documents.get("contract")?.id,
      combine: 1,
      conditions: [{ field: "Total", exp: ">", value: "1000" }],
    },
    { document_id: invoice, combine: 1 },
  ],
});

for (const [email, role] of [
  ["vera@example.com", "viewer"],
  ["otto@example.com", "operator"],
] as const)
  await call("POST", "/api/invitations", { email, role });

fs.mkdirSync(pictures, { recursive: true });
const browser = await puppeteer.launch({ executablePath: localBrowser(), headless: true, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(`${base}/console/sign-in`);
await settled(page);
await page.screenshot({ path: path.join(pictures, "sign-in.webp"), type: "webp", quality: 70 });
await page.evaluate(
  (credentials) =>
    fetch("/api/sessions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(credentials),
    }).then(() => undefined),
  { key, secret },
);

// Merges first: the gallery shows them.
await page.setViewport({ width: 1440, height: 1000 });
for (const [id, document] of documents) {
  await page.goto(`${base}/console/documents/${document.id}`);
  const canvas = await page.waitForSelector("canvas[data-drawn]", { timeout: 60_000 });
  const picture = await canvas?.evaluate((element) => {
    const drawn = element as HTMLCanvasElement;
    const small = window.document.createElement("canvas");
    small.width = 480;
    small.height = Math.round((drawn.height / drawn.width) * small.width);
    small.getContext("2d")?.drawImage(drawn, 0, 0, small.width, small.height);

    return small.toDataURL("image/webp", 0.78);
  });
  fs.writeFileSync(path.join(gallery, `${id}.webp`), Buffer.from((picture ?? "").split(",")[1] ?? "", "base64"));
  console.log(`console/gallery/${id}.webp`);
}

// From here on somebody is there by a name.
await page.evaluate(() =>
  fetch("/api/people/first_owner", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", name: "Ada Lovelace" }),
  }).then(() => undefined),
);

const SHOTS: readonly Shot[] = [
  { name: "home", address: "/" },
  { name: "documents", address: "/documents" },
  { name: "documents-dark", address: "/documents", scheme: "dark" },
  { name: "documents-phone", address: "/documents", width: 360 },
  { name: "editor", address: `/documents/${invoice}` },
  { name: "editor-dark", address: `/documents/${invoice}`, scheme: "dark" },
  { name: "editor-word", address: `/documents/${offer}` },
  { name: "editor-form", address: `/documents/${documents.get("registration")?.id}` },
  { name: "sample-data", address: `/documents/${invoice}/data` },
  { name: "settings", address: `/documents/${invoice}/settings` },
  { name: "deliveries", address: `/documents/${invoice}/deliveries` },
  { name: "delivery", address: `/documents/${invoice}/deliveries?delivery=${delivery?.id}` },
  { name: "versions", address: `/documents/${invoice}/versions` },
  { name: "integrate", address: `/documents/${invoice}/integrate` },
  { name: "route", address: `/routes/${route.id}` },
  { name: "runs", address: "/runs" },
  { name: "run", address: `/runs/${run?.id}` },
  { name: "all-deliveries", address: "/deliveries" },
  { name: "tools", address: "/tools?tool=combine" },
  { name: "gallery", address: "/gallery" },
  { name: "people", address: "/people" },
  { name: "log", address: "/log" },
  { name: "account", address: "/account" },
  { name: "usage", address: "/account?part=usage" },
  { name: "mailbox", address: "/account?part=mailbox" },
];
for (const shot of SHOTS) await take(page, shot);
await browser.close();
