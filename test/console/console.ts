import { Buffer } from "node:buffer";
import fs from "node:fs";
import path from "node:path";
import puppeteer, { type Browser, type ElementHandle, type HTTPRequest, type Page } from "puppeteer-core";
import { afterEach, beforeEach, expect, inject } from "vitest";
import { waitForShown } from "../support/shown-text.ts";
import { KEY, SECRET } from "./credentials.ts";

export const base = inject("base");

const AUTHORIZATION = `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString("base64")}`;

/** A call of the service by its key, to prepare what a flow needs. */
export async function call<Answer = Record<string, unknown>>(
  method: string,
  address: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(new URL(address, base), {
    method,
    headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);

  return JSON.parse(text) as Answer;
}

export interface MadeDocument {
  id: string;
  name: string;
  url: string;
}

const HTML = "<h1>Invoice {$Number}</h1>{foreach $Items as $item}<p>{$item.name}</p>{/foreach}";

/** A document with the given members; an html invoice by default. */
export function makeDocument(members: Record<string, unknown> = {}): Promise<MadeDocument> {
  return call("POST", "/api/documents", {
    name: `Invoice ${crypto.randomUUID().slice(0, 8)}`,
    type: "html",
    output: "pdf",
    html: HTML,
    ...members,
  });
}

/** Merges data at the document's address; whoever does so knows nothing else. @returns the id of the run */
export async function merge({ url }: MadeDocument, data: unknown, { waits = true } = {}): Promise<string> {
  // The address people see has the public root; the service of the tests listens elsewhere.
  const address = new URL(new URL(url).pathname + (waits ? "?download=1" : ""), base);
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(data),
  });
  if (!response.ok) throw new Error(`The merge was answered with ${response.status}: ${await response.text()}`);

  return response.headers.get("x-run-id") ?? "";
}

/** `CONSOLE_PACE=person`: with the pauses of somebody who reads before clicking and types with ten fingers. */
export const isUserPaced = process.env.CONSOLE_PACE === "person";
const READING_MS = isUserPaced ? 2_500 : 0;
const TYPING_MS = isUserPaced ? 120 : 0;

/**
 * How often something is looked for. In each frame, as the driver would do it, the page is laid out, drawn and its accessibility
 * tree asked each time, which keeps the page itself from its work.
 */
const POLLING_MS = 50;
const VALUE_MS = 15_000;
const FINDING_MS = 20_000;
const POLLING = { timeoutMs: FINDING_MS, intervalMs: POLLING_MS };

const read = () => new Promise((resolve) => setTimeout(resolve, READING_MS));

/** Selects elements by their name in the accessibility tree. */
const named = (role: string, name: string): string =>
  `::-p-aria([name="${name.replaceAll('"', '\\"')}"][role="${role}"])`;

export interface OpenOptions {
  width?: number;
  scheme?: "light" | "dark";
  /** Without it the page has no session yet. */
  signedIn?: boolean;
}

const browser: Browser = await puppeteer.connect({ browserWSEndpoint: inject("browser"), defaultViewport: null });

/**
 * A new tab. Signed in, it has the session that all flows share, and what the browser has read before; otherwise it has
 * cookies and storage of its own, in which it may sign in.
 */
export async function openConsole({ width = 1440, scheme = "light", signedIn = true }: OpenOptions = {}) {
  const context = signedIn ? browser.defaultBrowserContext() : await browser.createBrowserContext();
  const console = new Console(await context.newPage());
  await console.show({ width, scheme });
  if (signedIn) await console.startAfresh();

  return console;
}

/** A tab for each test of a file; a script that complains fails the test. */
export function openForEach(take: (console: Console) => void): void {
  let opened: Console | undefined;
  beforeEach(async () => {
    opened = await openConsole();
    take(opened);
  });
  afterEach(async () => {
    expect(opened?.complaints).toEqual([]);
    await opened?.close();
  });
}

/** The console in a tab, in the words of somebody who uses it. */
export class Console {
  readonly page: Page;
  /** What scripts of the page complained about. */
  readonly complaints: string[] = [];
  readonly #underWay = new Set<HTTPRequest>();
  /** Of the page that replaces this one. */
  #arriving: HTTPRequest | undefined;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(20_000);
    page.on("request", (request) => {
      if (request.resourceType() !== "eventsource") this.#underWay.add(request);
    });
    // What the previous page was reading ends with it, and its end is not always reported; until the next page is there
    // it may request more.
    page.on("response", (response) => {
      const request = response.request();
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      this.#forgetAllBut(request);
      this.#arriving = request;
    });
    page.on("framenavigated", (frame) => {
      if (!this.#arriving || frame !== page.mainFrame()) return;
      this.#forgetAllBut(this.#arriving);
      this.#arriving = undefined;
    });
    page.on("requestfinished", (request) => this.#underWay.delete(request));
    page.on("requestfailed", (request) => this.#underWay.delete(request));
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) this.complaints.push(message.text());
    });
    // Only a smuggled-in script opens one.
    page.on("dialog", (dialog) => {
      if (dialog.type() !== "beforeunload") this.complaints.push(`a dialog: ${dialog.message()}`);
      void dialog.accept();
    });
  }

  /** The size of the window and the colors that the system asks for. */
  async show({ width, scheme }: { width: number; scheme: "light" | "dark" }): Promise<void> {
    await this.page.setViewport({ width, height: width < 500 ? 780 : 900 });
    await this.page.emulateMediaFeatures([
      { name: "prefers-color-scheme", value: scheme },
      { name: "prefers-reduced-motion", value: "reduce" },
    ]);
  }

  /** The shared session, and nothing that an earlier flow kept in the browser. */
  async startAfresh(): Promise<void> {
    const context = this.page.browserContext();
    await context.deleteCookie(...(await context.cookies()));
    await context.setCookie({
      ...inject("session"),
      domain: new URL(base).hostname,
      httpOnly: true,
      sameSite: "Strict",
    });
    const devtools = await this.page.createCDPSession();
    await devtools.send("Storage.clearDataForOrigin", { origin: base, storageTypes: "local_storage,indexeddb" });
    await devtools.detach();
  }

  /** A session by key and secret, without the form. */
  async signIn(): Promise<void> {
    await this.page.goto(`${base}/console/sign-in`);
    const status = await this.page.evaluate(
      async (credentials) =>
        (
          await fetch("/api/sessions", {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(credentials),
          })
        ).status,
      { key: KEY, secret: SECRET },
    );
    if (status !== 200) throw new Error(`The sign-in was answered with ${status}.`);
  }

  /** Ends the session behind the page's back, as time does. */
  async endSession(): Promise<void> {
    const cookies = await this.page.browserContext().cookies();
    await this.page.browserContext().deleteCookie(...cookies);
  }

  /** @param address after /console */
  async open(address: string): Promise<void> {
    await this.page.goto(`${base}/console${address}`);
  }

  get address(): string {
    const { pathname, search } = new URL(this.page.url());

    return decodeURIComponent(pathname.replace(/^\/console/, "") + search);
  }

  /** Waits until the text can be seen somewhere. */
  async see(text: string): Promise<void> {
    const missing = await waitForShown(this.page, (shown) => shown.includes(text), POLLING);
    if (missing) throw new Error(`"${text}" cannot be seen. ${missing}`);
  }

  async seeNo(text: string): Promise<void> {
    const missing = await waitForShown(this.page, (shown) => !shown.includes(text), POLLING);
    if (missing) throw new Error(`"${text}" can still be seen. ${missing}`);
  }

  /** Waits until the address holds the text. */
  async arrive(part: string): Promise<void> {
    const missing = await waitForShown(
      this.page,
      (_shown, address) => decodeURIComponent(address).includes(part),
      POLLING,
    );
    if (missing) throw new Error(`The address is ${this.address}, without "${part}". ${missing}`);
  }

  /** What the accessibility tree calls by this name and one of these roles. */
  async find(role: string | readonly string[], name: string): Promise<ElementHandle<Element>> {
    const selector = [role]
      .flat()
      .map((one) => named(one, name))
      .join(", ");
    let found: ElementHandle | null = null;
    const isSeen = async () => {
      found = await this.page.$(selector);

      return (await found?.isVisible()) ?? false;
    };
    try {
      await expect.poll(isSeen, { timeout: FINDING_MS, interval: POLLING_MS }).toBe(true);
    } catch (cause) {
      const shown = await waitForShown(this.page, () => false, { timeoutMs: 0, intervalMs: 0 });
      throw new Error(`${[role].flat().join(" or ")} "${name}" cannot be seen. ${shown}`, { cause });
    }

    return found as unknown as ElementHandle<Element>;
  }

  async click(role: string, name: string): Promise<void> {
    await this.find(role, name);
    await read();
    await this.page.locator(named(role, name)).click();
  }

  /** Replaces the text of a text field. @param delay between two keys, in milliseconds */
  async fill(label: string, text: string, delay = TYPING_MS): Promise<void> {
    const field = await this.find(["textbox", "searchbox"], label);
    await field.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await read();
    await field.click({ count: 3 });
    await field.press("Backspace");
    await field.type(text, { delay });
  }

  /** Waits until the field holds the value: its label may appear later than the field. */
  async seeValue(role: string, label: string, value: string): Promise<void> {
    const held = async () => (await this.find(role, label)).evaluate((element) => (element as HTMLInputElement).value);
    await expect.poll(held, { timeout: VALUE_MS, interval: POLLING_MS }).toBe(value);
  }

  /** Chooses an entry of a list that opens. */
  async choose(label: string, option: string): Promise<void> {
    const box = await this.page.waitForSelector(
      `input[aria-label="${label}"], ::-p-aria([name="${label}"][role="combobox"]), ::-p-aria([name="${label}"][role="textbox"])`,
    );
    await box?.click();
    await this.click("option", option);
  }

  /** Sets the files of a hidden or visible file field. */
  async upload(selector: string, files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
    const folder = fs.mkdtempSync(inject("uploads"));
    const paths = files.map(({ name, bytes }) => {
      const file = path.join(folder, name);
      fs.writeFileSync(file, bytes);

      return file;
    });
    const input = await this.page.waitForSelector(selector);
    await (input as ElementHandle<HTMLInputElement>).uploadFile(...paths);
  }

  #forgetAllBut(request: HTTPRequest): void {
    for (const earlier of this.#underWay) if (earlier !== request) this.#underWay.delete(earlier);
  }

  /** Waits until nothing is being read or moves any more; live lists keep reading, and spinners keep turning. */
  async settle(): Promise<void> {
    await expect.poll(() => this.#underWay.size, { interval: 20, timeout: 20_000 }).toBe(0);
    // What has arrived is drawn in the next frame, and may request more. What fades or slides is put where it ends.
    await this.page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
      const moving = () =>
        document.getAnimations().filter(({ effect, playState }) => {
          const endsMs = effect?.getComputedTiming().endTime ?? 0;
          return playState !== "finished" && Number.isFinite(endsMs);
        });
      for (let ending = moving(); ending.length > 0; ending = moving()) {
        for (const animation of ending) animation.finish();
        await Promise.allSettled(ending.map((animation) => animation.finished));
      }
    });
    if (this.#underWay.size > 0) await this.settle();
  }

  async close(): Promise<void> {
    const context = this.page.browserContext();
    await this.page.close();
    if (context !== browser.defaultBrowserContext()) await context.close();
  }
}
