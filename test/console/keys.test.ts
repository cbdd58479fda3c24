import { describe, expect, it } from "vitest";
import { base, type Console, call, makeDocument, openForEach } from "./console.ts";
import { faultsOfScreen } from "./screen-faults.ts";

let console: Console;
openForEach((opened) => {
  console = opened;
});

interface Key {
  id: string;
  name: string;
  rights: string[] | null;
  folders: string[] | null;
  expires_at: string;
}

const keyNamed = async (name: string): Promise<Key | undefined> =>
  (await call<Key[]>("GET", "/api/keys?status=active")).find((key) => key.name === name);
const newName = () => `Shop ${crypto.randomUUID().slice(0, 8)}`;

/** Ticks a box, and waits until it is ticked. */
async function tick(name: string): Promise<void> {
  // Not below the dialog's header, which stays where it is.
  await (await console.find("checkbox", name)).evaluate((box) => box.scrollIntoView({ block: "center" }));
  await console.click("checkbox", name);
  await expect
    .poll(async () => (await console.find("checkbox", name)).evaluate((box) => (box as HTMLInputElement).checked))
    .toBe(true);
}

/** As somebody types it into a field of a day, which browsers show by their language. */
const setDay = (day: string) =>
  console.page.$eval(
    "[role=dialog] input[type=date]",
    (field, value) => {
      const input = field as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    },
    day,
  );

async function openForm(name: string): Promise<void> {
  await console.open("/account?part=keys");
  await console.click("button", "New key");
  await console.fill("Name", name);
}

/** What the key that the dialog shows is answered with. */
async function statusOf(method: string, address: string, body?: object): Promise<number> {
  const [key = "", secret = ""] = await console.page.$$eval("[role=dialog] code", (all) =>
    all.map((code) => code.textContent ?? ""),
  );
  const response = await fetch(new URL(address, base), {
    method,
    headers: { authorization: `Basic ${btoa(`${key}:${secret}`)}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.status;
}

describe("the form of a key", () => {
  it("gives rights that are chosen, in a folder, until a day, and nothing else", async () => {
    const folder = `Orders ${crypto.randomUUID().slice(0, 6)}`;
    const inside = await makeDocument({ folder, output: "html" });
    const outside = await makeDocument({ output: "html" });
    const name = newName();
    await openForm(name);
    await console.click("radio", "What you choose");
    await console.click("button", "Create key");
    await console.see("Choose at least one thing that it may.");
    await tick("see documents, data routes and their versions");
    await tick("merge documents");
    await console.choose("Only in these folders", folder);
    await console.page.keyboard.press("Escape");
    await setDay("2020-01-01");
    await console.click("button", "Create key");
    await console.see("Choose a later day.");
    await setDay("2099-12-31");
    await console.click("button", "Create key");
    await console.see("The key is made.");

    const key = await keyNamed(name);
    expect(key?.rights?.toSorted()).toEqual(["document:read", "merge"]);
    expect(key?.folders).toHaveLength(1);
    expect(key?.expires_at).toContain("2099-12-31");
    expect(await statusOf("GET", `/api/documents/${inside.id}`)).toBe(200);
    expect(await statusOf("GET", `/api/documents/${outside.id}`)).toBe(404);
    expect(await statusOf("POST", `/api/documents/${inside.id}/merge?download=1`, {})).toBe(201);
    expect(await statusOf("PUT", `/api/documents/${inside.id}`, { name: "x" })).toBe(403);

    await console.open("/account?part=keys");
    await console.see("See documents, data routes and their versions, merge documents");
    await console.see(`only in ${folder}`);
  }, 60_000);

  it("narrows and widens a key that is there, which shows what it has", async () => {
    const name = newName();
    const made = await call<Key>("POST", "/api/keys", { name, rights: ["run:read", "document:read"] });
    await console.open("/account?part=keys");
    await console.click("button", `Change ${name}`);
    const chosen = await console.find("radio", "See documents and runs, without data");
    expect(await chosen.evaluate((radio) => (radio as HTMLInputElement).checked)).toBe(true);
    await console.click("radio", "What you choose");
    await tick("read the audit log");
    await console.click("button", "Save");
    await console.see("The key is changed: its next request is held to it.");
    expect(await keyNamed(name)).toMatchObject({ id: made.id });
    expect((await keyNamed(name))?.rights?.toSorted()).toEqual(["audit:read", "document:read", "run:read"]);

    await console.click("button", `Change ${name}`);
    await console.click("radio", "Everything that you may");
    await console.click("button", "Save");
    await expect.poll(async () => (await keyNamed(name))?.rights, { timeout: 10_000 }).toBeNull();
  }, 60_000);

  it("needs a name, is left without a key, and is free of faults", async () => {
    await console.open("/account?part=keys");
    const before = (await call<Key[]>("GET", "/api/keys?status=active")).length;
    await console.click("button", "New key");
    await console.click("button", "Create key");
    await console.see("Enter what it is for.");
    await console.click("radio", "What you choose");
    expect(await faultsOfScreen(console)).toEqual({});
    await console.show({ width: 1440, scheme: "light" });
    await console.click("button", "Cancel");
    expect(await call<Key[]>("GET", "/api/keys?status=active")).toHaveLength(before);
  }, 60_000);
});
