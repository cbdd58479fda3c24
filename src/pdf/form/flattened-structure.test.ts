import { describe, expect, it } from "vitest";
import { pageContent } from "../content/page-content.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import { latin1 } from "../lexer.ts";
import { readNumberTree } from "../name-tree.ts";
import type { PdfDict } from "../objects.ts";
import { buildPages } from "../testing/build-file.ts";
import { decodeText } from "../text-strings.ts";
import { writePdf } from "../writer.ts";
import { fillForm } from "./fill-form.ts";

/** A tagged page: a label, then elements with a text field, a box, a hidden field, and one outside of any element. */
function taggedForm(): Uint8Array {
  const widget = (number: number, entries: string, flags = 4) =>
    `<</Type/Annot/Subtype/Widget/Rect[10 ${number} 90 ${number + 12}]/F ${flags}/DA(/Helv 0 Tf 0 g)${entries}>>`;
  const element = (widgetNumber: number) =>
    `<</S/Form/P 61 0 R/Pg 10 0 R/Alt(A field)/K<</Type/OBJR/Obj ${widgetNumber} 0 R>>>>`;
  return buildPages(1, {
    catalog:
      "/MarkInfo<</Marked true>>/StructTreeRoot 60 0 R/AcroForm<</Fields[50 0 R 51 0 R 52 0 R 53 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 3 0 R>>>>>>",
    page: () => "/StructParents 0/Annots[50 0 R 51 0 R 52 0 R 53 0 R]",
    objects: {
      50: widget(50, "/FT/Tx/T(Name)/StructParent 1"),
      51: widget(51, "/FT/Btn/T(Box)/AS/Off/StructParent 2/AP<</N<</On 55 0 R/Off 56 0 R>>>>"),
      52: widget(52, "/FT/Tx/T(Hidden)/StructParent 3", 2),
      53: widget(53, "/FT/Tx/T(Loose)"),
      55: { entries: "/Type/XObject/Subtype/Form/BBox[0 0 10 10]", bytes: "0 0 5 5 re f" },
      56: { entries: "/Type/XObject/Subtype/Form/BBox[0 0 10 10]", bytes: "0 0 5 5 re S" },
      60: "<</Type/StructTreeRoot/K 61 0 R/ParentTree<</Nums[0[62 0 R]1 63 0 R 2 64 0 R 3 65 0 R]>>/ParentTreeNextKey 4>>",
      61: "<</S/Document/P 60 0 R/K[62 0 R 63 0 R 64 0 R 65 0 R]>>",
      62: "<</S/P/P 61 0 R/Pg 10 0 R/K 0>>",
      63: element(50),
      64: element(51),
      65: element(52),
    },
  });
}

function elementsOf(document: PdfDocument): PdfDict[] {
  const root = document.dict(document.catalog.get("StructTreeRoot"));
  const kids = document.array(document.dict(root?.get("K"))?.get("K")) ?? [];
  return kids.map((kid) => document.dict(kid)).filter((kid) => kid !== undefined);
}

describe("a tagged form that is flattened", () => {
  it("holds what its fields show where their elements were", () => {
    const form = openPdf(taggedForm());
    fillForm(form, { Name: "Ada", Box: true, Loose: "x" }, { flatten: true });
    const document = openPdf(writePdf(form));
    const elements = elementsOf(document);
    expect(elements.map((element) => document.name(element.get("S")))).toEqual(["P", "Span", "Span", "Span"]);
    const [, text, box, hidden] = elements;
    const mcids = [text, box].map((element) => {
      const [content] = document.array(element?.get("K")) ?? [];
      return document.number(document.dict(content)?.get("MCID"));
    });
    expect(mcids).toEqual([1, 2]);
    expect(text?.has("Alt")).toBe(false);
    const ticked = document.string(box?.get("ActualText"));
    expect(ticked && decodeText(ticked)).toBe("\u2611");
    expect(document.array(hidden?.get("K"))).toEqual([]);
    const root = document.dict(document.catalog.get("StructTreeRoot"));
    const parents = readNumberTree(document, root?.get("ParentTree"));
    expect(parents.map(([key]) => key)).toEqual([0]);
    expect(document.array(parents[0]?.[1])?.map((element) => document.dict(element))).toEqual([elements[0], text, box]);
    const content = latin1(pageContent(document, document.pages[0]?.dict ?? new Map()));
    expect(content.match(/\/Span <<\/MCID \d>> BDC\s+q[^Q]*Do Q\s+EMC/g)).toHaveLength(2);
    expect(content.match(/ Do Q/g)).toHaveLength(3);
  });

  it("survives damage in its structure", () => {
    const broken = Buffer.from(taggedForm())
      .toString("latin1")
      .replace("/Obj 50 0 R", "/Obj 99 0 R")
      .replace("2 64 0 R", "2 (64 )R");
    const form = openPdf(new Uint8Array(Buffer.from(broken, "latin1")));
    fillForm(form, { Name: "Ada", Box: true }, { flatten: true });
    expect(openPdf(writePdf(form)).pages).toHaveLength(1);
  });
});
