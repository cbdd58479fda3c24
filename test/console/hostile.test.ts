import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type Console, call, type MadeDocument, makeDocument, merge, openConsole } from "./console.ts";

/** Runs a script wherever a text is taken as html; each way opens a dialog, which the tab complains about. */
const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(2)</script><svg onload=alert(3)>{{constructor.constructor("alert(4)")()}}\u202e';alert(5)//`;

let console: Console;
let made: MadeDocument;
let routeId: string;
let run: string;

beforeAll(async () => {
  made = await makeDocument({
    name: HOSTILE,
    folder: HOSTILE.replaceAll("/", "-"),
    html: `<h1>{$Name|raw}</h1><script>parent.alert(6)</script><iframe src="javascript:alert(7)"></iframe>`,
  });
  await call("POST", `/api/documents/${made.id}/deliveries`, {
    type: "email",
    name: HOSTILE,
    settings: { to: "ann@example.com", subject: "{$Name}", html: "{$Name|raw}" },
  });
  await call("POST", `/api/documents/${made.id}/deliveries`, {
    type: "webhook",
    name: HOSTILE,
    settings: { url: "http://127.0.0.1:1/{$Name}" },
  });
  ({ id: routeId } = await call<{ id: string }>("POST", "/api/routes", {
    name: HOSTILE,
    output_name: HOSTILE,
    rules: [{ document_id: made.id, combine: 1, conditions: [{ field: HOSTILE, exp: "==", value: HOSTILE }] }],
  }));
  run = await merge(made, { Name: HOSTILE, [HOSTILE]: HOSTILE });
});

beforeEach(async () => {
  console = await openConsole();
});

afterEach(() => console.close());

it.each([
  ["home", () => "/"],
  ["documents", () => "/documents"],
  ["its folder", () => `/documents?folder=${encodeURIComponent(HOSTILE.replaceAll("/", "-"))}`],
  ["a search for it", () => `/documents?search=${encodeURIComponent(HOSTILE)}`],
  ["the editor", () => `/documents/${made.id}`],
  ["its fields", () => `/documents/${made.id}?side=fields`],
  ["its data", () => `/documents/${made.id}/data`],
  ["settings", () => `/documents/${made.id}/settings`],
  ["its deliveries", () => `/documents/${made.id}/deliveries`],
  ["versions", () => `/documents/${made.id}/versions`],
  ["use it", () => `/documents/${made.id}/integrate?way=html`],
  ["routes", () => "/routes"],
  ["a route", () => `/routes/${routeId}`],
  ["runs", () => "/runs"],
  ["a run", () => `/runs/${run}`],
  ["deliveries", () => "/deliveries"],
  ["the mailbox", () => "/account?part=mailbox"],
  ["an address that is not there", () => `/nothing/${encodeURIComponent(HOSTILE)}`],
])("names, data and templates of strangers stay text: %s", async (_, address) => {
  await console.open(address());
  await console.settle();
  const smuggled = await console.page.evaluate(
    () => document.querySelectorAll("img[onerror], svg[onload], body script:not([src])").length,
  );
  expect(smuggled).toBe(0);
  expect(console.complaints).toEqual([]);
});
