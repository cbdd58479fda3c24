import { describe, expect, it } from "vitest";
import { joinBytes } from "../../domain/join-bytes.ts";
import { memorySource } from "../byte-source.ts";
import { openPdf, openPdfSource } from "../document.ts";
import { readMetadata } from "../information.ts";
import { latin1 } from "../lexer.ts";
import { buildPages } from "../testing/build-file.ts";
import { writePdfChunks } from "../writer.ts";
import { readXmpPacket, xmpProperty, xmpText } from "../xmp/packet.ts";
import { loadMetadata } from "./declared-metadata.ts";
import { finalizeDocument, finalizePdf } from "./finalize-pdf.ts";

const now = new Date("2026-11-21T03:04:05Z");

function read(bytes: Uint8Array) {
  const document = openPdf(bytes);
  const metadata = document.stream(document.catalog.get("Metadata"));
  const packet = readXmpPacket(metadata?.bytes() ?? new Uint8Array(0));
  const info = document.dict(document.trailer.get("Info"));
  const date = (key: string) => latin1(document.string(info?.get(key))?.bytes ?? new Uint8Array(0));
  const language = document.string(document.catalog.get("Lang"));
  return { document, packet, info: readMetadata(document), date, language: language && latin1(language.bytes) };
}

/** A page as a browser prints it at some moment, its elements counted from some number. */
const printed = (second: number, node: number) =>
  buildPages(1, {
    catalog: "/Lang(en-US@posix)/StructTreeRoot 60 0 R",
    objects: {
      50: `<</Creator(Chromium)/Producer(Skia/PDF m130)/Title(Report)/CreationDate(D:2026112103040${second}+00'00')>>`,
      60: `<</Type/StructTreeRoot/K 61 0 R/IDTree<</Limits[(node0${node})(node0${node + 1})]/Names[(node0${node}) 61 0 R(node0${node + 1}) 62 0 R]>>>>`,
      61: `<</S/Table/ID(node0${node})/P 60 0 R/K[62 0 R]>>`,
      62: `<</S/TD/ID(node0${node + 1})/P 61 0 R/A[<</O/Table/Headers[(node0${node})]>>]>>`,
    },
    trailer: `/Root 1 0 R/Info 50 0 R/ID[<0${second}><0${second}>]`,
  });

describe("finishPdf", () => {
  it("sets no date if there is no clock, and removes those that others set", () => {
    const { packet, date } = read(finalizePdf(printed(1, 1), { now: undefined }));
    expect([date("CreationDate"), date("ModDate")]).toEqual(["", ""]);
    expect(xmpText(xmpProperty(packet, "xmp", "CreateDate")?.value)).toBeUndefined();
    expect(xmpText(xmpProperty(packet, "xmp", "ModifyDate")?.value)).toBeUndefined();
    expect(finalizePdf(printed(1, 1), { now: undefined })).toEqual(finalizePdf(printed(2, 5), { now: undefined }));
  });

  it("makes document information and metadata agree, by the given clock", () => {
    const file = buildPages(1, {
      objects: { 50: "<</Title(A & <b>)/Author(Me)/Subject(S)/Keywords(k)/Creator(Acme Writer)>>" },
      trailer: "/Root 1 0 R/Info 50 0 R",
    });
    const { packet, info, date } = read(finalizePdf(file, { now, title: "Other" }));
    expect(info).toEqual({
      title: "A & <b>",
      author: "Me",
      subject: "S",
      keywords: "k",
      creator: "Acme Writer",
      producer: "Docloom",
    });
    expect([date("CreationDate"), date("ModDate")]).toEqual(["D:20261121030405Z", "D:20261121030405Z"]);
    const said = (schema: "dc" | "pdf" | "xmp", local: string) => xmpText(xmpProperty(packet, schema, local)?.value);
    expect([said("dc", "title"), said("dc", "creator"), said("dc", "description")]).toEqual(["A & <b>", "Me", "S"]);
    expect([said("pdf", "Keywords"), said("pdf", "Producer"), said("xmp", "CreatorTool")]).toEqual([
      "k",
      "Docloom",
      "Acme Writer",
    ]);
    expect([said("xmp", "CreateDate"), said("xmp", "ModifyDate")]).toEqual([
      "2026-11-21T03:04:05Z",
      "2026-11-21T03:04:05Z",
    ]);
  });

  it("puts what it was told to say before what the document says", () => {
    const file = buildPages(1, { objects: { 50: "<</Title(A)/Author(B)>>" }, trailer: "/Root 1 0 R/Info 50 0 R" });
    const reported = (title: string, author: string) =>
      read(finalizePdf(file, { now, stated: { title, author } })).info;
    expect(reported("X", "Y")).toMatchObject({ title: "X", author: "Y" });
    expect(reported("", "")).toMatchObject({ title: "A", author: "B" });
  });

  it("adds title and language where there are none, and gives languages their tag", () => {
    const bare = read(finalizePdf(buildPages(1), { now, title: "Report", language: "de-DE" }));
    expect([bare.info.title, bare.language]).toEqual(["Report", "de-DE"]);
    const posix = buildPages(1, { catalog: "/Lang(en_US.UTF-8@posix)" });
    expect(read(finalizePdf(posix, { now, language: "de" })).language).toBe("en-US");
    expect(read(finalizePdf(buildPages(1, { catalog: "/Lang(@)" }), { now })).language).toBeUndefined();
  });

  it("gives the same bytes for two prints of a browser, and does not name the browser", () => {
    const first = finalizePdf(printed(1, 12), { now });
    expect(first).toEqual(finalizePdf(printed(2, 95), { now }));
    expect(first).not.toEqual(finalizePdf(printed(1, 12), { now: new Date("2026-11-21T03:04:06Z") }));
    const { info, document } = read(first);
    expect(info).toEqual({ title: "Report", creator: "Docloom", producer: "Docloom" });
    const cell = document.dict(document.dict(document.catalog.get("StructTreeRoot"))?.get("K"));
    expect(latin1(document.string(cell?.get("ID"))?.bytes ?? new Uint8Array(0))).toBe("e00000001");
    expect(finalizePdf(first, { now })).toEqual(first);
  });

  it("keeps the rest of the metadata, without claims of conformance", () => {
    const description =
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""` +
      ` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:a="http://example.com/"` +
      ` xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" dc:title="Old"><a:case>7 &lt; 8</a:case>` +
      `<a:parts rdf:parseType="Resource"><a:list><rdf:Bag><rdf:li>x</rdf:li></rdf:Bag></a:list></a:parts>` +
      `</rdf:Description></rdf:RDF>`;
    const file = (bytes: string) =>
      buildPages(1, {
        catalog: "/Metadata 51 0 R",
        objects: { 51: { entries: "/Type/Metadata/Subtype/XML", bytes } },
      });
    const { properties } = read(finalizePdf(file(description), { now, title: "New" })).packet;
    const others = properties.filter(({ prefix }) => prefix === "a" || prefix === "pdfaid");
    expect(others).toMatchObject([
      { local: "case", value: { kind: "simple", text: "7 < 8" } },
      { local: "parts", value: { fields: [{ local: "list", value: { form: "Bag", items: [{ text: "x" }] } }] } },
    ]);
    expect(read(finalizePdf(file("<a><b></a>"), { now, title: "New" })).info.title).toBe("New");
  });

  it("copies what only the metadata say into the document information", () => {
    const said =
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""` +
      ` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Writer"` +
      ` xmp:CreateDate="2019-02-03T04:05:06+01:00"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Report</rdf:li>` +
      `<rdf:li xml:lang="de">Bericht</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>Ann</rdf:li>` +
      `<rdf:li>Bob</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF>`;
    const file = buildPages(1, {
      catalog: "/Metadata 51 0 R",
      objects: { 51: { entries: "/Type/Metadata/Subtype/XML", bytes: said } },
    });
    const { info, packet, date } = read(finalizePdf(file, { now, isChange: true }));
    expect(info).toEqual({ title: "Report", author: "Ann, Bob", creator: "Writer", producer: "Docloom" });
    expect(xmpProperty(packet, "dc", "title")?.value).toMatchObject({
      items: [{ text: "Report" }, { text: "Bericht" }],
    });
    expect(xmpProperty(packet, "dc", "creator")?.value).toMatchObject({ items: [{ text: "Ann" }, { text: "Bob" }] });
    expect(date("CreationDate")).toBe("D:20190203040506+01'00");
    const authorsIn = (pdfA: string | undefined, pdfUa: boolean) =>
      xmpProperty(read(finalizePdf(file, { now, conformance: { pdfA, pdfUa } })).packet, "dc", "creator")?.value;
    expect(authorsIn("3b", true)).toMatchObject({ items: [{ text: "Ann, Bob" }] });
    expect(authorsIn(undefined, true)).toMatchObject({ items: [{ text: "Ann" }, { text: "Bob" }] });
  });

  it.each([
    ["(D:20200102030405+05'30')", "D:20200102030405+05'30'", "2020-01-02T03:04:05+05:30"],
    ["(D:20200102)", "D:20200102", "2020-01-02T00:00:00Z"],
    ["(D:20201399)", "", undefined],
    ["(yesterday)", "", undefined],
  ])("keeps the date on which a changed file was made: %s", (written, kept, iso) => {
    const file = buildPages(1, {
      catalog: "/Lang(de-AT)",
      objects: {
        50: `<</Title(A)/Creator(Mozilla/5.0)/Company(Acme)/GTS_PDFXVersion(PDF/X-4)/CreationDate${written}>>`,
      },
      trailer: "/Root 1 0 R/Info 50 0 R/ID[<0a0b><0c>]",
    });
    const finished = finalizePdf(file, { now, isChange: true });
    const { document, info, packet, date, language } = read(finished);
    expect([date("CreationDate"), date("ModDate"), language]).toEqual([kept, "D:20261121030405Z", "de-AT"]);
    expect(xmpText(xmpProperty(packet, "xmp", "CreateDate")?.value)).toBe(iso);
    expect(info).toEqual({ title: "A", creator: "Mozilla/5.0", producer: "Docloom" });
    const entries = document.dict(document.trailer.get("Info"));
    expect([entries?.has("Company"), entries?.has("GTS_PDFXVersion")]).toEqual([true, false]);
    const [permanent] = document.array(document.trailer.get("ID")) ?? [];
    expect(document.string(permanent)?.bytes).toEqual(new Uint8Array([10, 11]));
    expect(finalizePdf(file, { now, isChange: true })).toEqual(finished);
  });

  it.each([
    ["of a usual size", 6_000, "Large"],
    ["of an absurd one", 2_000_000, undefined],
  ])("reads metadata %s of a file that is read in pieces", async (_, paddingBytes, title) => {
    const said =
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
      `<rdf:Description rdf:about="" dc:title="Large"/></rdf:RDF>${" ".repeat(paddingBytes)}`;
    const file = buildPages(1, {
      catalog: "/Metadata 51 0 R",
      objects: { 51: { entries: "/Type/Metadata/Subtype/XML", bytes: said } },
    });
    const document = await openPdfSource(memorySource(file), { wholeFileBytes: 0 });
    await loadMetadata(document);
    finalizeDocument(document, { now, isChange: true });
    const pieces: Uint8Array[] = [];
    for await (const piece of writePdfChunks(document)) pieces.push(piece);
    expect(read(joinBytes(pieces)).info.title).toBe(title);
  });
});
