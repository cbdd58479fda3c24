import { Buffer } from "node:buffer";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { pdfFile } from "../../../test/support/template-files.ts";
import { testCaller, testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import { makeEInvoice } from "../../invoice/e-invoice.ts";
import { sampleInvoice } from "../../invoice/testing/sample-invoice.ts";
import { openPdf } from "../../pdf/document.ts";
import { shownByAnnotation } from "../../pdf/extract/shown-text.ts";
import { readMetadata } from "../../pdf/information.ts";
import { identificationsOf } from "../../pdf/pdfa/preserved-identification.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { decodeText } from "../../pdf/text-strings.ts";
import { pdfaFile } from "../../pdf/validate/testing/pdfa-file.ts";
import { validatePdf } from "../../pdf/validate/validate-pdf.ts";

type Json = Record<string, unknown>;

const service = testService();
let authorization: string;

beforeAll(async () => {
  ({ authorization } = await testCaller());
});

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const threePages = { name: "Report.pdf", contents: base64(buildPages(3)) };

async function call(tool: string, body: unknown, path = "/api/tools/"): Promise<Response> {
  return service(`${path}${tool}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function pageCount(response: Response): Promise<number> {
  const contents = base64(new Uint8Array(await response.arrayBuffer()));
  const info = await call("pdf_info", { file: { name: "x.pdf", contents } });
  return (await info.json<{ pages: number }>()).pages;
}

async function expectProblem(response: Response, status: number, code: string, pointer?: string) {
  const problem = await response.json<Json>();
  expect([response.status, problem.code]).toEqual([status, code]);
  if (pointer) expect(problem.errors).toMatchObject([{ pointer }]);
}

describe("validate_pdf", () => {
  it("answers whether a file conforms, and by clause why not", async () => {
    const sound = { name: "Archive.pdf", contents: base64(pdfaFile()) };
    const right = await call("validate_pdf", { file: sound, profile: "2a" });
    expect(await right.json()).toEqual({ valid: true, profile: "2a", problems: [] });
    const wrong = await call("validate_pdf", { file: threePages, profile: "2b" });
    expect(wrong.status).toBe(200);
    const report = await wrong.json<{ valid: boolean; problems: Json[] }>();
    expect(report.valid).toBe(false);
    expect(report.problems).toContainEqual({
      clause: "6.2.11.4.1",
      message: "The font Helvetica is not embedded.",
      page: 1,
      object: 3,
    });
  });

  it("refuses profiles it does not know, and files that are not PDFs", async () => {
    await expectProblem(await call("validate_pdf", { file: threePages }), 422, "invalid_request", "/profile");
    await expectProblem(
      await call("validate_pdf", { file: threePages, profile: "1b" }),
      422,
      "invalid_request",
      "/profile",
    );
    const text = { name: "a.pdf", contents: base64(new TextEncoder().encode("text")) };
    await expectProblem(await call("validate_pdf", { file: text, profile: "2b" }), 422, "not_a_pdf");
  });
});

describe("validate_invoice", () => {
  const xml = (syntax: "cii" | "ubl") =>
    Buffer.from(makeEInvoice(sampleInvoice(), { profile: "xrechnung", syntax }, "").xml).toString("utf8");
  const validate = async (text: string) =>
    await call("validate_invoice", { file: { name: "a.xml", contents: Buffer.from(text).toString("base64") } });

  it.each(["cii", "ubl"] as const)(
    "answers of one in %s that it keeps its rules, or each that it breaks",
    async (syntax) => {
      const sound = await validate(xml(syntax));
      expect(await sound.json()).toMatchObject({
        valid: true,
        profile: "xrechnung",
        syntax,
        file_name: null,
        rules: [],
      });

      const broken = xml(syntax)
        .replace(/(<(?:ram:Due|cbc:)PayableAmount[^>]*>)[^<]*/, "$11.00")
        .replaceAll("04011000-12345-34", "");
      const answer = await validate(broken);
      expect(answer.status).toBe(200);
      const report = await answer.json<{
        valid: boolean;
        rules: string[];
        problems: { rule: string; severity: string }[];
      }>();
      expect(report.valid).toBe(false);
      expect(report.rules).toEqual(expect.arrayContaining(["BR-CO-16", "BR-DE-15"]));
      const errors = report.problems.filter(({ severity }) => severity === "error").map(({ rule }) => rule);
      expect(report.rules).toEqual([...new Set(errors)]);
    },
  );

  it("refuses a PDF without one, and XML that is none", async () => {
    await expectProblem(await call("validate_invoice", { file: threePages }), 422, "e_invoice_missing");
    await expectProblem(await validate('<?xml version="1.0"?><order/>'), 422, "e_invoice_invalid");
  });
});

describe("combined files", () => {
  const combined = async (...parts: Uint8Array[]) => {
    const files = parts.map((part, index) => ({ name: `${index}.pdf`, contents: base64(part) }));
    const answer = await call("combine", { output: "pdf", files });
    expect(answer.status).toBe(200);
    return { bytes: new Uint8Array(await answer.arrayBuffer()), warnings: answer.headers.get("conversion-warnings") };
  };

  it("keeps what each of the files claims", async () => {
    const { bytes, warnings } = await combined(pdfaFile(), pdfaFile());
    expect([identificationsOf(openPdf(bytes)), warnings]).toEqual([["PDF/A-2A"], null]);
    expect(validatePdf(bytes, "2a").problems).toEqual([]);
  });

  it("says so where the combined file does not conform", async () => {
    const device = { identification: "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>" };
    const unembedded = { 8: "<</Type/Font/Subtype/Type1/BaseFont/Frutiger>>" };
    const { bytes, warnings } = await combined(pdfaFile(device), pdfaFile({ ...device, objects: unembedded }));
    expect(identificationsOf(openPdf(bytes))).toEqual([]);
    expect(warnings).toContain(
      "Each of the files said that it conforms to PDF/A-2B; the combined file does not say so.",
    );
  });
});

describe("stamp_pdf", () => {
  const properties =
    '<pdfuaid:part>1</pdfuaid:part><dc:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></dc:title>';

  it("keeps the claims of PDF/A and PDF/UA: its font is embedded, and it is an artifact", async () => {
    const file = { name: "Kept.pdf", contents: base64(pdfaFile({ properties })) };
    const answer = await call("stamp_pdf", { file, text: "Kopie – Žižkov Œuvre €" });
    expect([answer.status, answer.headers.get("conversion-warnings")]).toEqual([200, null]);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(identificationsOf(openPdf(bytes))).toEqual(["PDF/A-2A", "PDF/UA-1"]);
    for (const profile of ["2a", "ua1"] as const) expect(validatePdf(bytes, profile).problems).toEqual([]);
  });
});

describe("convert_to_pdfa", () => {
  it("answers a PDF that conforms and tells what it took out", async () => {
    const contents = base64(pdfaFile({ catalog: "/AA<</WC<</S/JavaScript/JS(x)>>>>" }));
    const answer = await call("convert_to_pdfa", { file: { name: "Old.pdf", contents }, profile: "3a" });
    expect([answer.status, answer.headers.get("conversion-warnings")]).toEqual([
      200,
      expect.stringContaining("events"),
    ]);
    const made = { name: "New.pdf", contents: base64(new Uint8Array(await answer.arrayBuffer())) };
    const report = await call("validate_pdf", { file: made, profile: "3a" });
    expect(await report.json()).toMatchObject({ valid: true });
    const both = await call("convert_to_pdf", { file: made, pdf_a: "3a", pdf_ua: 1 });
    expect(both.status).toBe(200);
  });

  it("reads a language in UTF-16, and keeps the claim of PDF/UA", async () => {
    const properties =
      '<pdfuaid:part>1</pdfuaid:part><dc:title><rdf:Alt><rdf:li xml:lang="x-default">T</rdf:li></rdf:Alt></dc:title>';
    const english = Buffer.from(pdfaFile({ properties })).toString("latin1");
    const inUtf16 = Buffer.from(english.replace("/Lang(en)", "/Lang<FEFF00640065002D00430048>"), "latin1");
    const file = { name: "Amtlich.pdf", contents: base64(inUtf16) };
    const answer = await call("convert_to_pdfa", { file, profile: "2a" });
    expect([answer.status, answer.headers.get("conversion-warnings")]).toEqual([200, null]);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const document = openPdf(bytes);
    expect(decodeText(present(document.string(document.catalog.get("Lang"))))).toBe("de-CH");
    expect(identificationsOf(document)).toEqual(["PDF/A-2A", "PDF/UA-1"]);
    for (const profile of ["2a", "ua1"] as const) expect(validatePdf(bytes, profile).problems).toEqual([]);
  });

  it("says that a claim of PDF/UA does not hold", async () => {
    const properties = "<pdfuaid:part>1</pdfuaid:part>";
    // a part of which nobody can say what it is
    const objects = {
      13: "<</S/Document/P 12 0 R/K[14 0 R 20 0 R]>>",
      20: "<</S/Whatever/P 13 0 R>>",
    };
    const file = { name: "Parts.pdf", contents: base64(pdfaFile({ properties, objects })) };
    const answer = await call("convert_to_pdfa", { file, profile: "2b" });
    expect([answer.status, answer.headers.get("conversion-warnings")]).toEqual([
      200,
      expect.stringContaining("conforms to PDF/UA-1, which it does not"),
    ]);
    expect(identificationsOf(openPdf(new Uint8Array(await answer.arrayBuffer())))).toEqual(["PDF/A-2B"]);
  });

  it("shows the values of a form that leaves drawing to readers", async () => {
    const contents = base64(
      pdfaFile({
        catalog: "/AcroForm<</Fields[20 0 R 21 0 R]/NeedAppearances true/DA(/Helv 9 Tf)>>",
        page: "/Annots[20 0 R 21 0 R]",
        objects: {
          20: "<</Subtype/Widget/FT/Tx/T(a)/TU(A)/V(Maria)/Rect[0 0 90 20]/F 4/DA(/Helv 9 Tf)/AP<</N 22 0 R>>>>",
          21: "<</Subtype/Widget/FT/Tx/T(b)/TU(B)/V<FEFF041C043E0441043A04320430>/Rect[0 30 90 50]/F 4/DA(/Helv 9 Tf)>>",
          22: { entries: "/Subtype/Form/BBox[0 0 90 20]/Resources<<>>", bytes: "" },
        },
      }),
    );
    const answer = await call("convert_to_pdfa", { file: { name: "Form.pdf", contents }, profile: "2b" });
    expect(answer.status).toBe(200);
    const document = openPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(document.dict(document.catalog.get("AcroForm"))?.has("NeedAppearances")).toBe(false);
    const widgets = document.array(present(document.pages[0]).dict.get("Annots")) ?? [];
    expect(widgets.map((each) => shownByAnnotation(document, present(document.dict(each))))).toEqual([
      "Maria",
      "Москва",
    ]);
  });

  it("refuses what cannot be mended, and profiles that it does not make", async () => {
    const unembedded = pdfaFile({ objects: { 8: "<</Type/Font/Subtype/Type1/BaseFont/Frutiger>>" } });
    const file = { name: "a.pdf", contents: base64(unembedded) };
    await expectProblem(await call("convert_to_pdfa", { file, profile: "2b" }), 422, "pdf_not_conforming");
    await expectProblem(await call("convert_to_pdfa", { file, profile: "1b" }), 422, "invalid_request", "/profile");
  });
});

describe("contents as a file part", () => {
  const send = (form: FormData) =>
    service("/api/tools/rotate_pdf", { method: "POST", headers: { authorization }, body: form });
  const formWith = (members: Record<string, string>, part = new File([buildPages(1)], "From disk.pdf")) => {
    const form = new FormData();
    for (const [member, value] of Object.entries({ degrees: "90", ...members })) form.append(member, value);
    form.append("file[contents]", part);
    return form;
  };

  it.each<[Record<string, string>, string]>([
    [{}, "From disk.pdf"],
    [{ "file[name]": " " }, "From disk.pdf"],
    [{ "file[name]": "Mine.pdf" }, "Mine.pdf"],
  ])("bring the name where %j does not", async (members, name) => {
    const answer = await send(formWith(members));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toContain(`filename="${name}"`);
  });

  it("without a byte are named in the refusal", async () => {
    const answer = await send(formWith({}, new File([new Uint8Array()], "From disk.pdf")));
    await expectProblem(answer, 422, "file_missing", "/file/contents");
  });
});

describe("split_pdf", () => {
  it("answers single pages in natural order, by JSON, form and multipart, under both addresses", async () => {
    const form = new URLSearchParams({ "file[name]": "Report.pdf", "file[contents]": threePages.contents });
    const parts = new FormData();
    parts.append("file", new File([buildPages(3)], "Report.pdf"));
    const answers = [
      await call("split_pdf", { file: threePages }),
      await call("split_pdf", { file: threePages }, "/tools/"),
      await service("/api/tools/split_pdf", { method: "POST", headers: { authorization }, body: form }),
      await service("/api/tools/split_pdf", { method: "POST", headers: { authorization }, body: parts }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/zip");
      expect(answer.headers.get("content-disposition")).toContain('filename="Report.zip"');
      const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()));
      expect(Object.keys(zip)).toEqual(["Report-01.pdf", "Report-02.pdf", "Report-03.pdf"]);
    }
  });

  it("extracts and removes", async () => {
    for (const members of [{ extract: "1, 3" }, { remove: "2" }]) {
      const zip = unzipSync(
        new Uint8Array(await (await call("split_pdf", { file: threePages, ...members })).arrayBuffer()),
      );
      expect(Object.keys(zip)).toEqual(["Report.pdf"]);
      expect(await pageCount(new Response(zip["Report.pdf"]))).toBe(2);
    }
  });

  it.each([
    [{ extract: "9" }, "pdf_page_out_of_range"],
    [{ extract: "a-b" }, "pdf_range_invalid"],
    [{ remove: "1-3" }, "pdf_remove_all"],
  ])("refuses %j", async (members, code) => {
    await expectProblem(await call("split_pdf", { file: threePages, ...members }), 422, code);
  });
});

describe("a PDF that is cut off", () => {
  const whole = buildPages(3);
  const upTo = (words: string) => {
    const bytes = whole.subarray(0, Buffer.from(whole).indexOf(words));
    return { name: "Report.pdf", contents: base64(bytes) };
  };
  const LATER_PAGES =
    '"\\"Report.pdf\\" is cut off: only 2 of its 3 pages are there, and parts of these may be missing.';

  it.each([
    ["pdf_info", {}],
    ["compress_pdf", {}],
    ["split_pdf", {}],
    ["rotate_pdf", { degrees: 90 }],
    ["encrypt_pdf", { password: "secret" }],
    ["convert_to_pdf", {}],
  ])("%s works on what is left and says so", async (tool, members) => {
    const answer = await call(tool, { file: upTo("14 0 obj"), ...members });
    expect([answer.status, answer.headers.get("conversion-warnings")]).toEqual([
      200,
      expect.stringContaining(LATER_PAGES),
    ]);
    await answer.arrayBuffer();
  });

  it("is named by combine", async () => {
    const answer = await call("combine", { output: "pdf", files: [threePages, upTo("14 0 obj")] });
    expect(answer.headers.get("conversion-warnings")).toContain("Report.pdf");
    expect(await pageCount(answer)).toBe(5);
  });

  it("is refused if nothing is left of its pages", async () => {
    const before = Buffer.from(whole).toString("latin1").replace("/Contents 11 0 R", "/Contents 99 0 R");
    const file = {
      name: "Report.pdf",
      contents: base64(Buffer.from(before.slice(0, before.indexOf("11 0 obj")), "latin1")),
    };
    await expectProblem(await call("pdf_info", { file }), 422, "pdf_damaged");
  });

  it.each(["xref\n", "startxref"])("says nothing when no more than its %j is missing", async (words) => {
    const answer = await call("pdf_info", { file: upTo(words) });
    expect([answer.status, answer.headers.get("conversion-warnings")]).toEqual([200, null]);
  });
});

describe("members that mean nothing", () => {
  const [first, second] = [threePages, { ...threePages, url: "https://example.com/a.pdf" }];

  it.each([
    [
      "split_pdf",
      { file: first, pages: "1" },
      "There is no member pages: it was ignored. Members are file, signed, force,",
    ],
    ["split_pdf", { file: first, extrct: "1" }, "There is no member extrct: it was ignored. Did you mean extract?"],
    ["rotate_pdf", { file: first, degrees: 90, page: "1" }, "Did you mean pages?"],
    ["pdf_info", { file: first, password: "u" }, "A file's password is a member of the file"],
    [
      "pdf_info",
      { file: { ...first, pasword: "u" } },
      "no member file[pasword]: it was ignored. Did you mean file[pass",
    ],
    ["pdf_info", { file: second }, "file[url] was not fetched, as the file has contents, too."],
    ["combine", { output: "pdf", files: [first, { ...first, range: 1 }] }, "There is no member files[1][range]"],
  ])("%s is done, and says that they were ignored: %j", async (tool, members, warning) => {
    const answer = await call(tool, members);
    expect([answer.status, answer.headers.get("conversion-warnings")]).toEqual([200, expect.stringContaining(warning)]);
    await answer.arrayBuffer();
  });

  it("says nothing of what the files of browsers have, and of members of another tool that this one has, too", async () => {
    const file = { ...first, type: "application/pdf", size: 1, lastModified: 0 };
    const answer = await call("encrypt_pdf", { file, password: "u", force: 1 });
    expect([answer.status, answer.headers.get("conversion-warnings")]).toEqual([200, null]);
  });
});

describe("the file info", () => {
  it.each([
    [{ name: "a.pdf" }, "file_missing", "/file/contents"],
    [{ name: "a.pdf", contents: "" }, "file_missing", "/file/contents"],
    [{ contents: threePages.contents }, "file_missing", "/file/name"],
    [{ name: "a.pdf", contents: "%%%" }, "invalid_base64", undefined],
    [{ name: "a.pdf", contents: base64(Buffer.from("hello")) }, "not_a_pdf", undefined],
    [{ name: "a.pdf", url: "http://127.0.0.1/a.pdf" }, "url_private", undefined],
    [{ name: "a.pdf", url: "file:///etc/passwd" }, "url_invalid", undefined],
  ])("%j is refused", async (file, code, pointer) => {
    await expectProblem(await call("compress_pdf", { file }), 422, code, pointer);
  });

  it.each([
    [
      { name: "a.pdf", url: "www.example.com/a.pdf" },
      '"www.example.com/a.pdf" is not a URL, which begins with https://',
    ],
    [{ name: "a.pdf", contnets: "JVBERi0=" }, "Did you mean file[contents]?"],
  ])("%j is told what is wrong with it", async (file, words) => {
    const problem = await (await call("compress_pdf", { file })).json<Json>();
    expect([problem.error, problem.errors]).toEqual([
      expect.stringContaining(words),
      [expect.objectContaining({ message: problem.error })],
    ]);
    expect(problem.error).toContain("file[");
  });

  it("is needed", async () => {
    await expectProblem(await call("convert_to_pdf", {}), 422, "invalid_request");
  });
});

describe("combine", () => {
  it("names the file that cannot be read once", async () => {
    const bad = (name: string, text: string) => ({ name, contents: base64(new TextEncoder().encode(text)) });
    for (const [file, beginning] of [
      [bad("b.docx", "no document"), '"b.docx" is not a Word document'],
      [bad("c.pdf", "%PDF-1.7 and no more"), "c.pdf: "],
    ] as const) {
      const problem = await (await call("combine", { output: "pdf", files: [threePages, file] })).json<Json>();
      expect(problem.error).toMatch(new RegExp(`^${beginning}`));
      expect(problem.errors).toEqual([{ pointer: "/files/1", message: problem.error }]);
    }
  });

  it.each(["pdf", "docx"])("names all files that cannot be used, in their order: %s", async (output) => {
    const text = (words: string) => base64(new TextEncoder().encode(words));
    const files = [
      { name: "b.docx", contents: text("no document") },
      threePages,
      { name: "", contents: threePages.contents },
      { name: "c.pdf", contents: text("%PDF-1.7 and no more") },
      { name: "d.pdf" },
      { name: "e.docx", contents: text("PK no archive") },
    ];
    const response = await call("combine", { output, files });
    const problem = await response.json<{ code: string; error: string; errors: { message: string }[] }>();
    expect([response.status, problem.code]).toEqual([422, "file_missing"]);
    expect(problem.errors).toEqual([
      { pointer: "/files/0", message: expect.stringContaining('"b.docx" is not a Word document') },
      { pointer: "/files/2/name", message: "File 3: The file needs a name with its extension." },
      { pointer: "/files/3", message: expect.stringContaining("c.pdf: ") },
      { pointer: "/files/4/contents", message: 'The file "d.pdf" has neither contents nor a url.' },
      { pointer: "/files/5", message: expect.stringContaining("e.docx") },
    ]);
    const messages = problem.errors.map(({ message }) => message);
    expect(problem.error).toBe(["5 of the files cannot be used.", ...messages].join(" "));
  });

  it("names the first ten files that cannot be used", async () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ name: `${index}.pdf` }));
    const problem = await (await call("combine", { output: "pdf", files })).json<Json>();
    expect(problem.errors).toHaveLength(10);
    expect(problem.error).toContain("10 of the files cannot be used; there may be more. ");
  });

  it("joins PDFs in order, also by bracket names", async () => {
    const two = { name: "two.pdf", contents: base64(buildPages(2)) };
    const json = await call("combine", { output: "pdf", files: [threePages, two] });
    expect(json.headers.get("content-type")).toBe("application/pdf");
    expect(await pageCount(json)).toBe(5);
    const form = new URLSearchParams({ output: "pdf" });
    for (const [index, { name, contents }] of [threePages, two].entries()) {
      form.append(`files[${index}][name]`, name);
      form.append(`files[${index}][contents]`, contents);
    }
    const pairs = await service("/api/tools/combine", { method: "POST", headers: { authorization }, body: form });
    expect(await pageCount(pairs)).toBe(5);
  });

  it.each([
    [{ output: "pdf", files: [] }, "pdf_no_files"],
    [{ output: "docx", files: [] }, "file_missing"],
    [{ output: "gif", files: [threePages] }, "invalid_request"],
    [{ files: [threePages] }, "invalid_request"],
  ])("refuses %j", async (body, code) => {
    await expectProblem(await call("combine", body), 422, code);
  });
});

describe("encrypt_pdf", () => {
  it("encrypts, and the password opens the file again", async () => {
    const file = { name: "r.pdf", contents: threePages.contents };
    const encrypted = await call("encrypt_pdf", { file, user_password: "u", password: "o", permissions: ["Printing"] });
    const contents = base64(new Uint8Array(await encrypted.arrayBuffer()));
    await expectProblem(await call("split_pdf", { file: { name: "r.pdf", contents } }), 422, "pdf_password_needed");
    await expectProblem(
      await call("split_pdf", { file: { name: "r.pdf", contents, password: "no" } }),
      422,
      "pdf_wrong_password",
    );
    expect((await call("split_pdf", { file: { name: "r.pdf", contents, password: "u" } })).status).toBe(200);
    const beside = await call("split_pdf", { file: { name: "r.pdf", contents }, password: "u" });
    expect(await beside.json()).toMatchObject({
      code: "pdf_password_needed",
      error: expect.stringContaining("A file's password is a member of the file"),
      errors: [{ pointer: "/password" }],
    });
    const info = await call("pdf_info", { file: { name: "r.pdf", contents, password: "u" } });
    expect(await info.json()).toMatchObject({
      encryption: { key_bits: 256, permissions: expect.arrayContaining(["Printing"]) },
    });
  });

  it.each([
    [{}, "pdf_no_password"],
    [{ password: "a", user_password: "a" }, "pdf_same_passwords"],
    [{ password: "a", permissions: ["Fly"] }, "pdf_permission_unknown"],
  ])("refuses %j", async (members, code) => {
    await expectProblem(await call("encrypt_pdf", { file: threePages, ...members }), 422, code);
  });
});

describe("what a tool has changed", () => {
  const report = () =>
    buildPages(2, {
      catalog: "/Lang(de-AT)",
      objects: { 50: "<</Title(Bericht)/Author(Ann)/Creator(Writer)/CreationDate(D:20200102030405Z)>>" },
      trailer: "/Root 1 0 R/Info 50 0 R",
    });

  it.each([
    ["rotate_pdf", { degrees: 90 }, true],
    ["stamp_pdf", { text: "DRAFT" }, true],
    ["flatten_pdf", {}, true],
    ["encrypt_pdf", { user_password: "u" }, true],
    ["split_pdf", { extract: "2" }, true],
    ["compress_pdf", {}, false],
  ])("%s says of itself what it said before", async (tool, members, hasMetadata) => {
    const answer = await call(tool, { file: { name: "a.pdf", contents: base64(report()) }, ...members });
    const body = new Uint8Array(await answer.arrayBuffer());
    const document = openPdf(tool === "split_pdf" ? present(unzipSync(body)["a.pdf"]) : body, { password: "u" });
    const producer = "Docloom";
    expect(readMetadata(document)).toEqual({ title: "Bericht", author: "Ann", creator: "Writer", producer });
    expect(document.string(document.catalog.get("Lang"))?.bytes).toEqual(new TextEncoder().encode("de-AT"));
    const said = new TextDecoder().decode(document.stream(document.catalog.get("Metadata"))?.bytes());
    for (const text of [">Bericht<", ">Ann<", ">Writer<", ">2020-01-02T03:04:05Z<"]) {
      expect(said.includes(text)).toBe(hasMetadata);
    }
  });

  it("keeps its claim to be PDF/A where it holds", async () => {
    const file = { name: "a.pdf", contents: base64(pdfaFile()) };
    for (const [tool, members] of [
      ["rotate_pdf", { degrees: 90 }],
      ["compress_pdf", {}],
      ["stamp_pdf", { text: "DRAFT" }],
    ] as const) {
      const answer = await call(tool, { file, ...members });
      const contents = base64(new Uint8Array(await answer.arrayBuffer()));
      const checked = await call("validate_pdf", { file: { name: "b.pdf", contents }, profile: "2a" });
      expect([tool, await checked.json()]).toMatchObject([tool, { valid: true }]);
      expect([tool, answer.headers.get("conversion-warnings")]).toEqual([tool, null]);
    }
  });
});

describe("the other tools", () => {
  it("convert_to_pdf leaves a PDF as it is", async () => {
    const bytes = pdfFile();
    const answer = await call("convert_to_pdf", { file: { name: "a.pdf", contents: base64(bytes) } });
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
  });

  it("compress_pdf never answers more than it got", async () => {
    const bytes = buildPages(3);
    const answer = await call("compress_pdf", { file: { name: "a.pdf", contents: base64(bytes) } });
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(bytes.length);
  });

  it.each([
    ["rotate_pdf", { degrees: 90, pages: "1" }],
    ["stamp_pdf", { text: "DRAFT", opacity: 0.5 }],
    ["flatten_pdf", {}],
  ])("%s answers a PDF of the same pages", async (tool, members) => {
    const answer = await call(tool, { file: threePages, ...members });
    expect(answer.headers.get("content-disposition")).toContain('filename="Report.pdf"');
    expect(await pageCount(answer)).toBe(3);
  });

  it.each([
    ["rotate_pdf", { degrees: 45 }],
    ["stamp_pdf", { text: "" }],
    ["stamp_pdf", { text: "x", opacity: 7 }],
  ])("%s refuses %j", async (tool, members) => {
    await expectProblem(await call(tool, { file: threePages, ...members }), 422, "invalid_request");
  });
});
