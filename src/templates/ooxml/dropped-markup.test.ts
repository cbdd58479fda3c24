import { describe, expect, it } from "vitest";
import { pptxEngine } from "../pptx/pptx-engine.ts";
import { pptx, textBox } from "../testing/pptx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { withoutDropped } from "./dropped-markup.ts";

const IDS = new Set(["rId7"]);
const image = '<p:pic><p:nvPicPr><p:cNvPr id="0" name=""/></p:nvPicPr><p:blipFill/><p:spPr/></p:pic>';
const frame = (id: string, content = "") =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Object 1"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm/><a:graphic><a:graphicData><p:oleObj r:id="${id}"><p:embed/>${content}</p:oleObj></a:graphicData></a:graphic></p:graphicFrame>`;

describe("markup that names what is dropped", () => {
  it.each([
    [
      "a chart's link to its data",
      '<a/><c:externalData r:id="rId7"><c:autoUpdate val="0"/></c:externalData><b/>',
      "<a/><b/>",
    ],
    [
      "an object of Word, whose picture stays",
      '<w:object><v:shape/><o:OLEObject r:id="rId7"/></w:object>',
      "<w:object><v:shape/></w:object>",
    ],
    ["foreign content", '<w:altChunk r:id="rId7"><w:altChunkPr/></w:altChunk>', ""],
    ["controls", '<p:controls><p:control r:id="rId7"/></p:controls>', ""],
    [
      "a template on someone's disk",
      '<w:settings><w:attachedTemplate r:id="rId7"/></w:settings>',
      "<w:settings></w:settings>",
    ],
    ["an object of a slide", frame("rId7"), ""],
    ["an object of a slide with a picture", frame("rId7", image), image.replace('id="0"', 'id="9"')],
    [
      "nothing that is kept",
      `<c:externalData r:id="rId1"/>${frame("rId2", image)}`,
      `<c:externalData r:id="rId1"/>${frame("rId2", image)}`,
    ],
  ])("goes: %s", (_, xml, expected) => {
    expect(withoutDropped(xml, IDS)).toBe(expected);
  });

  it("goes from parts without tags, too", async () => {
    const relationships = { rId7: { type: "oleObject", target: "file:///C:/book.xlsx", external: true } };
    const namespaced = frame("rId7", image);
    const file = await merge(pptxEngine, pptx([{ shapes: textBox(2, "x") + namespaced, relationships }]), {});
    expect(file.xml("ppt/slides/slide1.xml")).toContain('<p:cNvPr id="9" name=""/>');
    expect(file.xml("ppt/slides/slide1.xml")).not.toContain("oleObj");
    expect(outline(file.xml("ppt/slides/slide1.xml"))).toBe("x¶");
    expect(file.xml("ppt/slides/_rels/slide1.xml.rels")).not.toContain("book.xlsx");
  });
});
