import { PDFDocument, type PDFPage, rgb, StandardFonts } from "@cantoo/pdf-lib";

const TEAL = rgb(0.06, 0.43, 0.39);
const QUIET = rgb(0.4, 0.44, 0.5);
const LINE = rgb(0.79, 0.81, 0.84);

/** A PDF form on A4: text fields filled by name and by tags, boxes to tick. */
export async function registrationForm(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const date = new Date("2026-01-01T00:00:00Z");
  pdf.setCreationDate(date);
  pdf.setModificationDate(date);
  pdf.setTitle("Registration");
  pdf.setLanguage("en");
  const page = pdf.addPage([595.28, 841.89]);
  const [plain, bold] = [
    await pdf.embedFont(StandardFonts.Helvetica),
    await pdf.embedFont(StandardFonts.HelveticaBold),
  ];
  const form = pdf.getForm();

  page.drawRectangle({ x: 0, y: 776, width: 595.28, height: 66, color: TEAL });
  page.drawText("Registration", { x: 56, y: 800, size: 24, font: bold, color: rgb(1, 1, 1) });
  const label = (text: string, x: number, y: number) =>
    page.drawText(text, { x, y, size: 8.5, font: plain, color: QUIET });
  const field = (target: PDFPage, name: string, caption: string, x: number, y: number, width: number, text = "") => {
    label(caption, x, y + 24);
    const one = form.createTextField(name);
    if (text) one.setText(text);
    one.addToPage(target, { x, y, width, height: 20, borderColor: LINE, borderWidth: 0.75, font: plain });
    one.setFontSize(11);
  };

  field(page, "Event", "Event", 56, 712, 483);
  field(page, "FirstName", "First name", 56, 660, 233);
  field(page, "LastName", "Last name", 306, 660, 233);
  field(page, "Email", "E-mail", 56, 608, 233);
  field(page, "Phone", "Telephone", 306, 608, 233);
  field(page, "Address", "Address", 56, 556, 483, "{$Street}, {$City}");
  field(page, "Arrival", "Arrival", 56, 504, 233, "{$ArrivalDate|date_format:'%A, %B %e, %Y'}");
  field(page, "Nights", "Nights", 306, 504, 108);

  page.drawText("I would like", { x: 56, y: 462, size: 11, font: bold });
  for (const [index, [name, caption]] of (
    [
      ["Vegetarian", "vegetarian meals"],
      ["Workshop", "to take part in the workshop"],
      ["Newsletter", "to hear of further events"],
    ] as const
  ).entries()) {
    const y = 434 - index * 26;
    form
      .createCheckBox(name)
      .addToPage(page, { x: 56, y, width: 14, height: 14, borderColor: LINE, borderWidth: 0.75 });
    page.drawText(caption, { x: 80, y: y + 3, size: 10.5, font: plain });
  }
  page.drawLine({ start: { x: 56, y: 300 }, end: { x: 289, y: 300 }, thickness: 0.75, color: LINE });
  page.drawLine({ start: { x: 306, y: 300 }, end: { x: 539, y: 300 }, thickness: 0.75, color: LINE });
  label("Date", 56, 288);
  label("Signature", 306, 288);

  return pdf.save();
}
