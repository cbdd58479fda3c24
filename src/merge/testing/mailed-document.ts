import type { ApiClient } from "../../../test/support/api-client.ts";

/** A document that greets by name and is mailed after each merge: its id, and the path of its merge address. */
export async function mailedDocument(call: ApiClient, output = "html"): Promise<{ id: string; path: string }> {
  const { body } = await call("POST", "/api/documents", {
    name: "Fault",
    type: "html",
    output,
    html: "<p>{$Name}</p>",
    notification: { to: "a@example.com", subject: "s", html: "x" },
  });
  return { id: body.id, path: new URL(body.url).pathname };
}
