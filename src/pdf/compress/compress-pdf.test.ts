import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { emptyDocument, openPdf, type PdfDocument } from "../document.ts";
import { decodeStream } from "../filters/decode-stream.ts";
import { dict, name, PdfStream, PdfString } from "../objects.ts";
import { encryptPdf } from "../operations/encrypt.ts";
import { brokenSignatures, isSigned } from "../signature/signed-document.ts";
import { buildPages } from "../testing/build-file.ts";
import { writePdf } from "../writer.ts";
import { compressPdf } from "./compress-pdf.ts";
import { addImage, addPage, addStream, richDocument, text } from "./testing/documents.ts";

function images(document: PdfDocument): PdfStream[] {
  return document.objects
    .numbers()
    .map((number) => document.objects.get(number))
    .filter((object) => object instanceof PdfStream)
    .filter((stream) => document.name(stream.dict.get("Subtype")) === "Image");
}

function contentOf(document: PdfDocument, page: number): string {
  const stream = present(document.stream(present(document.pages[page]).dict.get("Contents")));
  return Buffer.from(decodeStream(stream, (object) => document.resolve(object)).bytes).toString("latin1");
}

describe("compressPdf", () => {
  const original = richDocument();
  const compressed = compressPdf(original);
  const document = openPdf(compressed);

  it("is smaller, and the same on every run", () => {
    expect(compressed.length).toBeLessThan(original.length / 5);
    expect(compressPdf(original)).toEqual(compressed);
  });

  it("loses nothing a reader shows", () => {
    const { catalog } = document;
    expect(document.pages).toHaveLength(2);
    const outline = present(document.dict(present(document.dict(catalog.get("Outlines"))).get("First")));
    expect(document.dict(present(document.array(outline.get("Dest")))[0])).toBe(present(document.pages[0]).dict);
    const field = present(
      document.dict(present(document.array(present(document.dict(catalog.get("AcroForm"))).get("Fields")))[0]),
    );
    expect(document.dict(present(document.array(present(document.pages[0]).dict.get("Annots")))[0])).toBe(field);
    const names = present(document.dict(catalog.get("Names")));
    expect(document.array(present(document.dict(names.get("Dests"))).get("Names"))).toHaveLength(2);
    const file = present(
      document.dict(present(document.array(present(document.dict(names.get("EmbeddedFiles"))).get("Names")))[1]),
    );
    const attached = present(document.stream(present(document.dict(file.get("EF"))).get("F")));
    expect(Buffer.from(decodeStream(attached, (object) => document.resolve(object)).bytes).toString()).toBe(
      "attached ".repeat(30),
    );
    for (const key of ["PageLabels", "OCProperties", "StructTreeRoot"])
      expect(document.dict(catalog.get(key))).toBeDefined();
  });

  it("drops thumbnails, private data and unused resources", () => {
    const page = present(document.pages[0]).dict;
    expect(page.has("Thumb")).toBe(false);
    expect(page.has("PieceInfo")).toBe(false);
    expect([...present(document.dict(present(document.dict(page.get("Resources"))).get("XObject"))).keys()]).toEqual([
      "Im",
    ]);
  });

  it("brings images to 150 dpi", () => {
    const [image] = images(document);
    // 600 pixels on 144 points are 300 dpi
    expect(present(image).dict.get("Width")).toBe(300);
    expect(present(image).dict.get("Height")).toBe(200);
  });

  it("minifies content", () => {
    expect(contentOf(document, 1)).toBe("q 1 0 0 1 10 10 cm 0 0 100 50 re f Q");
  });

  it("keeps its passwords, whichever one opened it, and its permissions", () => {
    const passwords = { userPassword: "usr", ownerPassword: "own", permissions: ["Printing"] };
    const encrypted = encryptPdf(original, passwords);
    for (const password of ["usr", "own"]) {
      const result = compressPdf(encrypted, { password });
      expect(result.length).toBeLessThan(encrypted.length / 3);
      expect(compressPdf(encrypted, { password })).toEqual(result);
      expect(() => openPdf(result)).toThrow(expect.objectContaining({ code: "pdf_password_needed" }));
      for (const known of ["usr", "own"]) {
        const again = openPdf(result, { password: known });
        expect(again.encryption).toMatchObject({ permissions: -1340, openedAsOwner: known === "own" });
        expect(contentOf(again, 1)).toBe(contentOf(document, 1));
      }
    }
    const restricted = compressPdf(encryptPdf(original, { ownerPassword: "own" }));
    expect(openPdf(restricted).encryption).toMatchObject({ openedAsOwner: false, permissions: -3392 });
    expect(openPdf(restricted, { password: "own" }).encryption?.openedAsOwner).toBe(true);
  });

  it("never grows a file", () => {
    const again = compressPdf(compressed);
    expect(again.length).toBeLessThanOrEqual(compressed.length);
    const tiny = Buffer.from(
      "%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]>>endobj 3 0 obj<<>>endobj trailer<</Root 1 0 R>>",
    );
    expect(compressPdf(new Uint8Array(tiny)).length).toBeLessThanOrEqual(tiny.length);
  });
});

describe("images", () => {
  it("inside content become objects, equal ones a single one", () => {
    const document = emptyDocument();
    const data = String.fromCharCode(...Array.from({ length: 400 }, (_, i) => (i * i) % 251));
    const inline = `q 9 0 0 9 0 0 cm BI /W 20 /H 20 /BPC 8 /CS /G ID ${data} EI Q\n`;
    addPage(document, inline + inline, dict({}));
    const result = openPdf(compressPdf(writePdf(document, { level: 0 })));
    expect(images(result)).toHaveLength(1);
    expect(contentOf(result, 0)).toBe("q 9 0 0 9 0 0 cm/Im0 Do Q q 9 0 0 9 0 0 cm/Im1 Do Q");
  });

  it("of one bit stay exact", () => {
    const document = emptyDocument();
    const rows = Uint8Array.from({ length: 50 * 400 }, (_, i) => ((i % 50) * Math.floor(i / 50)) & 0xf0);
    const image = addImage(document, 400, 400, { BitsPerComponent: 1, ColorSpace: name("DeviceGray") });
    document.objects.set(image.number, new PdfStream(present(document.stream(image)).dict, rows));
    addPage(document, "40 0 0 40 0 0 cm /I Do", dict({ XObject: dict({ I: image }) }));
    const [result] = images(openPdf(compressPdf(writePdf(document))));
    expect(present(result).dict.get("Width")).toBe(400);
    expect(["JBIG2Decode", "FlateDecode"]).toContain((present(result).dict.get("Filter") as { value: string }).value);
  });

  it("with a colour key keep their size and samples", () => {
    const document = emptyDocument();
    const image = addImage(document, 300, 200, { Mask: [0, 9, 0, 9, 0, 9] });
    addPage(document, "30 0 0 20 0 0 cm /I Do", dict({ XObject: dict({ I: image }) }));
    const before = present(document.stream(image)).bytes().slice();
    const result = openPdf(compressPdf(writePdf(document)));
    const [kept] = images(result);
    expect(decodeStream(present(kept), (object) => result.resolve(object)).bytes).toEqual(before);
  });

  it("lose a soft mask that hides nothing", () => {
    const document = emptyDocument();
    const opaque = (alpha: number) =>
      addStream(document, deflateSync(new Uint8Array(100).fill(alpha)), {
        Subtype: name("Image"),
        Width: 10,
        Height: 10,
        BitsPerComponent: 8,
        ColorSpace: name("DeviceGray"),
        Filter: name("FlateDecode"),
      });
    const first = addImage(document, 20, 20, { SMask: opaque(255) });
    const second = addImage(document, 21, 20, { SMask: opaque(128) });
    addPage(document, "/A Do /B Do", dict({ XObject: dict({ A: first, B: second }) }));
    const result = images(openPdf(compressPdf(writePdf(document))));
    expect(result.filter(({ dict }) => dict.has("SMask")).map(({ dict }) => dict.get("Width"))).toEqual([21]);
  });
});

describe("signed files", () => {
  function signed(entries: Parameters<typeof dict>[0]): Uint8Array {
    const document = emptyDocument();
    addPage(document, "", dict({}));
    const value = dict({ Type: name("Sig"), ByteRange: [0, 1, 2, 3], Contents: new PdfString(new Uint8Array(99)) });
    const parent = document.add(dict({ FT: name("Sig"), T: text("s"), Kids: [dict({ V: document.add(value) })] }));
    document.catalog.set("AcroForm", dict({ Fields: [parent], ...entries }));
    return writePdf(document);
  }

  it("can be refused before anything is changed", () => {
    const begin = (document: PdfDocument) => {
      if (isSigned(document)) throw new Error("signed");
    };
    expect(() => compressPdf(signed({}), { begin })).toThrow("signed");
    expect(compressPdf(signed({})).length).toBeGreaterThan(0);
  });

  it("are named if they become part of another file", () => {
    const named = (name: string, bytes: Uint8Array) => ({ name, document: openPdf(bytes) });
    const warnings = brokenSignatures([named("a.pdf", signed({})), named("b.pdf", buildPages(1))]);
    expect(warnings).toEqual([expect.stringContaining("a.pdf: The file is signed")]);
  });

  it("are not those with only usage rights; these are removed", () => {
    const document = emptyDocument();
    addPage(document, "", dict({}));
    document.catalog.set("Perms", dict({ UR3: document.add(dict({ Type: name("Sig"), ByteRange: [0, 1, 2, 3] })) }));
    const result = openPdf(compressPdf(writePdf(document, { level: 0 })));
    expect(result.catalog.has("Perms")).toBe(false);
  });
});

describe("damaged files", () => {
  it.each([1, 2, 3, 4])("give a Failure or a PDF, never another error (%s)", (part) => {
    const original = richDocument();
    let state = 98 + part;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let round = 0; round < 10; round++) {
      const mutated = original.slice(0, round % 4 === 0 ? random(original.length) : original.length);
      for (let i = 0; i < 1 + random(20); i++) mutated[random(mutated.length)] = random(256);
      try {
        const result = compressPdf(mutated);
        expect(result.length).toBeLessThanOrEqual(mutated.length);
        openPdf(result);
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
      }
    }
  });
});
