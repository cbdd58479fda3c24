/** What each kind of template can become. */
export const OUTPUTS: readonly { value: string; label: string; types: readonly string[] }[] = [
  { value: "pdf", label: "PDF", types: ["html", "docx", "xlsx", "pptx", "pdf"] },
  { value: "docx", label: "Word file", types: ["docx"] },
  { value: "xlsx", label: "Excel file", types: ["xlsx"] },
  { value: "pptx", label: "PowerPoint file", types: ["pptx"] },
  { value: "html", label: "HTML file", types: ["html"] },
  { value: "email", label: "E-mail", types: ["html", "docx", "xlsx", "pptx", "pdf"] },
  { value: "xml", label: "E-invoice as XML", types: ["html", "docx", "xlsx", "pptx", "pdf"] },
];

/** Where a merged file shows the warnings of a test merge; other outputs have no place for them. */
export const SHOWS_WARNINGS: Readonly<Record<string, string>> = {
  pdf: "at the foot of its pages",
  docx: "below the text",
  xlsx: "in the footer of its printed sheets",
  pptx: "at the foot of its slides",
};

/** Inches, as the interface has them. */
export const PAPERS = [
  { name: "A4", width: "8.27", height: "11.69" },
  { name: "US Letter", width: "8.5", height: "11" },
  { name: "US Legal", width: "8.5", height: "14" },
  { name: "A5", width: "5.83", height: "8.27" },
  { name: "A3", width: "11.69", height: "16.54" },
] as const;
