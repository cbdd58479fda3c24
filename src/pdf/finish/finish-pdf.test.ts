import { describe, expect, it } from "vitest";
import { openPdf } from "../document.ts";
import { readMetadata } from "../information.ts";
import { latin1 } from "../lexer.ts";
import { buildPages } from "../testing/build-file.ts";
import { readXmpPacket, xmpProperty, xmpText } from "../xmp/packet.ts";
import { finishPdf } from "./finish-pdf.ts";

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
  it("makes document information and metadata agree, under the given clock", () => {
    const file = buildPages(1, {
      objects: { 50: "<</Title(A & <b>)/Author(Me)/Subject(S)/Keywords(k)/Creator(Acme Writer)>>" },
      trailer: "/Root 1 0 R/Info 50 0 R",
    });
    const { packet, info, date } = read(finishPdf(file, { now, title: "Other" }));
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

  it("says what it was told to say before what the document says", () => {
    const file = buildPages(1, { objects: { 50: "<</Title(A)/Author(B)>>" }, trailer: "/Root 1 0 R/Info 50 0 R" });
    const told = (title: string, author: string) => read(finishPdf(file, { now, stated: { title, author } })).info;
    expect(told("X", "Y")).toMatchObject({ title: "X", author: "Y" });
    expect(told("", "")).toMatchObject({ title: "A", author: "B" });
  });

  it("gives title and language where there are none, and languages their tag", () => {
    const bare = read(finishPdf(buildPages(1), { now, title: "Report", language: "de-DE" }));
    expect([bare.info.title, bare.language]).toEqual(["Report", "de-DE"]);
    const posix = buildPages(1, { catalog: "/Lang(en_US.UTF-8@posix)" });
    expect(read(finishPdf(posix, { now, language: "de" })).language).toBe("en-US");
    expect(read(finishPdf(buildPages(1, { catalog: "/Lang(@)" }), { now })).language).toBeUndefined();
  });

  it("gives the same bytes for what a browser printed twice, and does not name the browser", () => {
    const first = finishPdf(printed(1, 12), { now });
    expect(first).toEqual(finishPdf(printed(2, 95), { now }));
    expect(first).not.toEqual(finishPdf(printed(1, 12), { now: new Date("2026-11-21T03:04:06Z") }));
    const { info, document } = read(first);
    expect(info).toEqual({ title: "Report", creator: "Docloom", producer: "Docloom" });
    const cell = document.dict(document.dict(document.catalog.get("StructTreeRoot"))?.get("K"));
    expect(latin1(document.string(cell?.get("ID"))?.bytes ?? new Uint8Array(0))).toBe("e00000001");
    expect(finishPdf(first, { now })).toEqual(first);
  });

  it("keeps what else the metadata say, without claims of conformance", () => {
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
    const { properties } = read(finishPdf(file(description), { now, title: "New" })).packet;
    const others = properties.filter(({ prefix }) => prefix === "a" || prefix === "pdfaid");
    expect(others).toMatchObject([
      { local: "case", value: { kind: "simple", text: "7 < 8" } },
      { local: "parts", value: { fields: [{ local: "list", value: { form: "Bag", items: [{ text: "x" }] } }] } },
    ]);
    expect(read(finishPdf(file("<a><b></a>"), { now, title: "New" })).info.title).toBe("New");
  });
});
