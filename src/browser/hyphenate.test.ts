import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { type PrintEnv, printedBytes, printHtml } from "./print.ts";
import { PRINT_LIMITS } from "./print-protocol.ts";

const printEnv: PrintEnv = env;

/** How many lines the texts take, and the warnings: lines begin where the text's matrix moves down. */
async function printed(body: string, language?: string) {
  const result = await printHtml(printEnv, {
    html: `<!doctype html><title>x</title><style>p{width:90px;font:12px Arial;margin:0}</style>${body}`,
    page: {
      widthInches: 8.5,
      heightInches: 11,
      marginsInches: { top: 1, right: 0.5, bottom: 1, left: 0.5 },
      landscape: false,
      sizeIsDefault: true,
      heightIsAuto: false,
    },
    description: { title: "x", language },
    place: { now: 0, timeZone: "UTC", locale: "en-US" },
    resources: { internalHosts: [], fonts: [] },
    limits: PRINT_LIMITS,
  });
  const pdf = Buffer.from(await printedBytes(printEnv, result)).toString("latin1");
  const streams = [...pdf.matchAll(/<<\/Filter \/FlateDecode\s*\/Length \d+>> stream\n([\s\S]*?)\nendstream/g)].map(
    ([, bytes = ""]) => inflateSync(Buffer.from(bytes, "latin1")).toString("latin1"),
  );
  const content = streams.filter((each) => each.includes("BT")).join("\n");
  const lines = new Set(
    Array.from(content.matchAll(/^[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ ([-\d.]+) Tm$/gm), ([, y]) => y),
  );
  return { lines: lines.size, warnings: result.warnings };
}

const german = "Donaudampfschifffahrtsgesellschaft Silbentrennungsverfahren";
const auto = "<style>p{hyphens:auto}</style>";

it("cuts words where the style sheet asks for it, in the language of the text or of the document", async () => {
  const whole = await printed(`<p lang=de>${german}</p>`);
  const cut = await printed(`${auto}<p lang=de-AT>${german}</p>`);
  expect(whole).toEqual({ lines: 2, warnings: [] });
  expect(cut.warnings).toEqual([]);
  expect(cut.lines).toBeGreaterThan(3);
  expect(await printed(`${auto}<p>${german}</p>`, "de-DE")).toEqual(cut);
  expect(await printed(`${auto}<p lang=de style="hyphens:manual">${german}</p>`)).toEqual(whole);
});

it("tells of a language without patterns", async () => {
  const { lines, warnings } = await printed(`${auto}<p lang=cs>${german}</p>`);
  expect(lines).toBe(2);
  expect(warnings).toEqual([expect.stringContaining("hyphens: auto cuts no words in cs: there are no patterns")]);
});
