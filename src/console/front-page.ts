import type { Context } from "hono";
import type { AppBindings } from "../http/endpoint.ts";
import { json } from "../http/responses.ts";

/** The root leads people to the console, and tells programs where everything is. */
export function frontPage(c: Context<AppBindings>): Response {
  const accepted = c.req.header("accept") ?? "";
  if (accepted.includes("text/html")) return c.redirect("/console", 302);

  const { publicBaseUrl } = c.get("context").settings;
  return json({
    name: "Docloom",
    console: `${publicBaseUrl}/console`,
    docs: `${publicBaseUrl}/docs`,
    openapi: `${publicBaseUrl}/api/openapi.json`,
  });
}
