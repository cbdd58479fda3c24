import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { Failure } from "../../domain/failure.ts";
import type { DrawForMail, DrawingsPage } from "../delivery-services.ts";
import { deliveryContext } from "../testing/delivery-context.ts";
import { withDrawnSvg } from "./drawn-svg.ts";

/** What becomes of a mail's html, what was to be drawn, and what is said. */
async function drawn(
  html: string,
  draw: DrawForMail = async (_, { drawings }) => ({
    images: drawings.map((_, index) => Uint8Array.of(index)),
    warnings: [],
  }),
  transport: typeof fetch = fetch,
) {
  const pages: DrawingsPage[] = [];
  const context = deliveryContext(env, "email", { to: "a@example.com" }, {}, [], transport);
  context.services.drawForMail = (of, page) => {
    pages.push(page);
    return draw(of, page);
  };
  const text = await withDrawnSvg(context, html);
  return { text, pages, warnings: [...context.render.warnings] };
}

const [FIRST, SECOND] = ["data:image/png;base64,AA==", "data:image/png;base64,AQ=="];

it("puts pictures where drawings are, with their looks and their meaning; symbols go", async () => {
  const symbols = '<svg width="0" height="0"><symbol id="s"><path d="M0 0"/></symbol></svg>';
  const one = `<svg width="20" height="10" class="icon" style='float:"right"' aria-label="A &lt; B"><use href="#s"/></svg>`;
  const other = '<svg viewBox="0 0 30 30"><title>Say "yes"</title></svg>';
  const { text, pages, warnings } = await drawn(`<style>.icon{fill:red}</style>${symbols}<p>${one} and ${other}</p>`);
  expect(text).toBe(
    `<style>.icon{fill:red}</style><p><img src="${FIRST}" alt="A &lt; B" width="20" height="10" class="icon" style="float:&quot;right&quot;"> ` +
      `and <img src="${SECOND}" alt="Say &quot;yes&quot;" width="30" height="30"></p>`,
  );
  expect(pages).toMatchObject([
    {
      drawings: [
        { html: one, widthPixels: 20, heightPixels: 10 },
        { html: other, widthPixels: 30, heightPixels: 30 },
      ],
      shared: [symbols],
      styleSheets: [".icon{fill:red}"],
    },
  ]);
  expect(warnings).toEqual([]);
});

it("puts pictures for picture elements, in the size that the page says, else in that of the drawing", async () => {
  const data = `data:image/svg+xml,<svg width='40' height='20'></svg>`;
  const { text, pages } = await drawn(`<img alt="a&amp;b" src="${data}"><img src="${data}" style="width:10px">`);
  expect(text).toBe(
    `<img src="${FIRST}" width="40" height="20" alt="a&amp;b"><img src="${SECOND}" style="width:10px">`,
  );
  expect(pages[0]?.drawings).toMatchObject([
    { widthPixels: 40, heightPixels: 20 },
    { html: expect.stringMatching(/^<img alt="" src="data:image\/svg\+xml;base64,/), widthPixels: 10, heightPixels: 5 },
  ]);
});

it("fetches drawings at addresses; one that does not come stays an address, which is told", async () => {
  const html = '<img src="https://a.example/logo.svg"><img src="https://a.example/gone.svg">';
  const transport = async (input: RequestInfo | URL) =>
    String(input instanceof Request ? input.url : input).includes("gone")
      ? new Response("no", { status: 404 })
      : new Response('<svg viewBox="0 0 8 4"></svg>');
  const { text, warnings } = await drawn(html, undefined, transport as typeof fetch);
  expect(text).toBe(`<img src="${FIRST}" width="8" height="4"><img src="https://a.example/gone.svg">`);
  expect(warnings).toEqual([expect.stringContaining("stays an address")]);
});

it("leaves mails without drawings alone, and those that cannot be drawn, which is told; without a browser it is tried again", async () => {
  expect(await drawn("<p>svg</p>")).toMatchObject({ text: "<p>svg</p>", pages: [] });
  const html = "<p><svg></svg></p>";
  const slow = new Failure("render_timeout", "It takes too long.");
  const left = await drawn(html, () => Promise.reject(slow));
  expect(left).toMatchObject({ text: html, warnings: [expect.stringContaining("It takes too long.")] });
  const none = new Failure("browser_unavailable", "There is no browser.");
  await expect(drawn(html, () => Promise.reject(none))).rejects.toMatchObject({ name: "DeliveryError", context: {} });
});

it("draws fifty at most, and says so", async () => {
  const { text, warnings } = await drawn("<svg></svg>".repeat(51));
  expect(text.match(/<img /g)).toHaveLength(50);
  expect(text.endsWith("<svg></svg>")).toBe(true);
  expect(warnings).toEqual([expect.stringContaining("51 drawings (SVG)")]);
});
