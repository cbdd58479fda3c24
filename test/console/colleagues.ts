import { type Console, call, openConsole } from "./console.ts";

/** Somebody who has just accepted an invitation, in a browser of their own. */
export async function openAs(name: string, role: string): Promise<Console> {
  const email = `${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { link } = await call<{ link: string }>("POST", "/api/invitations", { email, role });
  const console = await openConsole({ signedIn: false });
  await console.open(`/invitation#${new URL(link).hash.slice(1)}`);
  await console.fill("Your name", name);
  await console.click("button", "Accept the invitation");
  await console.see("You are in");

  return console;
}

/** A request as the page's own scripts send it. */
export const sent = ({ page }: Console, method: string, address: string, body?: unknown) =>
  page.evaluate(
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
