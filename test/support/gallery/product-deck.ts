import { escapeXml, OFFICE_RELATIONSHIPS, officePackage } from "./office-package.ts";

const A = "http://schemas.openxmlformats.org/drawingml/2006/main";
const NAMESPACES = `xmlns:a="${A}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="${OFFICE_RELATIONSHIPS}"`;

/** Place of a shape on its slide, in EMU. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const frame = ({ x, y, width, height }: Box): string =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`;

/** A text box of paragraphs. */
export function textBox(
  id: number,
  box: Box,
  lines: readonly string[],
  { size = 1800, colour: color = "1C2330", isBold = false, isCentered = false } = {},
): string {
  const run = `<a:rPr lang="en-US" sz="${size}"${isBold ? ' b="1"' : ""}><a:solidFill><a:srgbClr val="${color}"/></a:solidFill><a:latin typeface="Calibri"/></a:rPr>`;
  const paragraphs = lines.map(
    (line) =>
      `<a:p><a:pPr${isCentered ? ' algn="ctr"' : ""}><a:spcAft><a:spcPts val="600"/></a:spcAft></a:pPr><a:r>${run}<a:t>${escapeXml(line)}</a:t></a:r></a:p>`,
  );

  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>${frame(box)}<a:noFill/></p:spPr><p:txBody><a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0"/><a:lstStyle/>${paragraphs.join("")}</p:txBody></p:sp>`;
}

/** A filled rectangle. */
export const block = (id: number, box: Box, color: string): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Block ${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${frame(box)}<a:solidFill><a:srgbClr val="${color}"/></a:solidFill><a:ln><a:noFill/></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody></p:sp>`;

const tree = (shapes: string): string =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;

const SCHEME = [
  "dk1:1C2330",
  "lt1:FFFFFF",
  "dk2:0B4A44",
  "lt2:F1F4F6",
  "accent1:0F6E64",
  "accent2:B4481A",
  "accent3:A8842C",
  "accent4:2F5D9B",
  "accent5:5A2F9C",
  "accent6:667080",
  "hlink:0F6E64",
  "folHlink:5A2F9C",
]
  .map((entry) => {
    const [name, color] = entry.split(":");

    return `<a:${name}><a:srgbClr val="${color}"/></a:${name}>`;
  })
  .join("");
const FONTS = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>';
const FILL = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const LINE = `<a:ln w="9525">${FILL}</a:ln>`;
const EFFECT = "<a:effectStyle><a:effectLst/></a:effectStyle>";
const THEME = `<a:theme xmlns:a="${A}" name="Deck"><a:themeElements><a:clrScheme name="Deck">${SCHEME}</a:clrScheme><a:fontScheme name="Deck"><a:majorFont>${FONTS}</a:majorFont><a:minorFont>${FONTS}</a:minorFont></a:fontScheme><a:fmtScheme name="Deck"><a:fillStyleLst>${FILL.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${LINE.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${EFFECT.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${FILL.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
const COLORS =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

/** A slide, in EMU. */
export const WIDTH = 12192000;
export const HEIGHT = 6858000;

/** A deck: a title, and a slide for each product. */
export function productDeck(): Uint8Array {
  const title = [
    block(2, { x: 0, y: 0, width: WIDTH, height: HEIGHT }, "0B4A44"),
    textBox(3, { x: 900000, y: 2400000, width: 10200000, height: 1000000 }, ["{$Title}"], {
      size: 4800,
      colour: "FFFFFF",
      isBold: true,
    }),
    textBox(
      4,
      { x: 900000, y: 3600000, width: 10200000, height: 600000 },
      ["{$Company}, {$Date|date_format:'%B %Y'}"],
      { size: 2000, colour: "AEE9DE" },
    ),
  ];
  const product = [
    block(2, { x: 0, y: 0, width: 240000, height: HEIGHT }, "0F6E64"),
    textBox(
      3,
      { x: 900000, y: 600000, width: 10200000, height: 800000 },
      ["{slide from=$Products item=product}{$product.name}"],
      { size: 3600, isBold: true },
    ),
    textBox(4, { x: 900000, y: 1500000, width: 10200000, height: 500000 }, ["{$product.claim}"], {
      size: 2000,
      colour: "667080",
    }),
    textBox(
      5,
      { x: 900000, y: 2500000, width: 6400000, height: 3000000 },
      ["{foreach $product.points as $point}", "•  {$point}", "{/foreach}"],
      { size: 2000 },
    ),
    block(6, { x: 8200000, y: 2400000, width: 3000000, height: 1700000 }, "E6F6F3"),
    textBox(7, { x: 8450000, y: 2600000, width: 2600000, height: 400000 }, ["Price"], { size: 1600, colour: "667080" }),
    textBox(
      8,
      { x: 8450000, y: 3050000, width: 2600000, height: 800000 },
      ["{$product.price|number_format:2} {$Currency}{/slide}"],
      { size: 2800, colour: "0F6E64", isBold: true },
    ),
  ];
  return slideDeck([title, product]);
}

const slide = (shapes: readonly string[]): string =>
  `<p:sld ${NAMESPACES}>${tree(shapes.join(""))}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;

/** A presentation of slides, each the shapes on it. */
export function slideDeck(slides: readonly (readonly string[])[]): Uint8Array {
  const theme = `rId${slides.length + 2}`;
  const parts = slides.map((shapes, index) => ({
    name: `slides/slide${index + 1}.xml`,
    id: `rId${index + 2}`,
    shapes,
  }));
  const listed = parts.map(({ id }, index) => `<p:sldId id="${256 + index}" r:id="${id}"/>`).join("");

  return officePackage(
    "ppt/presentation.xml",
    {
      "ppt/presentation.xml": {
        xml: `<p:presentation ${NAMESPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${listed}</p:sldIdLst><p:sldSz cx="${WIDTH}" cy="${HEIGHT}"/><p:notesSz cx="${HEIGHT}" cy="9144000"/></p:presentation>`,
        type: "presentationml.presentation.main",
      },
      ...Object.fromEntries(
        parts.map(({ name, shapes }) => [`ppt/${name}`, { xml: slide(shapes), type: "presentationml.slide" }]),
      ),
      "ppt/slideMasters/slideMaster1.xml": {
        xml: `<p:sldMaster ${NAMESPACES}>${tree("")}${COLORS}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
        type: "presentationml.slideMaster",
      },
      "ppt/slideLayouts/slideLayout1.xml": {
        xml: `<p:sldLayout ${NAMESPACES} type="blank">${tree("")}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
        type: "presentationml.slideLayout",
      },
      "ppt/theme/theme1.xml": { xml: THEME, type: "theme" },
    },
    {
      "ppt/presentation.xml": {
        rId1: ["slideMaster", "slideMasters/slideMaster1.xml"],
        ...Object.fromEntries(parts.map(({ name, id }) => [id, ["slide", name] as const])),
        [theme]: ["theme", "theme/theme1.xml"],
      },
      ...Object.fromEntries(
        parts.map(({ name }) => [
          `ppt/${name}`,
          { rId1: ["slideLayout", "../slideLayouts/slideLayout1.xml"] as const },
        ]),
      ),
      "ppt/slideMasters/slideMaster1.xml": {
        rId1: ["slideLayout", "../slideLayouts/slideLayout1.xml"],
        rId2: ["theme", "../theme/theme1.xml"],
      },
      "ppt/slideLayouts/slideLayout1.xml": { rId1: ["slideMaster", "../slideMasters/slideMaster1.xml"] },
    },
  );
}
