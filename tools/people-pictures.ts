// Pictures of docs/people.md, from a running service that holds nothing else:
//   npm run tools -- people-pictures http://127.0.0.1:8787 KEY SECRET
// The first owner, those who are invited and what they do are made there, each in a browser of their own.
import fs from "node:fs";
import path from "node:path";
import puppeteer, { type Page } from "puppeteer-core";
import { localBrowser } from "../test/support/local-browser.ts";
import { call } from "./running-service.ts";

const pictures = path.resolve(import.meta.dirname, "../docs/people");
const [base = "", key = "", secret = ""] = process.argv.slice(2);
/** A page of the documentation shows them beside text. */
const MOST_BYTES = 120_000;

const browser = await puppeteer.launch({ executablePath: localBrowser(), headless: true, args: ["--no-sandbox"] });

/** A browser of somebody's own, with a page of the console open. */
async function newPage(): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.emulateMediaFeatures([
    { name: "prefers-color-scheme", value: "light" },
    { name: "prefers-reduced-motion", value: "reduce" },
  ]);
  await page.goto(`${base}/console/sign-in`);
  return page;
}

/** What the console's scripts would send from the page. */
async function sent<Answer>(page: Page, method: string, address: string, body?: object): Promise<Answer> {
  const { status, text } = await page.evaluate(
    async (request) => {
      const response = await fetch(request.address, {
        method: request.method,
        headers: { "content-type": "application/json" },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      return { status: response.status, text: await response.text() };
    },
    { method, address, body },
  );
  if (status >= 300) throw new Error(`${method} ${address}: ${status} ${text}`);
  return JSON.parse(text) as Answer;
}

/** @returns the token of the invitation's link */
async function invite(email: string, role: string, folders: readonly object[] = []): Promise<string> {
  const { link } = await sent<{ link: string }>(ada, "POST", "/api/invitations", { email, role, folders });
  return new URL(link).hash.slice(1);
}

async function accept(token: string, name: string): Promise<Page> {
  const page = await newPage();
  await sent(page, "POST", "/api/invitation/accept", { token, name });
  return page;
}

interface Shot {
  name: string;
  address: string;
  /** A selector of what is on it once it is complete. */
  shows: string;
  height: number;
  root?: string;
}

async function take(page: Page, { name, address, shows, height, root = base }: Shot): Promise<void> {
  // What is behind another page is not drawn.
  await page.bringToFront();
  await page.setViewport({ width: 1200, height });
  await page.goto(`${root}/console${address}`);
  await page.waitForSelector(shows, { visible: true });
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)));
  });
  const file = path.join(pictures, `${name}.webp`);
  await page.screenshot({ path: file, type: "webp", quality: 75 });
  const { size } = fs.statSync(file);
  if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes: at most ${MOST_BYTES} are wanted.`);
  console.log(`docs/people/${name}.webp: ${size} bytes`);
}

fs.mkdirSync(pictures, { recursive: true });
const html = "<h1>Offer {$Number}</h1><p>Dear {$Name}, this offer is good for 30 days.</p>";
const makeDocument = async (name: string, folder: string, members: object = {}): Promise<string> => {
  const body = { name, folder, type: "html", output: "pdf", html, ...members };
  return ((await (await call("POST", "/api/documents", body)).json()) as { id: string }).id;
};
await makeDocument("Contract of employment", "HR");
const offer = await makeDocument("Offer", "Sales", { settings: { approval: 1 } });
const former = await makeDocument("Offer of last year", "Sales");

const ada = await newPage();
await sent(ada, "POST", "/api/sessions", { key, secret });
await sent(ada, "POST", "/api/people/first_owner", { email: "ada@example.com", name: "Ada Lovelace" });
const folders = await sent<{ id: string; name: string }[]>(ada, "GET", "/api/folders");
const hr = folders.find(({ name }) => name === "HR")?.id;
const emma = await accept(await invite("emma@example.com", "editor", [{ id: hr, role: "none" }]), "Emma Noether");
await accept(await invite("otto@example.com", "operator"), "Otto Hahn");
await accept(await invite("anna@example.com", "auditor"), "Anna Freud");
const open = await invite("vera@example.com", "viewer");

await sent(ada, "DELETE", `/api/documents/${former}`);
await sent(emma, "PUT", `/api/documents/${offer}`, { html: html.replace("30", "14"), draft: 1 });
const versions = await sent<{ version: number }[]>(emma, "GET", `/api/documents/${offer}/versions`);
const comment = "Offers are good for two weeks from now on.";
await sent(emma, "POST", `/api/documents/${offer}/approvals`, { version: versions.at(-1)?.version, comment });

const redirect_uri = "https://assistant.example.com/callback";
const registered = await fetch(`${base}/oauth/register`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    client_name: "Assistant",
    redirect_uris: [redirect_uri],
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
  }),
});
const { client_id = "" } = (await registered.json()) as { client_id?: string };
const asked = new URLSearchParams({
  ...{ response_type: "code", client_id, redirect_uri, scope: "document:read merge" },
  ...{ code_challenge: "A".repeat(43), code_challenge_method: "S256" },
});

const versionsOf = `/documents/${offer}/versions`;
await take(ada, { name: "people", address: "/people", shows: "::-p-text(vera@example.com)", height: 640 });
await take(await newPage(), {
  name: "invitation",
  address: `/invitation#${open}`,
  shows: '::-p-aria([name="Accept the invitation"])',
  height: 480,
  // Where there are passkeys.
  root: base.replace("127.0.0.1", "localhost"),
});
await take(ada, { name: "approvals", address: versionsOf, shows: "canvas[data-drawn]", height: 640 });
await take(ada, { name: "bin", address: "/bin", shows: "::-p-text(Offer of last year)", height: 560 });
await take(ada, { name: "log", address: "/log", shows: "::-p-text(Emma Noether asked)", height: 720 });
const question = '::-p-aria([name="Allow"])';
await take(emma, { name: "application", address: `/authorize?${asked}`, shows: question, height: 660 });
await browser.close();
