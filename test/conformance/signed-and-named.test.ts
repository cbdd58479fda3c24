import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { openPdf } from "../../src/pdf/document.ts";
import { readPages } from "../../src/pdf/page-tree.ts";
import { buildPages } from "../../src/pdf/testing/build-file.ts";
import { readBookmarks } from "../../src/pdf/testing/read-bookmarks.ts";
import { newClient } from "../support/api-client.ts";
import { officeFile } from "../support/template-files.ts";
import { testService } from "../support/test-service.ts";

/** File tools with signed PDFs, and with files that are not what their names say (interface 4.1). */

let authorization: string;
const service = testService();
beforeAll(async () => {
  authorization = (await newClient()).caller.authorization;
});

async function tool(name: string, body: object): Promise<Response> {
  return await service(`/api/tools/${name}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

/** Two pages with a signed signature field. */
const signed = {
  name: "Contract.pdf",
  contents: base64(
    buildPages(2, {
      catalog: "/AcroForm << /SigFlags 3 /Fields [900 0 R] >>",
      objects: {
        900: "<< /FT /Sig /T (Signature) /V 901 0 R >>",
        901: "<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <00> >>",
      },
    }),
  ),
};

describe("a signed PDF", () => {
  const calls: [name: string, more: object][] = [
    ["compress_pdf", {}],
    ["stamp_pdf", { text: "DRAFT" }],
    ["rotate_pdf", { degrees: 90 }],
    ["flatten_pdf", {}],
    ["encrypt_pdf", { password: "x" }],
    ["split_pdf", { extract: "1" }],
  ];

  it.each(calls)("is changed by %s, which says what that costs, with and without force", async (name, more) => {
    for (const force of [{}, { force: 1 }, { signed: "change" }]) {
      const answer = await tool(name, { file: signed, ...more, ...force });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("conversion-warnings")).toBe(
        '"The PDF is signed; its signatures do not hold in what was made of it."',
      );
      await answer.arrayBuffer();
    }
  });

  it.each(calls)("is refused by %s when the request asks for that", async (name, more) => {
    const refused = await tool(name, { file: signed, ...more, signed: "refuse", force: 1 });
    const problem = await refused.json<{ code: string; error: string }>();
    expect([refused.status, problem.code]).toEqual([422, "pdf_signed"]);
    expect(problem.error).toContain("signed=refuse");
  });

  it.each([
    ["pdf", "combine"],
    ["docx", "combine"],
    ["pdf", "combine_pdf"],
  ])("as a part of a %s by %s is named, or refused by name and place", async (output, name) => {
    const files = [{ name: "Plain.pdf", contents: base64(buildPages(1)) }, signed];
    const refused = await tool(name, { output, files, signed: "refuse" });
    const problem = await refused.json<{ code: string; error: string; errors: { pointer: string }[] }>();
    expect([refused.status, problem.code, problem.errors[0]?.pointer]).toEqual([422, "pdf_signed", "/files/1"]);
    expect(problem.error).toContain("Contract.pdf is signed");
    if (output === "docx") return;
    const combined = await tool(name, { output, files });
    expect(combined.headers.get("conversion-warnings")).toContain("Contract.pdf is signed; its signatures do not hold");
    await combined.arrayBuffer();
  });

  it("that cannot become smaller is answered as it is, and nothing is said", async () => {
    const once = await tool("compress_pdf", { file: signed });
    const contents = base64(new Uint8Array(await once.arrayBuffer()));
    const again = await tool("compress_pdf", { file: { name: "Contract.pdf", contents } });
    expect(base64(new Uint8Array(await again.arrayBuffer()))).toBe(contents);
    expect(again.headers.get("conversion-warnings")).toBeNull();
  });
});

describe("combine_pdf", () => {
  it("takes what the PHP class sends: files alone, and options in the query", async () => {
    const pairs = new URLSearchParams();
    for (const [number, pages] of [
      [3, 1],
      [5, 2],
    ] as const) {
      pairs.append(`files[${number}][name]`, `${pages}.pdf`);
      pairs.append(`files[${number}][contents]`, base64(buildPages(pages)));
    }
    const answer = await service("/api/tools/combine_pdf?test=1&bookmark=1", {
      method: "POST",
      headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
      body: pairs.toString(),
    });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const document = openPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(readPages(document)).toHaveLength(3);
    expect(readBookmarks(document).map(({ title, page }) => [title, page])).toEqual([
      ["1", 1],
      ["2", 2],
    ]);
  });
});

describe("split_pdf", () => {
  it("with extract and remove at once is refused", async () => {
    const file = { name: "x.pdf", contents: base64(buildPages(3)) };
    const answer = await tool("split_pdf", { file, extract: "1-2", remove: "2" });
    const problem = await answer.json<{ error: string; errors: { pointer: string }[] }>();
    expect([answer.status, problem.errors[0]?.pointer]).toEqual([422, "/remove"]);
    const one = await tool("split_pdf", { file, extract: "1-2", remove: "" });
    expect(one.status).toBe(200);
    await one.arrayBuffer();
  });
});

describe("a file whose type differs from its name", () => {
  it("is processed by its content, and a header says so", async () => {
    const pdf = await tool("convert_to_pdf", { file: { name: "offer.docx", contents: base64(buildPages(1)) } });
    expect(pdf.headers.get("conversion-warnings")).toBe('"\\"offer.docx\\" is a PDF, whatever its name says."');
    await pdf.arrayBuffer();
    const word = await tool("combine", {
      output: "docx",
      files: [{ name: "offer.xlsx", contents: base64(officeFile("docx", "Hello")) }],
    });
    expect(word.headers.get("conversion-warnings")).toContain("is a Word document (docx) by its content");
    await word.arrayBuffer();
  });

  it("that differs only in name gets no header", async () => {
    const answer = await tool("rotate_pdf", {
      file: { name: "offer.PDF", contents: base64(buildPages(1)) },
      degrees: 90,
    });
    expect(answer.headers.get("conversion-warnings")).toBeNull();
    await answer.arrayBuffer();
  });
});
