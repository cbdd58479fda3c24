import { html, raw } from "hono/html";
import type { OutboxEntry } from "../../domain/delivery/outbox.ts";
import { endpoint } from "../../http/endpoint.ts";
import { requireOwnHost } from "../../http/own-host.ts";
import { needMailbox } from "./mailbox.ts";

const SHOWN = 50;

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1c2330}
article{border:1px solid #dde1e7;border-radius:.5rem;margin:1rem 0;padding:1rem}dl{display:grid;grid-template-columns:7rem 1fr;margin:0 0 1rem}
dt{color:#525c6b}dd{margin:0;overflow-wrap:anywhere}iframe{width:100%;height:18rem;border:1px solid #dde1e7}pre{white-space:pre-wrap;background:#f4f5f7;padding:.75rem}`;

/** GET /local/mailbox: what would have been sent, on a service that runs on somebody's own machine. */
export const localMailbox = endpoint({
  method: "get",
  path: "/local/mailbox",
  summary: "Mails of a local service",
  description:
    "Only where LOCAL_MAILBOX=1 is set, as under npm start: mails of the workspace are shown here instead of being sent. It is " +
    "there only under the service's own names.",
  tag: "Service",
  auth: "key",
  needs: "run:data",
  problems: ["not_found"],
  responses: { 200: { description: "A page", mediaType: "text/html" } },

  async handle({ caller, context }) {
    requireOwnHost(context);
    needMailbox(context);
    const asked = { limit: SHOWN, descending: true };
    const mails = await context.store.outbox.list(caller.workspaceId, { isMail: true }, asked);
    const page = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Local mailbox</title><style>${raw(STYLE)}</style></head>
<body><h1>Local mailbox</h1>
<p>Mails are shown here instead of being sent. To send them, set <code>SMTP_URL</code>.</p>
${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(shownMail)}
</body></html>`;
    return new Response(String(page), {
      headers: {
        "content-type": "text/html;charset=utf-8",
        "content-security-policy":
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'none'",
      },
    });
  },
});

function shownMail({ status, preview = {}, createdAt, runId }: OutboxEntry) {
  const line = (name: string) => String(preview[name] ?? "");
  const rows = ["from", "to", "cc", "bcc", "reply_to", "subject"].filter((name) => line(name) !== "");
  const files = Array.isArray(preview.attachments) ? preview.attachments.join(", ") : "";
  return html`<article><dl>
${rows.map((name) => html`<dt>${name.replace("_", "-")}</dt><dd>${line(name)}</dd>`)}
<dt>files</dt><dd>${files || line("files") || "none"}</dd>
<dt>status</dt><dd>${status}, ${createdAt.toISOString()}${runId === undefined ? "" : `, run ${runId}`}</dd></dl>
${line("html") ? html`<iframe sandbox srcdoc="${line("html")}"></iframe>` : ""}
<pre>${line("text")}</pre></article>`;
}
