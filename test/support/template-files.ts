import { docx, paragraph } from "../../src/templates/testing/docx-builder.ts";
import { pptx, textBox } from "../../src/templates/testing/pptx-builder.ts";
import { buildWorkbook } from "../../src/templates/xlsx/testing/workbook-builder.ts";

/** A small valid file of a type; `text` makes files differ. */
export function officeFile(type: "docx" | "xlsx" | "pptx", text = "text"): Uint8Array {
  switch (type) {
    case "docx":
      return docx({ body: paragraph(text) });
    case "xlsx":
      return buildWorkbook({ sheets: [{ name: "Sheet1", cells: { A1: text } }] });
    case "pptx":
      return pptx([{ shapes: textBox(2, text) }]);
  }
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
