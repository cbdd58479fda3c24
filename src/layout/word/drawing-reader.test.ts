import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { wordDocument } from "../testing/word-document.ts";

const SHAPE = "<wps:wsp><wps:spPr/></wps:wsp>";
const object = (data: string, properties = '<wp:docPr id="1" name="D"/>') =>
  `<wp:extent cx="1270000" cy="635000"/>${properties}<a:graphic><a:graphicData uri="u">${data}</a:graphicData></a:graphic>`;
const inline = (...content: Parameters<typeof object>) => `<wp:inline>${object(...content)}</wp:inline>`;
const anchor = (attributes: string, positions: string) =>
  `<wp:anchor ${attributes}>${positions}${object(SHAPE)}</wp:anchor>`;

function read(drawing: string, extra: Readonly<Record<string, Uint8Array>> = {}) {
  const body = `<w:p><w:r><w:drawing>${drawing}</w:drawing></w:r></w:p>`;
  const document = wordDocument(body, {}, extra, { web: "https://example.com/" });
  const [block] = present(document.sections[0]).blocks;
  return { found: block?.kind === "paragraph" ? block.inlines : [], warnings: document.warnings };
}

describe("a drawing in a line", () => {
  it("is as large as it says, and described in words", () => {
    const described = '<wp:docPr id="1" name="D" descr="A box"/>';
    expect(read(inline(SHAPE, described)).found).toMatchObject([
      { kind: "object", widthPt: 100, heightPt: 50, drawing: { kind: "shape", altText: "A box" } },
    ]);
  });

  it("is a picture or a chart of another part", () => {
    const drawing = "http://schemas.openxmlformats.org/drawingml/2006";
    const fill = '<pic:blipFill><a:blip r:embed="rId-photo.png"/></pic:blipFill>';
    const picture = `<pic:pic xmlns:pic="${drawing}/picture">${fill}<pic:spPr/></pic:pic>`;
    expect(read(inline(picture), { "photo.png": Uint8Array.of(1) }).found).toMatchObject([
      { drawing: { kind: "picture", source: "word/photo.png", widthPt: 100, heightPt: 50 } },
    ]);
    const names = `xmlns:c="${drawing}/chart"`;
    const plot = "<c:plotArea><c:pieChart><c:ser/></c:pieChart></c:plotArea>";
    const part = new TextEncoder().encode(`<c:chartSpace ${names}><c:chart>${plot}</c:chart></c:chartSpace>`);
    expect(read(inline(`<c:chart ${names} r:id="rId-chart.xml"/>`), { "chart.xml": part }).found).toMatchObject([
      { drawing: { kind: "chart", chart: { groups: [{ kind: "pie" }] } } },
    ]);
  });

  it("leads to an address", () => {
    const linked = '<wp:docPr id="1" name="D"><a:hlinkClick r:id="web"/></wp:docPr>';
    const link = "https://example.com/";
    expect(read(inline(SHAPE, linked)).found).toMatchObject([{ link, drawing: { link } }]);
  });

  it("is not there if it is hidden", () => {
    expect(read(inline(SHAPE, '<wp:docPr id="1" name="D" hidden="1"/>')).found).toEqual([]);
  });

  it("keeps its room where its kind is unknown, and a warning says so", () => {
    const { found, warnings } = read(inline("<a:unknown/>"));
    expect(found).toMatchObject([{ widthPt: 100, heightPt: 50, drawing: { kind: "group", children: [] } }]);
    expect(warnings).toEqual(["a drawing of an unknown kind was left out"]);
  });
});

describe("a drawing that floats", () => {
  const position = (axis: "H" | "V", relativeTo: string, offset: number) =>
    `<wp:position${axis} relativeFrom="${relativeTo}"><wp:posOffset>${offset}</wp:posOffset></wp:position${axis}>`;
  const positions = position("H", "margin", 254_000) + position("V", "page", 381_000);
  const placeOf = (attributes: string, content = positions) => {
    const [floating] = read(anchor(attributes, content)).found;
    return floating?.kind === "anchor" && [floating.anchor.horizontal, floating.anchor.vertical];
  };

  it("stands from the page's corner where it says so, else as its positions say", () => {
    const simple = `<wp:simplePos x="127000" y="1270000"/>${positions}`;
    expect(placeOf('simplePos="1"', simple)).toMatchObject([
      { relativeTo: "page", offsetPt: 10 },
      { relativeTo: "page", offsetPt: 100 },
    ]);
    expect(placeOf('simplePos="0"', simple)).toMatchObject([
      { relativeTo: "margin", offsetPt: 20 },
      { relativeTo: "page", offsetPt: 30 },
    ]);
  });

  it("stands by the alternative that is known, which has a share of the page", () => {
    const share =
      '<wp:positionH relativeFrom="page" xmlns:wp14="http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing"><wp14:pctPosHOffset>25000</wp14:pctPosHOffset></wp:positionH>';
    const alternatives = `<mc:AlternateContent><mc:Choice Requires="wp14">${share}</mc:Choice><mc:Fallback>${position("H", "page", 0)}</mc:Fallback></mc:AlternateContent>`;
    expect(placeOf("", alternatives + position("V", "page", 0))).toMatchObject([
      { relativeTo: "page", share: 0.25 },
      {},
    ]);
  });
});
