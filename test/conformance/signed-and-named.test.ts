import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { buildPages } from "../../src/pdf/testing/build-file.ts";
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

  it.each(calls)("is refused by %s, which names force=1, and taken with it", async (name, more) => {
    const refused = await tool(name, { file: signed, ...more });
    const problem = await refused.json<{ code: string; error: string }>();
    expect([refused.status, problem.code]).toEqual([422, "pdf_signed"]);
    expect(problem.error).toContain("force=1");
    const forced = await tool(name, { file: signed, ...more, force: 1 });
    expect(forced.status).toBe(200);
    await forced.arrayBuffer();
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
