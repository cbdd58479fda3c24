import { Buffer } from "node:buffer";
import { html, raw } from "hono/html";
import type { FillInSettings } from "../domain/fill-in.ts";

/** Markup made by the `html` tag, which escapes what is put into it. */
export type Markup = ReturnType<typeof html>;

/** How a page looks, and where it may be shown. */
export type Looks = Pick<FillInSettings, "color" | "frames" | "address">;

/** Attributes that are there or not. */
export const attributes = (names: Readonly<Record<string, string | number | boolean | undefined>>): Markup[] =>
  Object.entries(names)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? html` ${raw(name)}` : html` ${raw(name)}="${String(value)}"`));

/** Text of several lines and paragraphs. */
export function paragraphs(text: string, className = ""): Markup[] {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => {
      const lines = paragraph.trim().split("\n");
      const shown = lines.map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`));
      return html`<p${attributes({ class: className || undefined })}>${shown}</p>`;
    });
}

/** Where Turnstile's script is, and the frame that it makes. */
const TURNSTILE = "https://challenges.cloudflare.com";

/** A whole page: no script and no style but its own, nothing from elsewhere but Turnstile where it is asked for. */
export async function pageAnswer(
  page: { title: string; language: string; content: Markup; looks?: Looks; script?: string; hasTurnstile?: boolean },
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { title, language, content, looks = {}, script, hasTurnstile = false } = page;
  const style = styleOf(looks.color);
  const markup = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(style)}</style>${
    hasTurnstile
      ? html`
<script src="${TURNSTILE}/turnstile/v0/api.js" async defer></script>`
      : ""
  }
</head>
<body>
<main>
${content}
</main>
${script === undefined ? "" : html`<script>${raw(script)}</script>`}</body>
</html>`;
  return new Response(String(markup), {
    status,
    headers: {
      ...headers,
      "content-type": "text/html;charset=utf-8",
      "content-security-policy": await policyOf({ style, script, hasTurnstile }, looks),
      // without it browsers would not say that the page is sent from here
      "referrer-policy": "same-origin",
      "x-robots-tag": "noindex",
    },
  });
}

async function policyOf(
  { style, script, hasTurnstile }: { style: string; script: string | undefined; hasTurnstile: boolean },
  { frames = [], address }: Looks,
): Promise<string> {
  // browsers hold where a form leads to, by redirection, against this, too
  const onward = address && URL.canParse(address) ? ` ${new URL(address).origin}` : "";
  const scripts = [
    ...(script === undefined ? [] : [`'${await hashOf(script)}'`]),
    ...(hasTurnstile ? [TURNSTILE] : []),
  ];
  return [
    "default-src 'none'",
    `style-src '${await hashOf(style)}'`,
    ...(scripts.length === 0 ? [] : [`script-src ${scripts.join(" ")}`]),
    ...(hasTurnstile ? [`frame-src ${TURNSTILE}`] : []),
    "img-src data:",
    `form-action 'self'${onward}`,
    `frame-ancestors ${frames.length === 0 ? "'none'" : frames.join(" ")}`,
    "base-uri 'none'",
  ].join("; ");
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${Buffer.from(digest).toString("base64")}`;
}

const COLOR = "#1d4ed8";

/** The style, with the color of whoever made the page; what is written on it is black or white, whichever is seen better. */
function styleOf(color = COLOR): string {
  return `:root{--main:${color};--on:${isLight(color) ? "#111" : "#fff"}}${STYLE}`;
}

/** Whether black has more contrast on a color than white (WCAG 2.2, relative luminance). */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179;
}

const STYLE = `*{box-sizing:border-box}
body{font:1rem/1.5 system-ui,sans-serif;margin:0;background:#f4f5f7;color:#1c2330}
main{max-width:40rem;margin:0 auto;padding:1.25rem 1rem 3rem;background:#fff;min-height:100vh}
@media(min-width:42rem){main{margin:2rem auto;padding:2rem;min-height:0;border:1px solid #dde1e7;border-radius:.5rem}}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}h2{font-size:1.1rem;margin:0 0 .5rem}p{margin:0 0 1rem}
.logo{max-width:12rem;max-height:5rem;margin-bottom:1rem;display:block}
.field{margin:0 0 1.25rem}label,legend{display:block;font-weight:600;margin-bottom:.25rem;padding:0}
.check label{display:inline;font-weight:400;margin-left:.5rem}.check input{width:1.25rem;height:1.25rem;vertical-align:-.25rem}
.need{font-weight:400;color:#525c6b}
input:not([type=checkbox]),select,textarea{font:inherit;width:100%;padding:.6rem .7rem;border:1px solid #6b7686;border-radius:.35rem;background:#fff;color:inherit}
textarea{min-height:8rem;resize:vertical}
[aria-invalid=true]{border-color:#b42318!important;border-width:2px!important}
.help{color:#525c6b;font-size:.9rem;margin:.25rem 0 0}.problem{color:#b42318;margin:.25rem 0 0}
.problems{border:2px solid #b42318;border-radius:.35rem;padding:1rem;margin:0 0 1.5rem}.problems ul{margin:0;padding-left:1.25rem}.problems a{color:#b42318}
fieldset{border:0;margin:0 0 1.25rem;padding:0;min-width:0}
.row{border:1px solid #dde1e7;border-radius:.35rem;padding:1rem;margin:0 0 .75rem}
button,.button{font:inherit;display:inline-block;padding:.6rem 1.1rem;border-radius:.35rem;border:1px solid #6b7686;background:#fff;color:#1c2330;cursor:pointer;text-decoration:none}
.send{background:var(--main);border-color:var(--main);color:var(--on);font-weight:600}
button:focus-visible,.button:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,a:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}
.pad{display:block;width:100%;max-width:600px;height:auto;border:1px solid #6b7686;border-radius:.35rem;background:#fff;touch-action:none;margin-bottom:.5rem}
[data-draw]{margin-bottom:.75rem}
.first,.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
@media(max-width:42rem){.send{width:100%}}`;
