import { expect, it } from "vitest";
import { type Console, call, makeDocument, openConsole, openForEach } from "./console.ts";
import { faultsOfScreen } from "./screen-faults.ts";

let console: Console;
openForEach((opened) => {
  console = opened;
});

/** The form of a new delivery, whose windows lead nowhere: the platform's address is read off the page instead. */
async function openForm(kind: string): Promise<string> {
  const { id } = await makeDocument();
  await console.page.evaluateOnNewDocument(() => {
    const page = {
      location: { replace: (url: string) => document.documentElement.setAttribute("data-went", url) },
      close() {},
    };
    window.open = () => page as unknown as Window;
  });
  await console.open(`/documents/${id}/deliveries?add=${kind}`);
  return id;
}

const wentTo = async (): Promise<URL> => {
  await console.page.waitForSelector("html[data-went]");
  return new URL(await console.page.$eval("html", (page) => page.getAttribute("data-went") ?? ""));
};

/** The window in which the platform sends the browser back, and what it says. */
async function comeBack(members: Record<string, string>, text: string): Promise<void> {
  const back = await openConsole();
  await back.page.evaluateOnNewDocument(() => {
    window.close = () => undefined;
  });
  await back.open(`/consent#${new URLSearchParams(members)}`);
  await back.see(text);
  expect(await faultsOfScreen(back)).toEqual({});
  await back.close();
  await console.page.bringToFront();
}

it("an account is connected on the platform's page, and what it gave is saved with the delivery", async () => {
  const id = await openForm("google_drive");
  await console.click("button", "Connect Google");
  await console.see('Fill in "Client ID".');
  await console.see("/api/consents/callback");
  await console.fill("Client ID", "my-client");
  await console.fill("Client secret", "my-secret");
  expect(await faultsOfScreen(console)).toEqual({});
  await console.click("button", "Connect Google");
  const url = await wentTo();
  expect(url.host).toBe("accounts.google.com");
  expect(url.searchParams.get("client_id")).toBe("my-client");

  // Another window's answer is not this one's.
  await comeBack({ state: "other", given: "consent:other" }, "The account is connected");
  const state = url.searchParams.get("state") ?? "";
  await comeBack({ state, failed: "declined", reason: "access_denied" }, "The platform did not give access");
  await console.see("Google did not give access");

  await console.click("button", "Connect Google");
  await console.page.waitForFunction(
    (before) => !document.documentElement.getAttribute("data-went")?.includes(before),
    {},
    state,
  );
  const again = (await wentTo()).searchParams.get("state") ?? "";
  await comeBack({ state: again, given: "consent:made-up" }, "The account is connected");
  await console.see("Google has given access. Save the delivery to use it.");
  expect(await faultsOfScreen(console)).toEqual({});
  // Nobody has given it: the service says so at the form, and saves nothing.
  await console.click("button", "Add delivery");
  await console.see("connect the account again");
  expect(await call("GET", `/api/documents/${id}/deliveries`)).toEqual([]);
});
