/** A template to start from. */
export interface StarterTemplate {
  id: string;
  name: string;
  text: string;
  type: "html" | "docx" | "xlsx" | "pptx" | "pdf";
  /** What its merges are called. */
  outputName: string;
  /** Members of the new document beside the template. */
  members?: Readonly<Record<string, unknown>>;
}

const A4 = { size_width: "8.27", size_height: "11.69" };
/** For archiving: PDF/A-3 with structure, readable by everybody, and the invoice for machines in it. */
const E_INVOICE = { e_invoice: "en16931", pdf_a: "3a", pdf_ua: 1, title: "Invoice {$invoice.number}" };
const sides = (inches: number) => ({ top: inches, right: inches, bottom: inches, left: inches });

/** Those for programs that everybody has come first. */
export const STARTER_TEMPLATES: readonly StarterTemplate[] = [
  {
    id: "invoice-word",
    name: "Invoice in Word",
    text: "Items, tax and total are added up by the template.",
    type: "docx",
    outputName: "Invoice {$Number}",
  },
  {
    id: "offer",
    name: "Offer",
    text: "A table that grows with its items, and an optional discount.",
    type: "docx",
    outputName: "Offer {$Number}",
  },
  {
    id: "contract",
    name: "Contract",
    text: "Clauses that appear only when they apply.",
    type: "docx",
    outputName: "Contract {$Number}",
  },
  {
    id: "labels-word",
    name: "Address labels in Word",
    text: "A sheet of labels in two columns, with QR codes.",
    type: "docx",
    outputName: "Labels",
  },
  {
    id: "e-invoice-word",
    name: "E-invoice in Word",
    text: "A PDF with a machine-readable invoice, validated against EN 16931.",
    type: "docx",
    outputName: "Invoice {$invoice.number}",
    members: { settings: E_INVOICE },
  },
  {
    id: "certificate-slide",
    name: "Certificate in PowerPoint",
    text: "A slide with a frame; move what you like where you like.",
    type: "pptx",
    outputName: "Certificate {$Name}",
  },
  { id: "product-deck", name: "Product deck", text: "A slide for each product.", type: "pptx", outputName: "{$Title}" },
  {
    id: "registration",
    name: "Registration form",
    text: "A PDF form filled by field names and tags, with check boxes.",
    type: "pdf",
    outputName: "Registration {$LastName}",
  },
  {
    id: "project-report",
    name: "Project report",
    text: "An Excel table with sums and a chart that grow with the data.",
    type: "xlsx",
    outputName: "{$Project}",
  },
  {
    id: "invoice",
    name: "Invoice",
    text: "Items, tax and total are added up by the template.",
    type: "html",
    outputName: "Invoice {$Number}",
    members: { ...A4, settings: { margins: sides(0.7) } },
  },
  {
    id: "e-invoice",
    name: "E-invoice",
    text: "Factur-X / ZUGFeRD: a PDF with a machine-readable invoice, validated against EN 16931.",
    type: "html",
    outputName: "Invoice {$invoice.number}",
    members: { ...A4, settings: { margins: sides(0.7), ...E_INVOICE } },
  },
  {
    id: "letter",
    name: "Letter",
    text: "A business letter with as many paragraphs as you send.",
    type: "html",
    outputName: "Letter to {$Recipient.Name}",
    members: { ...A4, settings: { margins: sides(0.9) } },
  },
  {
    id: "certificate",
    name: "Certificate",
    text: "Landscape, with a frame.",
    type: "html",
    outputName: "Certificate {$Name}",
    members: { ...A4, settings: { landscape: 1, margins: sides(0.5) } },
  },
  {
    id: "price-list",
    name: "Price list",
    text: "Articles in groups, new ones marked.",
    type: "html",
    outputName: "{$Title}",
    members: { ...A4, settings: { margins: sides(0.7) } },
  },
  {
    id: "delivery-note",
    name: "Delivery note",
    text: "With a barcode and check boxes.",
    type: "html",
    outputName: "Delivery note {$Number}",
    members: { ...A4, settings: { margins: sides(0.7) } },
  },
  {
    id: "labels",
    name: "Address labels",
    text: "A sheet of labels with QR codes.",
    type: "html",
    outputName: "Labels",
    members: { ...A4, settings: { margins: sides(0.4) } },
  },
  {
    id: "order-mail",
    name: "Order confirmation",
    text: "An e-mail whose body is the merged HTML.",
    type: "html",
    outputName: "Order {$Number}",
    members: { output: "email", notification: { to: "{$Email}", subject: "Your order {$Number} is on its way" } },
  },
];
