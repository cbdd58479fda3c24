import { call, makeDocument, merge } from "./console.ts";

/** A screen, by what people call it, and its address. */
export interface Screen {
  name: string;
  address: string;
  /** A text that stands on it once it has everything. */
  shows: string;
}

/** Every screen, with something in it to be seen. */
export async function everyScreen(): Promise<Screen[]> {
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
  const run = await merge(document, { Number: 7, Items: [{ name: "Chair" }], Email: "ann@example.com" });

  return [
    { name: "home", address: "/", shows: "Latest runs" },
    { name: "documents", address: "/documents", shows: "Invoice" },
    { name: "editor", address: `/documents/${id}`, shows: "Template" },
    { name: "fields", address: `/documents/${id}?side=fields`, shows: "$Number" },
    { name: "sample-data", address: `/documents/${id}/data`, shows: "What a merge does with these data" },
    { name: "settings", address: `/documents/${id}/settings`, shows: "What comes out" },
    { name: "deliveries", address: `/documents/${id}/deliveries`, shows: "To the customer" },
    { name: "delivery", address: `/documents/${id}/deliveries?delivery=${delivery?.id}`, shows: "Send a test" },
    { name: "versions", address: `/documents/${id}/versions`, shows: "Version 1" },
    { name: "use-it", address: `/documents/${id}/use`, shows: "Merge address" },
    { name: "routes", address: "/routes", shows: "New customer" },
    { name: "route", address: `/routes/${route}`, shows: "Simulate" },
    { name: "route-settings", address: `/routes/${route}/settings`, shows: "Name of the combined file" },
    { name: "runs", address: "/runs", shows: "Invoice" },
    { name: "run", address: `/runs/${run}`, shows: "Times and numbers" },
    { name: "sent", address: "/deliveries", shows: "Deliveries" },
    { name: "tools", address: "/tools?tool=combine", shows: "Drop files here" },
    { name: "gallery", address: "/gallery", shows: "Gallery" },
    { name: "account-keys", address: "/account", shows: "API keys" },
    { name: "account-defaults", address: "/account?part=defaults", shows: "Internal hosts" },
    { name: "account-usage", address: "/account?part=usage", shows: "By day" },
    { name: "account-sessions", address: "/account?part=sessions", shows: "A session lasts twelve hours." },
    { name: "account-mailbox", address: "/account?part=mailbox", shows: "Local mailbox" },
  ];
}
