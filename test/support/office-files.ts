import { strToU8, zipSync } from "fflate";

const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main";
const SLIDES = "http://schemas.openxmlformats.org/presentationml/2006/main";
const OPEN_XML = "application/vnd.openxmlformats-officedocument";

type Parts = Readonly<Record<string, string | Uint8Array>>;

function packageOf(parts: Parts, overrides: Readonly<Record<string, string>>): Uint8Array {
  const types = Object.entries(overrides)
    .map(([part, type]) => `<Override PartName="/${part}" ContentType="${OPEN_XML}.${type}+xml"/>`)
    .join("");
  const rels = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`;
  const contentTypes = `<Types xmlns="${TYPES}">${rels}<Default Extension="xml" ContentType="application/xml"/>${types}</Types>`;
  const all = Object.entries({ "[Content_Types].xml": contentTypes, ...parts });

  return zipSync(
    Object.fromEntries(all.map(([name, part]) => [name, typeof part === "string" ? strToU8(part) : part])),
  );
}

function relationships(targets: Readonly<Record<string, readonly [type: string, target: string]>>): string {
  const items = Object.entries(targets).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${RELATIONSHIPS}">${items.join("")}</Relationships>`;
}

/** A Word document on US Letter. @param body content of `w:body` before the section's properties */
export function wordDocument(body: string, more: Parts = {}): Uint8Array {
  const section = `<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr>`;
  return packageOf(
    {
      "_rels/.rels": relationships({ rId1: ["officeDocument", "word/document.xml"] }),
      "word/document.xml": `<w:document xmlns:w="${WORD}"><w:body>${body}${section}</w:body></w:document>`,
      ...more,
    },
    { "word/document.xml": "wordprocessingml.document.main" },
  );
}

/** A Word document that carries a font. */
export function wordDocumentWithFont(body: string, family: string, font: Uint8Array): Uint8Array {
  const embedded = `<w:font w:name="${family}"><w:embedRegular r:id="rId1"/></w:font>`;
  return wordDocument(body, {
    "word/_rels/document.xml.rels": relationships({ rId1: ["fontTable", "fontTable.xml"] }),
    "word/fontTable.xml": `<w:fonts xmlns:w="${WORD}" xmlns:r="${OFFICE}">${embedded}</w:fonts>`,
    "word/_rels/fontTable.xml.rels": relationships({ rId1: ["font", "fonts/font1.odttf"] }),
    "word/fonts/font1.odttf": font,
  });
}

/** A paragraph of a Word document. */
export function paragraph(text: string): string {
  return `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A presentation of 10 by 7.5 inches: one text box on each slide, each line of its text a paragraph. */
export function presentation(slides: readonly { text: string; hidden?: boolean }[]): Uint8Array {
  const numbers = slides.map((_, index) => index + 1);
  const tree = (shapes: string) =>
    `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
  const namespaces = `xmlns:a="${DRAWING}" xmlns:p="${SLIDES}" xmlns:r="${OFFICE}"`;
  const box = (text: string) =>
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Box"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="914400" y="914400"/><a:ext cx="6858000" cy="914400"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/>${text
      .split("\n")
      .map((line) => `<a:p><a:r><a:rPr lang="en-US" sz="2400"/><a:t>${line}</a:t></a:r></a:p>`)
      .join("")}</p:txBody></p:sp>`;
  const colors = ["dk1", "lt1", "dk2", "lt2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]
    .concat("hlink", "folHlink")
    .map((name, index) => `<a:${name}><a:srgbClr val="${index % 2 === 0 ? "000000" : "FFFFFF"}"/></a:${name}>`)
    .join("");
  const font = `<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>`;
  const map = `<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>`;
  const parts: Record<string, string> = {
    "_rels/.rels": relationships({ rId1: ["officeDocument", "ppt/presentation.xml"] }),
    "ppt/presentation.xml": `<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rIdM"/></p:sldMasterIdLst><p:sldIdLst>${numbers.map((number) => `<p:sldId id="${255 + number}" r:id="rId${number}"/>`).join("")}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationships({
      ...Object.fromEntries(numbers.map((number) => [`rId${number}`, ["slide", `slides/slide${number}.xml`]])),
      rIdM: ["slideMaster", "slideMasters/slideMaster1.xml"],
    }),
    "ppt/slideMasters/slideMaster1.xml": `<p:sldMaster ${namespaces}>${tree("")}${map}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    "ppt/slideMasters/_rels/slideMaster1.xml.rels": relationships({
      rId1: ["slideLayout", "../slideLayouts/slideLayout1.xml"],
      rId2: ["theme", "../theme/theme1.xml"],
    }),
    "ppt/slideLayouts/slideLayout1.xml": `<p:sldLayout ${namespaces}>${tree("")}</p:sldLayout>`,
    "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relationships({
      rId1: ["slideMaster", "../slideMasters/slideMaster1.xml"],
    }),
    "ppt/theme/theme1.xml": `<a:theme xmlns:a="${DRAWING}" name="T"><a:themeElements><a:clrScheme name="T">${colors}</a:clrScheme><a:fontScheme name="T"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="T"/></a:themeElements></a:theme>`,
  };
  const overrides: Record<string, string> = {
    "ppt/presentation.xml": "presentationml.presentation.main",
    "ppt/slideMasters/slideMaster1.xml": "presentationml.slideMaster",
    "ppt/slideLayouts/slideLayout1.xml": "presentationml.slideLayout",
    "ppt/theme/theme1.xml": "theme",
  };
  for (const [index, { text, hidden }] of slides.entries()) {
    const part = `ppt/slides/slide${index + 1}.xml`;
    parts[part] = `<p:sld ${namespaces}${hidden ? ' show="0"' : ""}>${tree(box(text))}</p:sld>`;
    parts[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = relationships({
      rId1: ["slideLayout", "../slideLayouts/slideLayout1.xml"],
    });
    overrides[part] = "presentationml.slide";
  }
  return packageOf(parts, overrides);
}
