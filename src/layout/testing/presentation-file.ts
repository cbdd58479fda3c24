import { ZipWriter } from "../../office/zip-writer.ts";

const NAMES =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ' +
  'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A relationship of a part; `target` is relative to the part. */
type Relation = readonly [id: string, type: string, target: string];

function relationships(entries: readonly Relation[]): string {
  const list = entries.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONSHIP}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join("")}</Relationships>`;
}

/** `a:xfrm` of a box in points. */
export function slideBox(x: number, y: number, width: number, height: number, attributes = ""): string {
  return `<a:xfrm ${attributes}><a:off x="${x * 12700}" y="${y * 12700}"/><a:ext cx="${width * 12700}" cy="${height * 12700}"/></a:xfrm>`;
}

/** A shape of a slide. `properties` are those of `p:spPr`, `paragraphs` are `a:p`. */
export function slideShape(
  properties: string,
  paragraphs = "",
  { placeholder = "", body = "<a:bodyPr/>", names = "" } = {},
): string {
  const text = paragraphs && `<p:txBody>${body}<a:lstStyle/>${paragraphs}</p:txBody>`;
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x" ${names}/><p:cNvSpPr/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>` +
    `<p:spPr>${properties}</p:spPr>${text}</p:sp>`
  );
}

export function slideParagraph(text: string, run = "", properties = ""): string {
  return `<a:p>${properties}<a:r><a:rPr ${run}/><a:t>${text}</a:t></a:r></a:p>`;
}

/** A .pptx of slides of 720 by 540 points; each is the content of its shape tree. `parts` are further ones, by name. */
export function presentationFile(
  slides: readonly string[],
  {
    parts = {},
    relations = [],
    master = "",
  }: { parts?: Record<string, string | Uint8Array>; relations?: readonly Relation[]; master?: string } = {},
): Uint8Array {
  const sheet = (name: string, objects: string, more = "") =>
    `<p:${name} ${NAMES}><p:cSld><p:spTree>${objects}</p:spTree></p:cSld>${more}</p:${name}>`;
  const map = '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1"/>';
  const all: Record<string, string | Uint8Array> = {
    "_rels/.rels": relationships([["r1", "officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": `<p:presentation ${NAMES}><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="r${index}"/>`)
      .join("")}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relationships(
      slides.map((_, index) => [`r${index}`, "slide", `slides/slide${index}.xml`]),
    ),
    "ppt/slideLayouts/slideLayout1.xml": sheet("sldLayout", ""),
    "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relationships([
      ["r1", "slideMaster", "../slideMasters/slideMaster1.xml"],
    ]),
    "ppt/slideMasters/slideMaster1.xml": sheet("sldMaster", master, map),
    ...parts,
  };
  for (const [index, slide] of slides.entries()) {
    all[`ppt/slides/slide${index}.xml`] = sheet("sld", slide);
    all[`ppt/slides/_rels/slide${index}.xml.rels`] = relationships([
      ["layout", "slideLayout", "../slideLayouts/slideLayout1.xml"],
      ...relations,
    ]);
  }
  const bytes = (content: string | Uint8Array) =>
    typeof content === "string" ? new TextEncoder().encode(content) : content;
  const file = new ZipWriter();
  for (const [name, content] of Object.entries(all)) file.add(name, bytes(content));
  return file.finish();
}
