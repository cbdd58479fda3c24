import { zipSync } from "fflate";

const OPEN_XML = "application/vnd.openxmlformats-officedocument";
const MAIN_PARTS = {
  docx: ["word/document.xml", `${OPEN_XML}.wordprocessingml.document.main+xml`],
  xlsx: ["xl/workbook.xml", `${OPEN_XML}.spreadsheetml.sheet.main+xml`],
  pptx: ["ppt/presentation.xml", `${OPEN_XML}.presentationml.presentation.main+xml`],
} as const;

/** The smallest package of a type that names itself rightly; `text` makes packages differ. */
export function officeFile(type: keyof typeof MAIN_PARTS, text = ""): Uint8Array {
  const [part, mediaType] = MAIN_PARTS[type];
  const encode = (xml: string) => new TextEncoder().encode(xml);

  return zipSync({
    "[Content_Types].xml": encode(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${part}" ContentType="${mediaType}"/></Types>`,
    ),
    [part]: encode(`<root>${text}</root>`),
  });
}

/** A PDF of one empty page. */
export function pdfFile(): Uint8Array {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>",
  ];
  let pdf = "%PDF-1.4\n";
  const offsets = objects.map((body, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = pdf.length;
  pdf += `xref\n0 4\n0000000000 65535 f \n${offsets.join("")}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;

  return new TextEncoder().encode(pdf);
}
