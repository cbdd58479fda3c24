import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { allAtOnce } from "../../domain/steps.ts";
import { Destinations } from "../destinations.ts";
import { openPdf, openPdfSource, type PdfDocument } from "../document.ts";
import { listFormFields } from "../form/list-fields.ts";
import { readNameTree, readNumberTree } from "../name-tree.ts";
import { isName, PdfDict } from "../objects.ts";
import { pageGeometry } from "../page-geometry.ts";
import { buildPages } from "../testing/build-file.ts";
import { readBookmarks } from "../testing/read-bookmarks.ts";
import { pageTitles } from "../testing/read-pages.ts";
import { writePdfChunks } from "../writer.ts";
import { readAttachments } from "./attachments.ts";
import { combinePdfs } from "./combine.ts";
import { splitPdf, splitSteps } from "./split.ts";

/** Four pages with everything that is attached to pages: page 1 links to pages 2 and 4, two fields, labels, tags. */
const RICH = buildPages(4, {
  catalog:
    "/Outlines 50 0 R/Names<</Dests 55 0 R/EmbeddedFiles<</Names[(a.txt) 60 0 R]>>>>/AcroForm<</Fields[70 0 R 72 0 R]/DA(/Helv 0 Tf)>>" +
    "/PageLabels<</Nums[0<</S/r>>2<</S/D/St 5>>]>>/OCProperties<</OCGs[80 0 R]/D<</ON[80 0 R]>>>>/StructTreeRoot 90 0 R/MarkInfo<</Marked true>>",
  page: (index) =>
    `/StructParents ${index}${index === 0 ? "/Annots[56 0 R 57 0 R 70 0 R]" : index === 3 ? "/Annots[72 0 R]" : ""}`,
  objects: {
    50: "<</Type/Outlines/First 51 0 R/Last 53 0 R/Count 2>>",
    51: "<</Title(One)/Parent 50 0 R/Next 53 0 R/Dest[10 0 R/Fit]/First 52 0 R/Last 52 0 R/Count -1>>",
    52: "<</Title(Four)/Parent 51 0 R/Dest(four)>>",
    53: "<</Title(Two)/Parent 50 0 R/Prev 51 0 R/A<</S/GoTo/D(two)>>>>",
    55: "<</Names[(four)[16 0 R/Fit](two)<</D[12 0 R/Fit]>>]>>",
    56: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest(two)>>",
    57: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D[16 0 R/Fit]>>>>",
    60: "<</Type/Filespec/F(a.txt)/EF<</F 61 0 R>>>>",
    61: { entries: "/Type/EmbeddedFile", bytes: "attached" },
    70: "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(x)/Rect[0 0 9 9]/P 10 0 R>>",
    72: "<</Type/Annot/Subtype/Widget/FT/Tx/T(last)/Rect[0 0 9 9]/P 16 0 R>>",
    80: "<</Type/OCG/Name(Layer)>>",
    90: "<</Type/StructTreeRoot/K 91 0 R/ParentTree<</Nums[0[92 0 R]3[93 0 R]]>>/ParentTreeNextKey 4>>",
    91: "<</Type/StructElem/S/Document/P 90 0 R/K[92 0 R 93 0 R]>>",
    92: "<</Type/StructElem/S/P/P 91 0 R/Pg 10 0 R/K 0>>",
    93: "<</Type/StructElem/S/P/P 91 0 R/Pg 16 0 R/K 0>>",
  },
});

const split = (extract?: string, remove?: string) => [...splitPdf(RICH, { name: "Rich.PDF", extract, remove }).files];

/** Number of page objects that can be found in the file at all. */
function pageObjects(document: PdfDocument): number {
  return document.objects.numbers().filter((number) => {
    const object = document.objects.get(number);
    return object instanceof PdfDict && isName(object.get("Type"), "Page");
  }).length;
}

function links(document: PdfDocument, page: number): (number | "elsewhere" | undefined)[] {
  const destinations = new Destinations(document);
  return (document.array(present(document.pages[page]).dict.get("Annots")) ?? [])
    .map((annotation) => present(document.dict(annotation)))
    .filter((annotation) => isName(annotation.get("Subtype"), "Link"))
    .map((annotation) => {
      const target = destinations.targetOf(annotation);
      return typeof target === "number"
        ? document.pages.findIndex((candidate) => candidate.ref.number === target)
        : target;
    });
}

describe("split", () => {
  it("makes a file of each page, named and padded", () => {
    const files = split();
    expect(files.map(({ name }) => name)).toEqual(["Rich-01.pdf", "Rich-02.pdf", "Rich-03.pdf", "Rich-04.pdf"]);
    expect(files.map(({ bytes }) => pageTitles(bytes))).toEqual([["Page 1"], ["Page 2"], ["Page 3"], ["Page 4"]]);
    expect(present([...splitPdf(buildPages(100), { name: "x.pdf" }).files][6]).name).toBe("x-007.pdf");
  });

  it("extracts in the order asked for, twice if asked for twice", () => {
    const [file] = split("4, 1-2, 4");
    expect(present(file).name).toBe("Rich.pdf");
    expect(pageTitles(present(file).bytes)).toEqual(["Page 4", "Page 1", "Page 2", "Page 4"]);
  });

  it("removes pages, also from those extracted", () => {
    expect(pageTitles(present(split(undefined, "2-3")[0]).bytes)).toEqual(["Page 1", "Page 4"]);
    expect(pageTitles(present(split("1-3", "2")[0]).bytes)).toEqual(["Page 1", "Page 3"]);
    expect(() => split(undefined, "1-4")).toThrow(expect.objectContaining({ code: "pdf_remove_all" }));
  });

  it("finds mistakes before the first file is made", () => {
    expect(() => splitPdf(RICH, { name: "x", extract: "9" })).toThrow(
      expect.objectContaining({ code: "pdf_page_out_of_range" }),
    );
  });

  it("keeps what belongs to the pages and nothing of the others", () => {
    const document = openPdf(present(split("1-2")[0]).bytes);
    expect(pageObjects(document)).toBe(2);
    expect(links(document, 0)).toEqual([1]);
    expect(readBookmarks(document)).toEqual([
      { title: "One", page: 1, children: [] },
      { title: "Two", page: 2, children: [] },
    ]);
    expect([...new Destinations(document).named.keys()]).toEqual(["two"]);
    expect(listFormFields(document).map(({ name, value }) => [name, value])).toEqual([["name", "x"]]);
    expect(readAttachments(document).map(({ name }) => name)).toEqual(["a.txt"]);
    expect(document.catalog.has("OCProperties")).toBe(true);
  });

  it("keeps an outline item for the items below it, and labels as they were", () => {
    const document = openPdf(present(split("3-4")[0]).bytes);
    expect(readBookmarks(document)).toEqual([
      { title: "One", page: undefined, children: [{ title: "Four", page: 2, children: [] }] },
    ]);
    const [[start, range]] = readNumberTree(document, document.catalog.get("PageLabels")) as [[number, PdfDict]];
    expect([start, document.name(range.get("S")), range.get("St")]).toEqual([0, "D", 5]);
  });

  it("keeps the structure of the pages", () => {
    const document = openPdf(present(split("4")[0]).bytes);
    const root = present(document.dict(document.catalog.get("StructTreeRoot")));
    const top = present(document.dict(present(document.array(root.get("K")))[0]));
    const paragraph = present(document.dict(top.get("K")));
    expect(document.resolve(paragraph.get("Pg"))).toBe(present(document.pages[0]).dict);
    const parents = readNumberTree(document, root.get("ParentTree"));
    expect(parents.map(([key]) => key)).toEqual([present(document.pages[0]).dict.get("StructParents")]);
    expect(document.dict(present(document.array(present(parents[0])[1]))[0])).toBe(paragraph);
  });

  it("keeps of an element with many children those of the pages, in order, and what is no element", () => {
    const paragraphs = Array.from({ length: 40 }, (_, index) => 100 + index);
    const reference = (page: number) => `<</Type/MCR/Pg ${10 + 2 * page} 0 R/MCID 7>>`;
    const tagged = buildPages(40, {
      catalog: "/StructTreeRoot 4 0 R",
      page: (index) => `/StructParents ${index}`,
      objects: {
        4: `<</Type/StructTreeRoot/K 5 0 R/ParentTree<</Nums[${paragraphs.map((number, index) => `${index}[${number} 0 R]`).join("")}]>>>>`,
        5: `<</S/Document/P 4 0 R/K[6 0 R ${reference(20)} ${paragraphs.map((number) => `${number} 0 R`).join(" ")} ${reference(5)}]>>`,
        6: reference(5),
        ...Object.fromEntries(
          paragraphs.map((number, index) => [number, `<</S/P/P 5 0 R/Pg ${10 + 2 * index} 0 R/K ${index}>>`]),
        ),
      },
    });
    const [part] = splitPdf(tagged, { name: "a.pdf", extract: "31, 6" }).files;
    const document = openPdf(present(part).bytes);
    const root = present(document.dict(document.catalog.get("StructTreeRoot")));
    const top = present(document.dict(present(document.array(root.get("K")))[0]));
    const children = present(document.array(top.get("K"))).map((child) => present(document.dict(child)));
    expect(children.map((child) => child.get("MCID") ?? child.get("K"))).toEqual([7, 5, 30, 7]);
    expect(readNumberTree(document, root.get("ParentTree")).map(([key]) => key)).toEqual([5, 30]);
  });

  it("works from a source that is read in pieces", async () => {
    const source = {
      size: RICH.length,
      read: async (offset: number, length: number) => RICH.slice(offset, offset + length),
    };
    const document = await openPdfSource(source, { wholeFileBytes: 0 });
    const [part] = allAtOnce(splitSteps(document, { name: "x.pdf", extract: "2" })).files;
    const chunks: Uint8Array[] = [];
    for await (const chunk of writePdfChunks(present(part).document)) chunks.push(chunk);
    expect(pageTitles(Buffer.concat(chunks))).toEqual(["Page 2"]);
  });
});

describe("combine", () => {
  const twice = combinePdfs([
    { name: "first.pdf", bytes: RICH },
    { name: "second.pdf", bytes: RICH },
  ]);
  const document = openPdf(twice);

  it("keeps all pages in order, and no more", () => {
    expect(pageTitles(twice)).toEqual([1, 2, 3, 4, 1, 2, 3, 4].map((page) => `Page ${page}`));
    expect(pageObjects(document)).toBe(8);
  });

  it("keeps links within their own file", () => {
    expect(links(document, 0)).toEqual([1, 3]);
    expect(links(document, 4)).toEqual([5, 7]);
    expect([...new Destinations(document).named.keys()].sort()).toEqual(["four", "four.2", "two", "two.2"]);
  });

  it("puts each outline under its file", () => {
    const outline = readBookmarks(document);
    expect(outline.map(({ title, page }) => [title, page])).toEqual([
      ["first", 1],
      ["second", 5],
    ]);
    expect(present(present(outline[1]).children[0]).children).toEqual([{ title: "Four", page: 8, children: [] }]);
  });

  it("renames fields that clash and keeps both attachments", () => {
    expect(listFormFields(document).map(({ name }) => name)).toEqual(["name", "last", "name+1", "last+1"]);
    const names = present(document.dict(document.catalog.get("Names")));
    expect(readNameTree(document, names.get("EmbeddedFiles")).map(([key]) => key)).toEqual(["a.txt", "a.txt.2"]);
  });

  it("joins layers, labels and structure", () => {
    const layers = present(document.dict(document.catalog.get("OCProperties")));
    expect(document.array(layers.get("OCGs"))).toHaveLength(2);
    expect(document.array(present(document.dict(layers.get("D"))).get("ON"))).toHaveLength(2);
    const labels = readNumberTree(document, document.catalog.get("PageLabels"));
    expect(labels.map(([page]) => page)).toEqual([0, 2, 4, 6]);
    const root = present(document.dict(document.catalog.get("StructTreeRoot")));
    const keys = readNumberTree(document, root.get("ParentTree")).map(([key]) => key);
    expect(keys).toEqual([0, 3, 4, 7]);
    expect(document.pages.map((page) => page.dict.get("StructParents"))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("numbers pages of files without labels as viewers do", () => {
    const mixed = openPdf(
      combinePdfs([
        { name: "a", bytes: buildPages(2) },
        { name: "b", bytes: RICH },
      ]),
    );
    const labels = readNumberTree(mixed, mixed.catalog.get("PageLabels"));
    expect(labels.map(([page, entry]) => [page, mixed.name(present(mixed.dict(entry)).get("S"))])).toEqual([
      [0, "D"],
      [2, "r"],
      [4, "D"],
    ]);
  });

  it("keeps the size of every page", () => {
    const wide = buildPages(1, { page: () => "/MediaBox[0 0 500 100]/Rotate 90" });
    const joined = openPdf(
      combinePdfs([
        { name: "a", bytes: RICH },
        { name: "b", bytes: wide },
      ]),
    );
    const sizes = joined.pages
      .map((page) => pageGeometry(joined, page))
      .map(({ widthPoints, heightPoints }) => [widthPoints, heightPoints]);
    expect(sizes).toEqual([
      [200, 300],
      [200, 300],
      [200, 300],
      [200, 300],
      [100, 500],
    ]);
  });

  it("names the file that cannot be opened", () => {
    const combine = () =>
      combinePdfs([
        { name: "a.pdf", bytes: RICH },
        { name: "b.pdf", bytes: new TextEncoder().encode("no") },
      ]);
    expect(combine).toThrow(expect.objectContaining({ code: "not_a_pdf", message: expect.stringContaining("b.pdf") }));
    expect(() => combinePdfs([])).toThrow(expect.objectContaining({ code: "pdf_no_files" }));
  });
});

describe("forms that are combined", () => {
  const withForm = (form: string, field: string) =>
    buildPages(1, {
      catalog: `/AcroForm<</Fields[70 0 R]${form}>>`,
      page: () => "/Annots[70 0 R]",
      objects: { 70: `<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 90 20]${field}>>` },
    });

  it("keep their own default appearance and order of calculation", () => {
    const first = withForm("/DA(/Helv 8 Tf)/CO[70 0 R]", "/T(a)");
    const second = withForm("/DA(/Helv 20 Tf)/Q 2/CO[70 0 R]", "/T(b)");
    const joined = openPdf(
      combinePdfs([
        { name: "a", bytes: first },
        { name: "b", bytes: second },
      ]),
    );
    const form = present(joined.dict(joined.catalog.get("AcroForm")));
    const fields = present(joined.array(form.get("Fields"))).map((field) => present(joined.dict(field)));
    expect(fields.map((field) => field.get("Q"))).toEqual([undefined, 2]);
    expect(Buffer.from(present(joined.string(present(fields[1]).get("DA"))).bytes).toString()).toBe("/Helv 20 Tf");
    expect(joined.array(form.get("CO"))).toHaveLength(2);
  });

  it("are drawn if only some ask for it", () => {
    const asking = withForm("/NeedAppearances true", "/T(a)/V(x)");
    const joined = openPdf(
      combinePdfs([
        { name: "a", bytes: asking },
        { name: "b", bytes: withForm("", "/T(b)") },
      ]),
    );
    const form = present(joined.dict(joined.catalog.get("AcroForm")));
    expect(form.has("NeedAppearances")).toBe(false);
    const field = present(joined.dict(present(joined.array(form.get("Fields")))[0]));
    expect(joined.stream(present(joined.dict(field.get("AP"))).get("N"))).toBeDefined();
    const both = openPdf(
      combinePdfs([
        { name: "a", bytes: asking },
        { name: "b", bytes: asking },
      ]),
    );
    expect(present(both.dict(both.catalog.get("AcroForm"))).get("NeedAppearances")).toBe(true);
  });
});

describe("files with a damaged header", () => {
  const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
  const file = Buffer.from(buildPages(2)).toString("latin1");
  const headless = file.slice(file.indexOf("\n") + 1);

  it.each([
    ["bytes before it", `HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n${file}`],
    ["the mark of UTF-8 before it", `\xef\xbb\xbf${file}`],
    ["a version that is none", file.replace(/^%PDF-\d\.\d/, "%PDF-x.y")],
    ["another word in its place", file.replace(/^%PDF-/, "%PSF-")],
    ["none", headless],
  ])("are combined with %s, in either place", (_, damaged) => {
    const [broken, sound] = [
      { name: "Broken.pdf", bytes: latin1(damaged) },
      { name: "Sound.pdf", bytes: buildPages(1) },
    ];
    for (const [inputs, titles] of [
      [
        [broken, sound],
        ["Page 1", "Page 2", "Page 1"],
      ],
      [
        [sound, broken],
        ["Page 1", "Page 1", "Page 2"],
      ],
    ] as const) {
      const bytes = combinePdfs(inputs);
      expect(Buffer.from(bytes.subarray(0, 7)).toString("latin1")).toMatch(/^%PDF-[12]/);
      expect(pageTitles(bytes)).toEqual(titles);
    }
  });

  it("are named if there is no PDF in them", () => {
    const inputs = [
      { name: "Sound.pdf", bytes: buildPages(1) },
      { name: "Page.pdf", bytes: latin1("<html>Not found</html>") },
    ];
    expect(() => combinePdfs(inputs)).toThrow(expect.objectContaining({ code: "not_a_pdf" }));
    expect(() => combinePdfs(inputs)).toThrow(/Page\.pdf/);
  });
});
