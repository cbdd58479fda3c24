import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { FILE_TOOLS } from "../../src/api/tools/endpoints/tools.ts";
import { encryptPdf } from "../../src/pdf/operations/encrypt.ts";
import { buildFile, buildPages, type FileObject } from "../../src/pdf/testing/build-file.ts";
import { testCaller, testService } from "../support/test-service.ts";
import { PDF_TOOL_CALLS, type PdfToolCall } from "./pdf-tool-calls.ts";

const service = testService();
let authorization: string;

beforeAll(async () => {
  ({ authorization } = await testCaller());
});

async function send([tool, fields]: PdfToolCall, file: Uint8Array) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(
    tool.startsWith("combine") ? "files[0]" : "file",
    new File([file as Uint8Array<ArrayBuffer>], "Input.pdf"),
  );
  const answer = await service(`/api/tools/${tool}`, { method: "POST", headers: { authorization }, body: form });
  const body = new Uint8Array(await answer.arrayBuffer());
  const code = answer.status >= 400 ? (JSON.parse(new TextDecoder().decode(body)) as { code: string }).code : undefined;
  return { status: answer.status, bytes: body.length, code };
}

const sound = buildPages(3);
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const edited = (change: (text: string) => string) => Uint8Array.from(Buffer.from(change(latin1(sound)), "latin1"));
const stream = (entries: string, bytes: Uint8Array | string): FileObject => ({ entries, bytes });

/** The tools that are given cuts: each cut would be a request for every tool. */
const TRUNCATED_FOR = PDF_TOOL_CALLS.filter(([tool]) => ["pdf_info", "rotate_pdf", "compress_pdf"].includes(tool));

/** Damage that leaves pages to be found. */
const MENDABLE: Record<string, Uint8Array> = {
  "no cross-reference": edited((text) => text.slice(0, text.lastIndexOf("xref\n0"))),
  "wrong offsets": edited((text) => text.replace(/\d{10} 00000 n/g, "0000000007 00000 n")),
  "bytes before the header": new Uint8Array(Buffer.concat([Buffer.alloc(700, 32), sound])),
  "wrong stream lengths": edited((text) => text.replace(/\/Length \d+/g, "/Length 9999999")),
  "no page count": edited((text) => text.replace("/Count 3", "/Count -7")),
  "a page that is its own parent": edited((text) => text.replace("/Parent 2 0 R", "/Parent 10 0 R")),
  "contents that are not a stream": edited((text) => text.replace("/Contents 11 0 R", "/Contents [1 0 R null 11 0 R]")),
  "resources of the wrong types": buildPages(2, {
    page: () => "/Resources[1 2]/Annots(x)/MediaBox[/a null]/Rotate(z)",
  }),
  "trees that lead to themselves": buildPages(2, {
    catalog: "/Outlines 50 0 R/Names 51 0 R/AcroForm 52 0 R/StructTreeRoot 53 0 R/PageLabels 54 0 R",
    objects: {
      50: "<</First 50 0 R/Last 50 0 R/Next 50 0 R>>",
      51: "<</EmbeddedFiles<</Kids[51 0 R]>>/Dests<</Kids[51 0 R]/Names[(a) 51 0 R]>>>>",
      52: "<</Fields[52 0 R]/Kids[52 0 R]/DR 52 0 R/DA(/F 0 Tf)>>",
      53: "<</K 53 0 R/ParentTree 53 0 R/Kids[53 0 R]>>",
      54: "<</Kids[54 0 R]/Nums[0 54 0 R]>>",
    },
  }),
  "streams that cannot be decoded": buildPages(1, {
    page: () => "/Resources<</XObject<</A 60 0 R/B 61 0 R/C 62 0 R/D 63 0 R>>/Font<</F 64 0 R>>>>",
    objects: {
      60: stream(
        "/Subtype/Image/Filter/DCTDecode/Width 65000/Height 65000/BitsPerComponent 8/ColorSpace/DeviceRGB",
        "x",
      ),
      61: stream(
        "/Subtype/Image/Filter/FlateDecode/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray",
        "\xff\xff",
      ),
      62: stream("/Subtype/Image/Filter[/LZWDecode/JBIG2Decode 7]/DecodeParms 3/Width -1/Height(x)", "\x80\x0b"),
      63: stream(
        "/Subtype/Form/BBox[0 0 1]/Matrix[0 0 0 0 0 0]/Resources<</XObject<</D 63 0 R>>>>",
        "/D Do q q q ( <<",
      ),
      64: "<</Type/Font/Subtype/TrueType/FontDescriptor<</FontFile2 65 0 R>>/Widths[(a)]/FirstChar 900>>",
      65: stream("/Length1 4", "\0\x01\0\0\xff\xff"),
    },
  }),
};

/** How a tool refuses a file that has pages, but is not an invoice or cannot be archived. */
const MAY_REFUSE: Readonly<Record<string, string>> = {
  read_invoice: "e_invoice_missing",
  validate_invoice: "e_invoice_missing",
  convert_to_pdfa: "pdf_not_conforming",
  insert_signature: "signature_mismatch",
};

/** Nothing can be made of these; the failure says why. */
const HOPELESS: Record<string, readonly [file: Uint8Array, code: string]> = {
  text: [new TextEncoder().encode("Dear all, please find attached the report."), "not_a_pdf"],
  "a header alone": [new TextEncoder().encode("%PDF-1.7\n"), "pdf_damaged"],
  "a document without pages": [
    buildFile({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Kids[]/Count 0>>" }),
    "pdf_damaged",
  ],
  "a locked document": [encryptPdf(sound, { userPassword: "u", ownerPassword: "o" }), "pdf_password_needed"],
  "unknown encryption": [
    buildPages(1, { objects: { 90: "<</Filter/Strange/V 9>>" }, trailer: "/Root 1 0 R/Encrypt 90 0 R" }),
    "pdf_encryption_unsupported",
  ],
};

it("the calls of the hostile tests are calls of every tool", () => {
  expect(new Set(PDF_TOOL_CALLS.map(([tool]) => tool))).toEqual(new Set(FILE_TOOLS.map(({ name }) => name)));
});

describe("damaged PDFs", () => {
  it.each(Object.entries(MENDABLE))("with %s are read by every tool", async (_, file) => {
    for (const call of PDF_TOOL_CALLS) {
      const [tool] = call;
      const answer = await send(call, file);
      expect([undefined, MAY_REFUSE[tool]], tool).toContain(answer.code);
      if (answer.code !== undefined) continue;
      // a file without signatures has a short answer
      if (tool === "verify_pdf") expect(answer.bytes).toBe('{"signed":false,"valid":false,"signatures":[]}'.length);
      // and so has one on which nothing is to be filled in
      else if (tool === "detect_fields") expect(answer.bytes).toBeGreaterThanOrEqual('{"fields":[]}'.length);
      else expect(answer.bytes).toBeGreaterThan(100);
    }
  });

  it.each(Object.entries(HOPELESS))("that are %s are refused by every tool", async (_, [file, code]) => {
    for (const call of PDF_TOOL_CALLS) {
      const [tool] = call;
      // Text becomes a PDF where files are converted, and is a template.
      if (code === "not_a_pdf" && (tool.startsWith("combine") || tool === "convert_to_pdf" || tool === "merge"))
        continue;
      const answer = await send(call, file);
      expect([tool, answer.status, answer.code]).toEqual([tool, 422, code]);
    }
  });

  it("cut off anywhere give pages or a failure that says why", async () => {
    for (let length = 0; length < sound.length; length += 97) {
      for (const call of TRUNCATED_FOR) {
        const [tool] = call;
        const { status, code } = await send(call, sound.subarray(0, length));
        expect([length, tool, status === 200 || code === "pdf_damaged" || (length < 10 && status === 422)]).toEqual([
          length,
          tool,
          true,
        ]);
      }
    }
  });
});

describe("damaged multipart bodies", () => {
  it.each([
    ["a boundary that never ends", "--b\r\nContent-Disposition: form-data; name=file; filename=a.pdf\r\n\r\n%PDF-1.4"],
    ["a header that is cut off", "--b\r\nContent-Disposition: form-data; na"],
    ["a part without a name", "--b\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n--b--"],
    ["a closing boundary alone", "--b--"],
    ["nothing", ""],
    [
      "a name that escapes are wrong in",
      "--b\r\nContent-Disposition: form-data; name=file; filename*=UTF-8''%zz%\r\n\r\n\r\n--b--",
    ],
  ])("with %s are refused", async (_, body) => {
    const headers = { authorization, "content-type": "multipart/form-data; boundary=b" };
    const answer = await service("/api/tools/rotate_pdf", { method: "POST", headers, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});
