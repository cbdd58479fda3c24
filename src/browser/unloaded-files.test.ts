import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import type { Protocol } from "devtools-protocol";
import { describe, expect, it } from "vitest";
import { ConcurrencyGate } from "../outbound/concurrency-gate.ts";
import type { DevToolsSession } from "./devtools-connection.ts";
import { PageResources } from "./page-resources.ts";
import { type PrintEnv, printHtml } from "./print.ts";
import { PRINT_LIMITS } from "./print-protocol.ts";
import { StaticAssets } from "./static-assets.ts";

const printEnv: PrintEnv = env;
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const image = `data:image/png;base64,${png.toString("base64")}`;
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>';

async function warningsOf(body: string): Promise<string[]> {
  const { warnings } = await printHtml(printEnv, {
    html: `<!doctype html><title>x</title>${body}`,
    nonce: "0123456789abcdef",
    page: {
      widthInches: 8.5,
      heightInches: 11,
      marginsInches: { top: 0.4, right: 0.4, bottom: 0.4, left: 0.4 },
      landscape: false,
      sizeIsDefault: true,
      heightIsAuto: false,
    },
    place: { now: 0, timeZone: "UTC", locale: "en-US" },
    resources: { internalHosts: [], fonts: [] },
    limits: PRINT_LIMITS,
  });
  return warnings;
}

const relative = "its address is relative, and a document has no address of its own here. Write the whole address";
const within = "pages within a page";

describe("a file that a page names and that is not in it", () => {
  it.each([
    ["a relative picture", '<img src="img/logo%20a.png">', [`img/logo a.png is missing: ${relative}`]],
    [
      "a relative style sheet",
      '<link rel="stylesheet" href="/css/print.css">',
      [`css/print.css is missing: ${relative}`],
    ],
    ["a relative background", "<style>p{background:url(bg.png)}</style><p>x", [`bg.png is missing: ${relative}`]],
    ["a relative choice", '<img srcset="a.png 1x, b.png 2x">', [`a.png is missing: ${relative}`]],
    [
      "a relative font",
      "<style>@font-face{font-family:X;src:url(fonts/x.woff2)}p{font-family:X}</style><p>x",
      [`fonts/x.woff2 is missing: ${relative}`],
    ],
    [
      "what stands behind <base>",
      '<base href="https://acme.com/a/"><img src="x.png">',
      [
        '<base href="https://acme.com/a/"> counts for nothing here: write whole addresses',
        `x.png is missing: ${relative}`,
      ],
    ],
    [
      "base64 alone",
      `<img src="${png.toString("base64")}">`,
      [
        "iVBORw0KGgoAAAANSUhEUgAA… is missing: it is base64 without what says so. Write `data:image/png;base64,` before",
      ],
    ],
    [
      "base64 alone, of a JPEG",
      `<img src="/9j/${"4AAQSkZJRgABAQ".repeat(30)}">`,
      ["/9j/4AAQSkZJRgABAQ4AAQSk… is missing: it is base64 without what says so."],
    ],
    [
      "a TIFF",
      '<img src="data:image/tiff;base64,SUkqAAgAAAA=">',
      ["data:image/tiff;base64,SUkqAAgAAAA= is missing: it is a TIFF"],
    ],
    [
      "a TIFF of a style sheet",
      "<style>p{background:url(data:image/tiff;base64,TU0AKgAAAAg=)}</style><p>x",
      ["data:image/tiff;base64,TU0AKgAAAAg= is missing: it is a TIFF"],
    ],
    [
      "a damaged picture",
      `<img src="data:image/png;base64,${png.subarray(0, 30).toString("base64")}">`,
      ["data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAA… is missing: the picture is damaged"],
    ],
    [
      "a file of a computer",
      '<img src="C:\\pictures\\logo.png"><link rel=stylesheet href="file:///home/a.css">',
      [
        "c:\\pictures\\logo.png is missing: it is on a computer that the service does not see.",
        "file:///home/a.css is missing: it is on a computer that the service does not see.",
      ],
    ],
    ["a part of a mail", '<img src="cid:logo">', ["cid:logo is missing: it is a part of a mail, and a PDF has none."]],
    ["object", '<object data="https://acme.com/a.svg">x</object>', [`acme.com/a.svg is missing: ${within} (object)`]],
    ["embed", '<embed src="https://acme.com/a.pdf">', [`acme.com/a.pdf is missing: ${within} (embed)`]],
    ["iframe", '<iframe src="https://acme.com/map?q=1"></iframe>', [`acme.com/map is missing: ${within} (iframe)`]],
    ["a film", '<video><source src="https://acme.com/a.mp4"></video>', ["acme.com/a.mp4 is missing: films and sounds"]],
    [
      "a drawing of another file",
      '<svg><use href="https://acme.com/icons.svg#a"/></svg>',
      ["acme.com/icons.svg is missing: what belongs to another file"],
    ],
    [
      "a font that is none",
      "<style>@font-face{font-family:House;src:url(data:font/woff2;base64,AAAA)}p{font-family:House}</style><p>x",
      ["The font house did not load: what its @font-face rule names is no font"],
    ],
    [
      "what a script asks for",
      '<script nonce="0123456789abcdef">fetch("https://acme.com/data.json").catch(()=>{})</script>',
      [
        "A script of the template failed: https://acme.com/data.json is not loaded: scripts of a page can ask for nothing.",
      ],
    ],
    [
      "a script of the data",
      "<script>document.write(1)</script>",
      ["A script of the page did not run: only scripts of a"],
    ],
  ])("is told: %s", async (_, body, expected) => {
    expect(await warningsOf(body)).toEqual(expected.map((each) => expect.stringContaining(each)));
  });

  it("is not told where nothing is missing", async () => {
    const body = `<img src="${image}"><img src=""><img alt="none"><iframe></iframe><iframe src="about:blank"></iframe>
      <img src="data:image/svg+xml;utf8,${encodeURIComponent(drawing)}"><object></object><video></video>
      <style>p{background:url(${image})}h1{background:url('data:image/svg+xml,${encodeURIComponent(drawing)}')}</style><p>x<h1>y</h1>
      <svg><defs><g id="a"><rect width="9" height="9"/></g></defs><use href="#a"/><image href="${image}"/></svg>
      <script type="application/json">{"a":1}</script><script nonce="0123456789abcdef">document.title="y"</script>
      <link rel="icon" href="favicon.ico"><a href="page.html">link</a>`;
    expect(await warningsOf(body)).toEqual([]);
  });

  it("counts what is too many to be named", async () => {
    const warnings = await warningsOf(Array.from({ length: 60 }, (_, index) => `<img src="${index}.png">`).join(""));
    expect(warnings).toHaveLength(51);
    expect(warnings.at(-1)).toBe("10 more files of the page are missing.");
  });
});

/** What a page gets for an address that answers with a file. */
async function asked(type: Protocol.Network.ResourceType, contentType: string, body: string | Uint8Array) {
  const sent: string[] = [];
  const session = { send: async (method: string) => void sent.push(method) } as unknown as DevToolsSession;
  const resources = new PageResources(new StaticAssets(env.ASSETS));
  resources.allowRemote({
    resolve: async () => [],
    internalHosts: ["files.acme.com"],
    allowLoopback: false,
    gate: new ConcurrencyGate(1),
    transport: async () => new Response(body as BodyInit, { headers: { "content-type": contentType } }),
  });
  const request = { url: "https://files.acme.com/a/file?key=secret", method: "GET", headers: {} };
  const paused = { requestId: "1", request, frameId: "1", resourceType: type };
  await resources.answer(session, paused as Protocol.Fetch.RequestPausedEvent);
  return { isServed: sent.includes("Fetch.fulfillRequest"), warnings: resources.warnings };
}

describe("a file that comes and is another than it was asked for", () => {
  const page = "<!DOCTYPE html>\n<title>Sign in</title>";
  it.each<[Protocol.Network.ResourceType, string, string | Uint8Array, string]>([
    [
      "Image",
      "text/html",
      page,
      "what is there is a web page: perhaps one to sign in, or one that says what is wrong.",
    ],
    ["Image", "image/png", page, "what is there is a web page"],
    [
      "Image",
      "text/plain",
      drawing,
      "it is an svg that is sent as text/plain, which pages do not draw. Send it as image/svg+xml.",
    ],
    [
      "Image",
      "application/octet-stream",
      `<?xml version="1.0"?>\n<!-- a -->${drawing}`,
      "it is an svg that is sent as application/octet-stream",
    ],
    ["Image", "image/png", Buffer.from("MM\0*\0\0\0\x08", "latin1"), "it is a TIFF, which pages do not show."],
    ["Image", "image/heic", Buffer.from("\0\0\0\x18ftypheic", "latin1"), "it is a HEIC photo"],
    ["Image", "application/pdf", "%PDF-1.7", "it is a PDF"],
    ["Image", "image/png", "", "the file is empty."],
    ["Image", "application/json", '{"error":"no"}', "what is there is no picture, and is sent as application/json."],
    ["Stylesheet", "text/html", page, "what is there is a web page"],
    ["Stylesheet", "text/plain", "p{}", "it is sent as text/plain, and pages take style sheets only as text/css."],
    ["Font", "font/woff2", page, "what is there is a web page"],
    ["Font", "font/woff2", "nothing", "what is there is no font that pages take."],
    ["Script", "text/javascript", page, "what is there is a web page"],
  ])("is told: %s as %s", async (type, contentType, body, expected) => {
    const { isServed, warnings } = await asked(type, contentType, body);
    expect(warnings).toEqual([expect.stringContaining(`files.acme.com/a/file is missing: ${expected}`)]);
    expect(isServed).toBe(false);
  });

  it.each<[Protocol.Network.ResourceType, string, string | Uint8Array]>([
    ["Image", "application/octet-stream", png],
    ["Image", "image/svg+xml", `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">${drawing}`],
    ["Image", "image/svg+xml", `<!--${"-".repeat(2_000)}-->${drawing}`],
    ["Image", "", Buffer.from("\xff\xd8\xff\xe0", "latin1")],
    ["Stylesheet", "text/css", "p{}"],
    ["Font", "application/octet-stream", Buffer.from("wOF2\0\x01\0\0", "latin1")],
    ["Script", "text/plain", "if (1 < 2) {}"],
  ])("is shown: %s as %s", async (type, contentType, body) => {
    expect(await asked(type, contentType, body)).toEqual({ isServed: true, warnings: [] });
  });
});
