import { call, makeDocument, merge } from "./console.ts";

/** What the screens are about. */
export interface Subjects {
  document: string;
  delivery: string;
  route: string;
  run: string;
  /** What follows # in the link of an invitation. */
  invitation: string;
}

/** A screen, by what people call it, and its address. */
export interface Screen {
  name: string;
  address: (subjects: Subjects) => string;
  /** A text that is on it once it is complete. */
  shows: string;
  /** How many controls the keyboard reaches at least: ten with the navigation. */
  controls?: number;
}

export const SCREENS: readonly Screen[] = [
  { name: "home", address: () => "/", shows: "Latest runs" },
  { name: "documents", address: () => "/documents", shows: "Invoice" },
  { name: "editor", address: ({ document }) => `/documents/${document}`, shows: "Template" },
  { name: "fields", address: ({ document }) => `/documents/${document}?side=fields`, shows: "$Number" },
  {
    name: "sample-data",
    address: ({ document }) => `/documents/${document}/data`,
    shows: "How a merge uses this data",
  },
  { name: "settings", address: ({ document }) => `/documents/${document}/settings`, shows: "Document and output" },
  { name: "deliveries", address: ({ document }) => `/documents/${document}/deliveries`, shows: "To the customer" },
  {
    name: "delivery",
    address: ({ delivery, document }) => `/documents/${document}/deliveries?delivery=${delivery}`,
    shows: "Send a test",
  },
  { name: "versions", address: ({ document }) => `/documents/${document}/versions`, shows: "Version 1" },
  { name: "merge-now", address: ({ document }) => `/documents/${document}/merge`, shows: "Will be sent" },
  { name: "merge-list", address: ({ document }) => `/documents/${document}/list`, shows: "Or paste cells from Excel" },
  {
    name: "fill-in",
    address: ({ document }) => `/documents/${document}/fill-in`,
    shows: "People can fill this document in",
  },
  { name: "integrate", address: ({ document }) => `/documents/${document}/integrate`, shows: "Merge address" },
  { name: "routes", address: () => "/routes", shows: "New customer" },
  { name: "route", address: ({ route }) => `/routes/${route}`, shows: "Simulate" },
  { name: "merge-route", address: ({ route }) => `/routes/${route}/merge`, shows: "Nothing will be sent" },
  { name: "route-settings", address: ({ route }) => `/routes/${route}/settings`, shows: "Name of the combined file" },
  {
    name: "route-fill-in",
    address: ({ route }) => `/routes/${route}/fill-in`,
    shows: "People can fill this data route in",
  },
  { name: "runs", address: () => "/runs", shows: "Invoice" },
  { name: "run", address: ({ run }) => `/runs/${run}`, shows: "Details" },
  { name: "all deliveries", address: () => "/deliveries", shows: "Deliveries" },
  { name: "tools", address: () => "/tools?tool=combine", shows: "Drop files here" },
  { name: "gallery", address: () => "/gallery", shows: "Delivery note" },
  { name: "people", address: () => "/people", shows: "invited@example.com" },
  {
    name: "invitation",
    address: ({ invitation }) => `/invitation#${invitation}`,
    shows: "Accept the invitation",
    controls: 2,
  },
  { name: "log", address: () => "/log", shows: "created the document" },
  { name: "bin", address: () => "/bin", shows: "Old offer" },
  { name: "account-keys", address: () => "/account", shows: "API keys" },
  { name: "account-defaults", address: () => "/account?part=defaults", shows: "Hosts in private networks" },
  { name: "account-alerts", address: () => "/account?part=alerts", shows: "Send alerts to" },
  { name: "account-hooks", address: () => "/account?part=hooks", shows: "hooks.example.com" },
  { name: "account-turnstile", address: () => "/account?part=turnstile", shows: "Site key" },
  { name: "account-fonts", address: () => "/account?part=fonts", shows: "No custom fonts" },
  { name: "account-signers", address: () => "/account?part=signers", shows: "No signing identities yet" },
  { name: "account-usage", address: () => "/account?part=usage", shows: "By day" },
  { name: "account-sessions", address: () => "/account?part=sessions", shows: "A session lasts twelve hours." },
  { name: "account-mailbox", address: () => "/account?part=mailbox", shows: "Local mailbox" },
];

/** Something to be seen on every screen. */
export async function makeSubjects(): Promise<Subjects> {
  const document = await makeDocument({ name: "Invoice", folder: "Sales", output_name: "Invoice {$Number}" });
  const { id } = document;
  await call("POST", `/api/documents/${id}/deliveries`, {
    type: "email",
    name: "To the customer",
    settings: { to: "{$Email}", subject: "Your invoice {$Number}", html: "<p>Dear {$Name}</p>" },
  });
  const [delivery] = await call<{ id: string }[]>("GET", `/api/documents/${id}/deliveries`);
  const { id: route } = await call<{ id: string }>("POST", "/api/routes", {
    name: "New customer",
    rules: [{ document_id: id, combine: 1, conditions: [{ field: "Amount", exp: ">", value: "1000" }] }],
  });
  const { id: old } = await makeDocument({ name: "Old offer" });
  await call("DELETE", `/api/documents/${old}`);
  const run = await merge(document, { Number: 7, Items: [{ name: "Chair" }], Email: "ann@example.com" });

  await call("POST", "/api/hooks", { event: "run.failed", target_url: "https://hooks.example.com/in" });

  const { link } = await call<{ link: string }>("POST", "/api/invitations", {
    email: "invited@example.com",
    role: "operator",
  });

  return { document: id, delivery: delivery?.id ?? "", route, run, invitation: new URL(link).hash.slice(1) };
}
