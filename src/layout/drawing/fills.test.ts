import { describe, expect, it } from "vitest";
import { readXml } from "../../office/xml-node.ts";
import type { ImageFill, Tiling } from "../model/fill.ts";
import { Theme } from "../model/theme.ts";
import { readDiagramText } from "./diagram-text.ts";
import { readDrawingColor, readFill, readStroke } from "./drawingml-style.ts";
import { imagePlaces } from "./image-places.ts";

const theme = new Theme(undefined);
const A =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const element = (content: string, name = "a:holder") => readXml(`<${name} ${A}>${content}</${name}>`);

describe("readDrawingColor", () => {
  it.each([
    ['<a:srgbClr val="FF8000"/>', "#ff8000", 1],
    ['<a:prstClr val="red"/>', "#ff0000", 1],
    ['<a:sysClr val="windowText" lastClr="112233"/>', "#112233", 1],
    ['<a:sysClr val="window"/>', "#ffffff", 1],
    ['<a:scrgbClr r="100000" g="0" b="0"/>', "#ff0000", 1],
    ['<a:hslClr hue="7200000" sat="100000" lum="50000"/>', "#00ff00", 1],
    ['<a:schemeClr val="phClr"/>', "#abcdef", 1],
    ['<a:srgbClr val="808080"><a:lumMod val="50000"/></a:srgbClr>', "#404040", 1],
    ['<a:srgbClr val="000000"><a:alpha val="40000"/></a:srgbClr>', "#000000", 0.4],
    ['<a:srgbClr val="000000"><a:alpha val="40%"/><a:alphaMod val="50000"/></a:srgbClr>', "#000000", 0.2],
    ['<a:srgbClr val="000000"><a:alpha val="90000"/><a:alphaOff val="50000"/></a:srgbClr>', "#000000", 1],
  ])("%s", (markup, color, opacity) => {
    const found = readDrawingColor(element(markup), theme, "#abcdef");
    expect(found?.color).toBe(color);
    expect(found?.opacity).toBeCloseTo(opacity);
  });
});

describe("readFill", () => {
  it("is what lies over a picture", () => {
    const over = (blend: string) =>
      `<a:blipFill><a:blip r:embed="r1"/><a:tile/></a:blipFill><a:effectLst><a:fillOverlay blend="${blend}"><a:solidFill>${color("FF0000")}</a:solidFill></a:fillOverlay></a:effectLst>`;
    expect(fill(over("mult"))).toEqual({ kind: "solid", color: "#ff0000", opacity: 1 });
    expect(fill(over("screen"))?.kind).toBe("picture");
  });

  const fill = (markup: string) => readFill(element(markup), theme, (id) => (id === "r1" ? "picture.png" : undefined));
  const color = (value: string) => `<a:srgbClr val="${value}"/>`;

  it.each([
    ["<a:noFill/>", { kind: "none" }],
    [`<a:solidFill>${color("FF0000")}</a:solidFill>`, { kind: "solid", color: "#ff0000", opacity: 1 }],
    [
      `<a:pattFill prst="cross"><a:fgClr>${color("FF0000")}</a:fgClr></a:pattFill>`,
      { kind: "pattern", preset: "cross", foreground: "#ff0000", background: "#ffffff", opacity: 1 },
    ],
    ["<a:pattFill/>", { kind: "none" }],
    ['<a:blipFill><a:blip r:embed="r9"/></a:blipFill>', { kind: "none" }],
    ["<a:ln/>", undefined],
  ])("%s", (markup, expected) => {
    expect(fill(markup)).toEqual(expected);
  });

  it("has the colours of a gradient in their order along its angle", () => {
    const stops = `<a:gs pos="100000">${color("0000FF")}</a:gs><a:gs pos="0">${color("FF0000")}</a:gs>`;
    expect(fill(`<a:gradFill><a:gsLst>${stops}</a:gsLst><a:lin ang="5400000" scaled="1"/></a:gradFill>`)).toMatchObject(
      {
        kind: "gradient",
        angleDeg: 90,
        radial: false,
        stops: [
          { offset: 0, color: "#ff0000" },
          { offset: 1, color: "#0000ff" },
        ],
      },
    );
  });

  it("has the colors of a gradient from its edges to a box within, if it has a path", () => {
    const path = (shape: string) =>
      `<a:gradFill><a:gsLst/><a:path path="${shape}"><a:fillToRect l="50000" t="40%" r="50000" b="60%"/></a:path></a:gradFill>`;
    const focus = { left: 0.5, top: 0.4, right: 0.5, bottom: 0.6 };
    expect(fill(path("circle"))).toMatchObject({ radial: true, path: { shape: "circle", focus } });
    expect(fill(path("shape"))).toMatchObject({ radial: true, path: { shape: "rect", focus } });
  });

  it("colors the dark and the light of a picture", () => {
    const duotone = (content: string) =>
      `<a:blipFill><a:blip r:embed="r1"><a:duotone>${content}</a:duotone></a:blip></a:blipFill>`;
    expect(fill(duotone(color("000080") + color("FFFFEE")))).toMatchObject({ duotone: ["#000080", "#ffffee"] });
    expect(fill(duotone(color("000080")))).not.toHaveProperty("duotone");
  });

  it("stretches or tiles pictures", () => {
    const blip = '<a:blip r:embed="r1"/>';
    const stretched = `<a:blipFill>${blip}<a:stretch><a:fillRect l="10000" r="20000"/></a:stretch></a:blipFill>`;
    const tiled = `<a:blipFill>${blip}<a:tile tx="127000" sx="50000" sy="50000" flip="x" algn="ctr"/></a:blipFill>`;
    expect(fill(stretched)).toMatchObject({ source: "picture.png", tile: false, stretch: { left: 0.1, right: 0.2 } });
    expect(fill(tiled)).toMatchObject({ tile: true, tiling: { offsetXPt: 10, scaleX: 0.5, flip: "x", align: "ctr" } });
  });
});

describe("readStroke", () => {
  it("has width, dashes and the shapes of its ends", () => {
    const line = element(
      '<a:solidFill><a:srgbClr val="00FF00"/></a:solidFill><a:prstDash val="dash"/><a:headEnd type="triangle" w="lg" len="sm"/>',
      "a:ln",
    );
    const wide = line && { ...line, attributes: { ...line.attributes, w: "25400" } };
    expect(readStroke(wide, theme, undefined)).toMatchObject({
      color: "#00ff00",
      widthPt: 2,
      dash: "dash",
      head: { type: "triangle" },
      tail: undefined,
    });
  });

  it("of a gradient is its color that is seen best, where it can have only one", () => {
    const stop = (place: number, color: string, alpha: number) =>
      `<a:gs pos="${place}"><a:srgbClr val="${color}"><a:alpha val="${alpha}"/></a:srgbClr></a:gs>`;
    const stops = stop(0, "FF0000", 0) + stop(50_000, "00FF00", 80_000) + stop(100_000, "0000FF", 40_000);
    expect(
      readStroke(element(`<a:gradFill><a:gsLst>${stops}</a:gsLst></a:gradFill>`, "a:ln"), theme, undefined),
    ).toMatchObject({ color: "#00ff00", opacity: 0.8, gradient: { kind: "gradient" } });
    expect(readStroke(element("<a:gradFill/>", "a:ln"), theme, undefined)).toBeUndefined();
  });
});

describe("picturePlaces", () => {
  const box = { widthPt: 100, heightPt: 50 };
  const image = (more: Partial<ImageFill>): ImageFill => ({
    kind: "picture",
    source: "a",
    tile: false,
    opacity: 1,
    ...more,
  });
  const tiled = (more: Partial<Tiling>) =>
    image({
      tile: true,
      tiling: {
        ...{ offsetXPt: 0, offsetYPt: 0, scaleX: 1, scaleY: 1, flip: "none", align: "tl" },
        tilePt: { widthPt: 50, heightPt: 50 },
        ...more,
      },
    });
  const text = (fill: ImageFill) =>
    imagePlaces(fill, box).map(({ xPt, yPt, widthPt, heightPt, mirrorX, mirrorY }) =>
      [`${xPt},${yPt} ${widthPt}x${heightPt}`, mirrorX ? "x" : "", mirrorY ? "y" : ""].filter(Boolean).join(" "),
    );

  it.each([
    ["fill the box", image({}), ["0,0 100x50"]],
    ["keep away from edges", image({ stretch: { left: 0.1, top: 0, right: 0.4, bottom: 0 } }), ["10,0 50x50"]],
    [
      "are larger where they are cropped",
      image({ crop: { left: 0.5, top: 0, right: 0, bottom: 0 } }),
      ["-100,0 200x50"],
    ],
    ["stand side by side", tiled({}), ["0,0 50x50", "50,0 50x50"]],
    ["begin before the box", tiled({ offsetXPt: 10 }), ["-40,0 50x50", "10,0 50x50", "60,0 50x50"]],
    ["are mirrored in turn", tiled({ flip: "x" }), ["0,0 50x50", "50,0 50x50 x"]],
    ["are aligned to the middle", tiled({ align: "ctr" }), ["-25,0 50x50", "25,0 50x50", "75,0 50x50"]],
  ])("%s", (_, fill, expected) => {
    expect(text(fill)).toEqual(expected);
  });

  it("are drawn larger where there would be too many", () => {
    expect(text(tiled({ scaleX: 0.001, scaleY: 0.001 })).length).toBeLessThan(2_500);
  });
});

describe("readDiagramText", () => {
  const body = (content: string) => element(`<a:bodyPr/>${content}`, "a:txBody");

  it("reads runs with their looks, breaks and spacing", () => {
    const run =
      '<a:r><a:rPr sz="2000" b="1" u="sng"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:rPr><a:t>One</a:t></a:r>';
    const properties =
      '<a:pPr algn="ctr"><a:lnSpc><a:spcPct val="90000"/></a:lnSpc><a:spcAft><a:spcPct val="50000"/></a:spcAft></a:pPr>';
    const text = readDiagramText(body(`<a:p>${properties}${run}<a:br/></a:p>`), theme, "#00ff00");
    const [paragraph] = text?.blocks ?? [];
    expect(paragraph).toMatchObject({
      format: { alignment: "center", line: 216, spaceAfterPt: 12 },
      inlines: [
        { kind: "text", text: "One", format: { sizePt: 20, bold: true, underline: "single", color: "#ff0000" } },
        { kind: "break" },
      ],
    });
  });

  it("takes the shape's colour where the text names none, and is nothing without text", () => {
    const text = readDiagramText(body("<a:p><a:r><a:t>x</a:t></a:r></a:p>"), theme, "#00ff00");
    expect(text?.blocks[0]).toMatchObject({ inlines: [{ format: { color: "#00ff00", sizePt: 18 } }] });
    expect(readDiagramText(body("<a:p/>"), theme, undefined)).toBeUndefined();
  });
});
