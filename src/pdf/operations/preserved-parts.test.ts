import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { permissionFlags, permissionNames } from "../crypt/permissions.ts";
import { openPdf } from "../document.ts";
import { shownText } from "../extract/shown-text.ts";
import { finalizeDocument } from "../finalize/finalize-pdf.ts";
import { PdfRef } from "../objects.ts";
import { buildFile, buildPages } from "../testing/build-file.ts";
import { decodeText } from "../text-strings.ts";
import { writePdf } from "../writer.ts";
import { combinePdfs } from "./combine.ts";
import { flattenPdf } from "./flatten.ts";

const look = (document: ReturnType<typeof openPdf>) => {
  const [page] = document.pages;
  const objects = document.dict(document.dict(page?.dict.get("Resources"))?.get("XObject"));
  return [...(objects?.values() ?? [])].map((ref) => {
    const form = present(document.stream(ref));
    return Buffer.from(form.bytes()).toString("latin1");
  });
};

/** A form without any appearance. */
const bareForm = (fields: readonly string[]) =>
  buildPages(1, {
    catalog: `/AcroForm<</Fields[${fields.map((_, index) => `${50 + index} 0 R`).join(" ")}]/DA(/Helv 10 Tf 0 g)>>`,
    page: () => `/Annots[${fields.map((_, index) => `${50 + index} 0 R`).join(" ")}]`,
    objects: Object.fromEntries(
      fields.map((entries, index) => [
        50 + index,
        `<</Type/Annot/Subtype/Widget/F 4/Rect[10 ${20 * index} 30 ${20 * index + 15}]/MK<</BC[1 0 0]/CA(Send)>>${entries}>>`,
      ]),
    ),
  });

describe("a form without appearances", () => {
  it("shows its ticks, frames and captions when it is flattened", () => {
    const bytes = bareForm([
      "/FT/Btn/T(on)/V/Ja/AS/Ja",
      "/FT/Btn/T(off)/V/Off/AS/Off",
      "/FT/Btn/Ff 32768/T(radio)/V/One/AS/One",
      "/FT/Btn/Ff 65536/T(push)",
    ]);
    const drawn = look(openPdf(flattenPdf(bytes)));
    // a red frame each
    expect(drawn.filter((content) => content.includes("1 0 0 RG"))).toHaveLength(4);
    // a tick, a dot, a caption
    expect(drawn.filter((content) => / S\n|f\n/.test(content.replace(/.*re f Q\n/g, ""))).length).toBeGreaterThan(0);
    expect(shownText(openPdf(flattenPdf(bytes)))).toContain("Send");
  });

  it("keeps the states that have appearances", () => {
    const bytes = buildPages(1, {
      catalog: "/AcroForm<</Fields[50 0 R]/NeedAppearances true>>",
      page: () => "/Annots[50 0 R]",
      objects: {
        50: "<</Type/Annot/Subtype/Widget/FT/Btn/T(a)/V/Yes/AS/Yes/Rect[0 0 9 9]/AP<</N<</Yes 51 0 R/Off 52 0 R>>>>>>",
        51: { entries: "/Subtype/Form/BBox[0 0 9 9]", bytes: "1 0 1 rg 0 0 9 9 re f" },
        52: { entries: "/Subtype/Form/BBox[0 0 9 9]", bytes: "" },
      },
    });
    expect(look(openPdf(flattenPdf(bytes)))).toEqual(["1 0 1 rg 0 0 9 9 re f"]);
  });
});

describe("a language", () => {
  it.each([
    ["in UTF-16", "<FEFF00640065002D00430048>"],
    ["in UTF-8", "<EFBBBF64652D4348>"],
    ["in bytes", "(de-CH)"],
  ])("%s is read as what it is", (_, written) => {
    const document = openPdf(buildPages(1, { catalog: `/Lang${written}` }));
    finalizeDocument(document, { now: new Date(0), isChange: true });
    expect(decodeText(present(document.string(document.catalog.get("Lang"))))).toBe("de-CH");
  });
});

describe("permissions", () => {
  it("always let those who have pages read to them read", () => {
    expect(permissionFlags([]) & (1 << 9)).not.toBe(0);
    expect(permissionNames(permissionFlags([]))).toEqual(["ScreenReaders"]);
  });
});

describe("a catalog in the trailer itself", () => {
  it("is read, and written as an object", () => {
    const file = Buffer.from(
      buildFile({
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
      }),
    ).toString("latin1");
    const direct = file.replace("/Root 1 0 R", "/Root<</Type/Catalog/Pages 2 0 R/Lang(fr)>>");
    const document = openPdf(new Uint8Array(Buffer.from(direct, "latin1")));
    expect(document.pages).toHaveLength(1);
    const again = openPdf(writePdf(document));
    expect(again.trailer.get("Root")).toBeInstanceOf(PdfRef);
    expect(decodeText(present(again.string(again.catalog.get("Lang"))))).toBe("fr");
  });
});

describe("articles and associated files", () => {
  const withThread = buildPages(3, {
    catalog: "/Threads[60 0 R]/AF[70 0 R]",
    page: (index) => (index === 0 ? "/B[61 0 R]" : index === 2 ? "/B[62 0 R]" : ""),
    objects: {
      60: "<</I<</Title(Story)>>/F 61 0 R>>",
      61: "<</T 60 0 R/N 62 0 R/V 62 0 R/P 10 0 R/R[0 0 5 5]>>",
      62: "<</N 61 0 R/V 61 0 R/P 14 0 R/R[1 1 6 6]>>",
      70: "<</Type/Filespec/F(a.xml)/AFRelationship/Data/EF<</F 71 0 R>>>>",
      71: { entries: "/Type/EmbeddedFile", bytes: "<a/>" },
    },
  });

  it("are kept when files are combined", () => {
    const document = openPdf(
      combinePdfs([
        { name: "a", bytes: withThread },
        { name: "b", bytes: withThread },
      ]),
    );
    const threads = document.array(document.catalog.get("Threads")) ?? [];
    expect(threads).toHaveLength(2);
    for (const [part, ref] of threads.entries()) {
      const first = present(document.dict(document.dict(ref)?.get("F")));
      const second = present(document.dict(first.get("N")));
      expect(document.dict(second.get("N"))).toBe(first);
      expect(document.dict(first.get("V"))).toBe(second);
      const pages = [first, second].map((bead) =>
        document.pages.findIndex(({ dict }) => dict === document.dict(bead.get("P"))),
      );
      expect(pages).toEqual([3 * part, 3 * part + 2]);
      expect(document.dict(document.array(document.dict(first.get("P"))?.get("B"))?.[0])).toBe(first);
    }
    expect(document.array(document.catalog.get("AF"))).toHaveLength(2);
  });
});
