import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { type PrintEnv, printedBytes, printHtml } from "./print.ts";
import { PRINT_LIMITS } from "./print-protocol.ts";

const printEnv: PrintEnv = env;
const nonce = "0123456789abcdef";
const margins = { top: 0.4, right: 0.4, bottom: 0.4, left: 0.4 };

/** The fonts in the PDF, and the warnings. */
async function fontsOf(html: string) {
  const result = await printHtml(printEnv, {
    html: `<!doctype html><title>x</title>${html}`,
    nonce,
    page: {
      widthInches: 8.5,
      heightInches: 11,
      marginsInches: margins,
      landscape: false,
      sizeIsDefault: true,
      heightIsAuto: false,
    },
    place: { now: 0, timeZone: "UTC", locale: "en-US" },
    resources: { internalHosts: [], fonts: [] },
    limits: PRINT_LIMITS,
  });
  const pdf = Buffer.from(await printedBytes(printEnv, result)).toString("latin1");
  return {
    fonts: new Set(Array.from(pdf.matchAll(/\/FontName \/\w+\+([\w-]+)/g), ([, name]) => name)),
    warnings: result.warnings,
  };
}

describe("characters that not every font has", () => {
  it.each(["sans-serif", "system-ui", "Verdana", "Roboto, sans-serif", "monospace", "Nobody Knows", "Arial"])(
    "are drawn with the service's own fonts under %s",
    async (family) => {
      const { fonts, warnings } = await fontsOf(`<p style="font-family:${family}">العربية ไทย <b>ไทย</b> ✓`);
      for (const font of [
        "NotoSansArabic-Regular",
        "NotoSansThai-Regular",
        "NotoSansThai-Bold",
        "NotoSansSymbols2-Regular",
      ])
        expect(fonts).toContain(font);
      expect(warnings).toEqual([]);
    },
  );

  it.each([
    ["an input", '<input value="ไทย">'],
    ["what a style sheet puts before", "<style>p::before{content:'ไทย';font-family:sans-serif}</style><p>x"],
    ["an escape of a style sheet", String.raw`<style>p::before{content:"\E44\E17";font-family:sans-serif}</style><p>x`],
    [
      "what a script writes",
      `<p id=p style="font-family:sans-serif"><script nonce="${nonce}">p.textContent=String.fromCharCode(0xe44)</script>`,
    ],
    ["a list of choices", "<select><option>ไทย</select>"],
    ["a reference", '<p style="font-family:system-ui">&#xe44;'],
  ])("are found in %s", async (_, html) => expect((await fontsOf(html)).fonts).toContain("NotoSansThai-Regular"));

  it("are named when no font has them", async () => {
    expect((await fontsOf("<p style='font-family:sans-serif'>\u{12000} ไทย \u{1342f}")).warnings).toEqual([
      "No font has these characters, which are printed as boxes or not at all: \u{12000} (U+12000), \u{1342f} (U+1342F).",
    ]);
  });
});

describe("families that nobody may ship", () => {
  it("are drawn without serifs, or with letters of one width, where they are", async () => {
    expect([...(await fontsOf("<p style='font-family:Verdana'>x")).fonts]).toEqual(["Arimo-Regular"]);
    expect([...(await fontsOf("<p style='font-family:Consolas'>x")).fonts]).toEqual(["Cousine-Regular"]);
  });
});
