import { afterEach, describe, expect, it } from "vitest";
import { base, type Console, call, openConsole } from "./console.ts";

let console: Console;

afterEach(() => console.close());

describe("the frame", () => {
  it("has its menu behind a button if there is little room, and closes it after a choice", async () => {
    console = await openConsole({ width: 360 });
    await console.open("/");
    await console.click("button", "Open the menu");
    await console.click("link", "Documents");
    await console.arrive("/documents");
    await console.find("button", "Open the menu");
  });

  it("has tables that fit a phone, with what can be done in view", async () => {
    await call("POST", "/api/keys", { name: "The online shop of the company in Northampton" });
    console = await openConsole({ width: 360 });
    await console.open("/account");
    const revoke = await console.find("button", "Revoke The online shop of the company in Northampton");
    await console.settle();
    const [right, table] = await Promise.all([
      revoke.evaluate((element) => element.getBoundingClientRect().right),
      console.page.$eval("table", (element) => ({
        titles: [...element.querySelectorAll("thead th")].map(({ textContent }) => textContent),
        isWider: element.getBoundingClientRect().right > window.innerWidth,
      })),
    ]);
    expect(table).toEqual({ titles: ["Name", "May", "Made", "Last used", "Works until", "Actions"], isWider: false });
    expect(right).toBeLessThan(360);
  });

  it("keeps the scheme that was chosen", async () => {
    console = await openConsole();
    await console.open("/");
    await console.click("button", "Color scheme");
    await console.click("menuitem", "Dark");
    await console.page.reload();
    await console.see("Latest runs");
    expect(await console.page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe("dark");
  });

  it("leads past the menu by keyboard", async () => {
    console = await openConsole();
    await console.open("/");
    await console.see("Latest runs");
    await console.page.keyboard.press("Tab");
    expect(await console.page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to the content");
  });

  it("says that there is nothing at an address, and how to continue", async () => {
    console = await openConsole();
    await console.open("/no/such/screen");
    await console.see("Page not found");
    await console.click("link", "Go to Home");
    await console.see("Latest runs");
  });

  it("leads from the root of the service into the console", async () => {
    console = await openConsole();
    await console.page.goto(base);
    await console.arrive("/console");
    await console.see("Latest runs");
  });
});

describe("account", () => {
  it("saves defaults, and names a wrong one at its field", async () => {
    console = await openConsole();
    await console.open("/account?part=defaults");
    await console.fill("Currency", "money");
    await console.click("button", "Save");
    await console.see("must be a currency code");
    await console.fill("Currency", "EUR");
    await console.click("button", "Save");
    await console.see("The defaults are saved.");
  });

  it("says what is wrong with a number, and asks before another part is opened", async () => {
    console = await openConsole();
    await console.open("/account?part=defaults");
    await console.see("Hosts in private networks");
    await console.fill("Keep merged files for (days)", "-5");
    await console.page.keyboard.down("Control");
    await console.page.keyboard.press("s");
    await console.page.keyboard.up("Control");
    await console.page.waitForSelector(".mantine-NumberInput-error");
    await console.click("tab", "Fonts");
    await console.see("They will be lost if you leave now.");
    await console.click("button", "Leave without saving");
    await console.arrive("part=fonts");
    await console.click("tab", "Defaults");
    await console.see("Keep merged files for (days)");
  });

  it("asks before it revokes a key", async () => {
    const { id } = await call<{ id: string }>("POST", "/api/keys", { name: "Old shop" });
    console = await openConsole();
    await console.open("/account?part=keys");
    await console.click("button", "Revoke Old shop");
    await console.click("button", "Cancel");
    await console.seeNo("Programs that use it will be refused");
    await console.see(id);
    await console.click("button", "Revoke Old shop");
    await console.click("button", "Revoke the key");
    await console.see("The key is revoked.");
    await console.seeNo(id);
  });

  it("shows who is signed in, and this browser among them", async () => {
    console = await openConsole();
    await console.open("/account?part=sessions");
    await console.see("this browser");
  });
});
