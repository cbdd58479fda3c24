import { Buffer } from "node:buffer";
import { strToU8, unzipSync, zipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { compoundFile } from "../../src/convert/testing/compound-file.ts";
import { bmp, pagedTiff } from "../../src/image/testing/bitmaps.ts";
import { gif, jpeg, png } from "../../src/image/testing/image-files.ts";
import { WEBP_FILES } from "../../src/image/testing/webp-files.ts";
import { paragraph, presentation, wordDocument } from "../support/office-files.ts";
import { testCaller, testService } from "../support/test-service.ts";

const service = testService();
let authorization: string;

beforeAll(async () => {
  ({ authorization } = await testCaller());
});

const MAX_MS = 30_000;

/** A PDF, or a 4xx with a code, within half a minute: nothing else may result from a stranger's file. */
async function survives(name: string, bytes: Uint8Array): Promise<string> {
  const start = Date.now();
  const contents = Buffer.from(bytes).toString("base64");
  const response = await service("/api/tools/convert_to_pdf", {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ file: { name, contents } }),
  });
  const answer = new Uint8Array(await response.arrayBuffer());
  expect(Date.now() - start).toBeLessThan(MAX_MS);
  if (response.ok) {
    expect(new TextDecoder("latin1").decode(answer.subarray(0, 5))).toBe("%PDF-");
    return "pdf";
  }
  const { code } = JSON.parse(new TextDecoder().decode(answer)) as { code: string };
  expect(response.status, code).toBeGreaterThanOrEqual(400);
  expect(response.status, code).toBeLessThan(500);
  return code;
}

/** The same numbers in every run (Numerical Recipes' linear congruential generator). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

const document = wordDocument(paragraph("Hello") + paragraph("World"));
const slides = presentation([{ text: "Hello" }, { text: "World" }]);

function withPart(source: Uint8Array, part: string, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(source);
  parts[part] = strToU8(change(new TextDecoder().decode(parts[part])));
  return zipSync(parts);
}

describe("mutated files", () => {
  it.each([
    ["a.docx", document],
    ["a.pptx", slides],
  ])("%s with bytes changed anywhere", async (name, bytes) => {
    const random = randomNumbers(7);
    for (let round = 0; round < 12; round++) {
      const mutated = bytes.slice();
      for (let change = 0; change < 1 + random(8); change++) mutated[random(mutated.length)] = random(256);
      await survives(name, mutated);
    }
  });

  it.each([
    ["a.docx", document, "word/document.xml"],
    ["a.pptx", slides, "ppt/slides/slide1.xml"],
    ["a.pptx", slides, "ppt/presentation.xml"],
  ])("%s whose XML is cut, repeated and renamed", async (name, bytes, part) => {
    const random = randomNumbers(11);
    for (let round = 0; round < 8; round++) {
      const mutated = withPart(bytes, part, (xml) => {
        const at = random(xml.length);
        const length = random(60);
        if (round % 3 === 0) return xml.slice(0, at) + xml.slice(at + length);
        if (round % 3 === 1) return xml.slice(0, at) + xml.slice(at, at + length).repeat(3) + xml.slice(at + length);
        return xml.replace(/"\d+"/g, () => `"${random(2) === 0 ? "-" : ""}${"9".repeat(1 + random(20))}"`);
      });
      await survives(name, mutated);
    }
  });

  it("pictures with bytes changed anywhere", async () => {
    const random = randomNumbers(13);
    const images = {
      "a.png": png({ width: 9, height: 9, rows: new Uint8Array(252) }),
      "a.gif": gif,
      "a.jpg": jpeg({ width: 9, height: 9 }),
      "a.bmp": bmp(8, [[0, 1]]),
      "a.tif": pagedTiff([
        { width: 9, height: 9 },
        { width: 9, height: 9 },
      ]),
      "a.webp": new Uint8Array(Buffer.from(WEBP_FILES[0]?.base64 ?? "", "base64")),
    };
    for (const [name, bytes] of Object.entries(images)) {
      for (let round = 0; round < 40; round++) {
        const mutated = bytes.slice();
        for (let change = 0; change < 1 + random(4); change++) mutated[4 + random(mutated.length - 4)] = random(256);
        await survives(name, mutated);
      }
    }
  });
});

describe("files that were cut off", () => {
  it.each([
    ["a.docx", document],
    ["a.pptx", slides],
    ["a.doc", compoundFile(["WordDocument"])],
    ["a.xls", compoundFile(["Workbook"])],
  ])("%s", async (name, bytes) => {
    for (const share of [0.05, 0.3, 0.6, 0.9, 0.99])
      await survives(name, bytes.subarray(0, Math.ceil(bytes.length * share)));
  });
});

describe("bombs", () => {
  it("a part that unpacks to 100 MB", async () => {
    const bomb = zipSync({ ...unzipSync(document), "word/media/a.bin": new Uint8Array(100_000_000) }, { level: 1 });
    expect(await survives("a.docx", bomb)).toBe("archive_too_large");
  }, 60_000);

  it("a PNG that unpacks to more than it says", async () => {
    expect(await survives("a.png", png({ width: 3, height: 3, rows: new Uint8Array(20_000_000) }))).toMatch(/pdf/);
  });

  it.each([
    ["entities", (xml: string) => xml.replace("<w:document", '<!DOCTYPE x [<!ENTITY a "aaaa">]><w:document')],
    [
      "elements in each other",
      (xml: string) => xml.replace("<w:body>", `<w:body>${"<w:sdt><w:sdtContent>".repeat(20_000)}`),
    ],
    [
      "tables in each other",
      (xml: string) =>
        xml.replace(
          "<w:body>",
          `<w:body>${"<w:tbl><w:tr><w:tc>".repeat(3_000)}<w:p/>${"</w:tc></w:tr></w:tbl>".repeat(3_000)}`,
        ),
    ],
    [
      "a table of 40,000 rows",
      (xml: string) =>
        xml.replace("<w:body>", `<w:body><w:tbl>${"<w:tr><w:tc><w:p/></w:tc></w:tr>".repeat(40_000)}</w:tbl>`),
    ],
    [
      "50,000 pages",
      (xml: string) =>
        xml.replace("<w:body>", `<w:body>${"<w:p><w:pPr><w:pageBreakBefore/></w:pPr></w:p>".repeat(50_000)}`),
    ],
    ["a page of no size", (xml: string) => xml.replace('w:w="12240" w:h="15840"', 'w:w="0" w:h="0"')],
    ["margins larger than the page", (xml: string) => xml.replaceAll('"1440"', '"99999"')],
  ])(
    "a Word document with %s",
    async (_, change) => {
      await survives("a.docx", withPart(document, "word/document.xml", change));
    },
    45_000,
  );

  it("styles that are based on each other", async () => {
    const parts = unzipSync(document);
    const style = (id: string, base: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:basedOn w:val="${base}"/></w:style>`;
    parts["word/styles.xml"] = strToU8(
      `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${style("A", "B")}${style("B", "A")}</w:styles>`,
    );
    await survives("a.docx", zipSync(parts));
  });

  it("a presentation of 600 slides", async () => {
    await survives("a.pptx", presentation(Array.from({ length: 600 }, (_, index) => ({ text: `Slide ${index}` }))));
  }, 45_000);

  it("html that never stops loading or running", async () => {
    const page = "<!doctype html><script>for(;;);</script><img src='http://10.0.0.1/x'><p>x".repeat(50);
    expect(await survives("a.html", strToU8(page))).toBe("pdf");
  }, 45_000);

  it("html of 20,000 nested elements", async () => {
    await survives("a.html", strToU8(`<!doctype html>${"<div>".repeat(20_000)}x`));
  }, 45_000);
});

it("the service still converts", async () => {
  expect(await survives("a.docx", document)).toBe("pdf");
  expect(await survives("a.pptx", slides)).toBe("pdf");
});
