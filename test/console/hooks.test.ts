import type { HTTPRequest } from "puppeteer-core";
import { expect, it } from "vitest";
import { openAs } from "./colleagues.ts";
import { type Console, call, makeDocument, openForEach } from "./console.ts";
import { faultsOfScreen } from "./screen-faults.ts";

let console: Console;
openForEach((opened) => {
  console = opened;
});

interface Hook {
  id: string;
  event: string;
  target_url: string;
  filter: { document_id?: string; test: number };
  state: string;
}

const hookAt = async (host: string): Promise<Hook | undefined> =>
  (await call<Hook[]>("GET", "/api/hooks")).find(({ target_url }) => target_url.includes(host));

it("is made for a document, called by a sample, paused, changed and deleted", async () => {
  const document = await makeDocument();
  const host = `${crypto.randomUUID().slice(0, 8)}.invalid`;
  await console.open("/account?part=hooks");
  await console.click("button", "New hook");
  await console.choose("When", "A fill-in page was sent");
  await console.fill("Address to call", "hooks");
  await console.click("button", "Make the hook");
  await console.see("Enter an address, such as");
  await console.fill("Address to call", `https://${host}/in`);
  const documents = await console.find(["combobox", "textbox"], "Only of this document");
  await documents.click();
  // It offers fifty, and finds the others.
  await documents.type(document.name);
  await console.click("option", document.name);
  expect(await faultsOfScreen(console)).toEqual({});
  await console.click("button", "Make the hook");
  await console.see("Shown only once");
  await console.click("button", "Done");
  expect(await hookAt(host)).toMatchObject({
    event: "form.submitted",
    filter: { document_id: document.id, test: 0 },
    state: "on",
  });
  await console.see(`of ${document.name}`);

  const actions = `Actions for A fill-in page was sent: ${host}`;
  await console.click("button", actions);
  await console.click("menuitem", "Send a sample");
  await console.see("is called once with this example");
  await console.click("button", "Send it now");
  await console.see("It was not taken");
  await console.see(host);
  expect(await faultsOfScreen(console)).toEqual({});
  await console.page.keyboard.press("Escape");

  await console.click("button", actions);
  await console.click("menuitem", "Pause");
  await console.see("Nothing is sent.");
  expect((await hookAt(host))?.state).toBe("off");
  await console.click("button", actions);
  await console.click("menuitem", "Resume");
  await console.see("The hook is on.");

  await console.click("button", actions);
  await console.click("menuitem", "Change");
  await console.seeValue("textbox", "Address to call", `https://${host}/in`);
  await console.fill("Address to call", `https://other-${host}/in`);
  await console.click("button", "Save");
  await console.see("The hook is changed.");
  expect(await hookAt(`other-${host}`)).toMatchObject({ filter: { document_id: document.id } });

  await console.click("button", `Actions for A fill-in page was sent: other-${host}`);
  await console.click("menuitem", "Delete");
  await console.click("button", "Delete it");
  await console.see("The hook is deleted.");
  expect(await hookAt(host)).toBeUndefined();
});

it("is not offered to who may not change deliveries", async () => {
  const viewer = await openAs("Vera", "viewer");
  await viewer.open("/account");
  await viewer.see("Defaults");
  await viewer.seeNo("Hooks");
  await viewer.close();
});

it("keeps what is typed when a click misses, and offers no document that does not hold it while the service searches", async () => {
  // First by name: of the documents of all tests, fifty are offered before anything is typed.
  const named = () => makeDocument({ name: `0001 ${crypto.randomUUID().slice(0, 8)}` });
  const [one, other] = [await named(), await named()];
  await console.open("/account?part=hooks");
  await console.click("button", "New hook");
  await console.fill("Address to call", "https://kept.invalid/in");
  await (await console.find(["combobox", "textbox"], "Only of this document")).click();
  await console.find("option", other.name);

  let isHeld = true;
  const held: HTTPRequest[] = [];
  await console.page.setRequestInterception(true);
  console.page.on("request", (request) => {
    if (isHeld && request.url().includes("search=0001")) held.push(request);
    else void request.continue();
  });
  await console.page.keyboard.type(one.name);
  await console.seeNo(other.name);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await console.seeNo(other.name);
  await console.find("option", one.name);
  await console.page.keyboard.type(" x");
  await console.see("Searching…");
  await console.page.keyboard.press("Backspace");
  await console.page.keyboard.press("Backspace");
  await console.find("option", one.name);
  isHeld = false;
  await Promise.all(held.map((request) => request.continue()));
  await console.click("option", one.name);

  await console.page.mouse.click(5, 450);
  await console.seeValue("textbox", "Address to call", "https://kept.invalid/in");
  await console.click("button", "Cancel");
  await console.seeNo("Address to call");
});

it("says why documents cannot be searched, and not that there is none", async () => {
  await console.open("/account?part=hooks");
  await console.click("button", "New hook");
  await (await console.find(["combobox", "textbox"], "Only of this document")).click();
  await console.page.setRequestInterception(true);
  const refused = {
    status: 429,
    contentType: "application/json",
    body: '{"error":"Too many at once. Try again soon."}',
  };
  console.page.on("request", (request) => {
    void (request.url().includes("search=quarter") ? request.respond(refused) : request.continue());
  });
  await console.page.keyboard.type("quarter");
  await console.see("Too many at once. Try again soon.");
  await console.seeNo("No document has this name");
});
