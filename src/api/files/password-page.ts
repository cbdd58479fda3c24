import { html } from "hono/html";

/** A page of the service's own for somebody who follows a link: its title and what is on it. */
async function simplePage(
  title: string,
  content: ReturnType<typeof html>,
  status: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>`;
  return new Response(String(page), {
    status,
    headers: {
      ...headers,
      "content-type": "text/html;charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src '${await styleHash()}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      "x-robots-tag": "noindex",
    },
  });
}

/** The page for a link that no longer leads anywhere, or never did: it says nothing that a guess could learn from. */
export async function expiredPage(): Promise<Response> {
  const content = html`<h1>This link has expired</h1>
<p>The file behind it is no longer kept, the link worked only once and was used already, or it is not complete.</p>
<p class="note">Ask whoever sent it to you for a new one.</p>`;
  return await simplePage("Link expired", content, 404);
}

/** The page in front of a protected file: it does not name the file to people who have only the address. */
export async function passwordPage(
  { needsPassword, once }: { needsPassword: boolean; once: boolean },
  status: number,
  problem = "",
  headers: Record<string, string> = {},
): Promise<Response> {
  const content = html`<h1>A file was sent to you</h1>
<form method="post" autocomplete="off">
${
  needsPassword
    ? html`<label for="password">Password</label>
<input id="password" name="password" type="password" required autofocus maxlength="1000">`
    : ""
}
${problem ? html`<p class="problem" role="alert">${problem}</p>` : ""}
<button type="submit">Download</button>
${once ? html`<p class="note">The file can be downloaded once. Keep it in a safe place.</p>` : ""}
</form>`;
  return await simplePage("Protected file", content, status, headers);
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f4f5f7;color:#1c2330}
main{max-width:22rem;margin:15vh auto 0;padding:2rem;background:#fff;border:1px solid #dde1e7;border-radius:.5rem}
h1{font-size:1.25rem;margin:0 0 1rem}label{display:block;margin-bottom:.25rem}
input,button{font:inherit;box-sizing:border-box;width:100%;padding:.55rem .7rem;border-radius:.35rem;border:1px solid #8a94a6}
button{margin-top:1rem;background:#1d4ed8;border-color:#1d4ed8;color:#fff;cursor:pointer}
button:focus-visible,input:focus-visible{outline:3px solid #93b4f8;outline-offset:1px}
.problem{color:#b42318;margin:.75rem 0 0}.note{color:#525c6b;font-size:.875rem;margin:.75rem 0 0}`;

async function styleHash(): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(STYLE));
  return `sha256-${Buffer.from(digest).toString("base64")}`;
}
