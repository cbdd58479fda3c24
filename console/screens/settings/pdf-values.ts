import { textOf } from "./setting-members.ts";
import { type SignatureValues, signatureSetting, signatureValues } from "./signature-values.ts";

/** The part of a form about the PDF of a document or a data route; an empty text stands for what is not set. */
export interface PdfValues {
  title: string;
  author: string;
  picture_dpi: string | number;
  pdf_a: string;
  signature: SignatureValues;
}

/** What the form begins with. */
export function pdfValues(settings: Readonly<Record<string, unknown>>): PdfValues {
  const { picture_dpi } = settings;

  return {
    title: textOf(settings.title),
    author: textOf(settings.author),
    picture_dpi: typeof picture_dpi === "number" ? picture_dpi : "",
    pdf_a: textOf(settings.pdf_a),
    signature: signatureValues(settings.signature),
  };
}

/** The settings as the service takes them: all of them, with empty text for those not set. */
export function pdfSettings({ title, author, picture_dpi, pdf_a, signature }: PdfValues): Record<string, unknown> {
  return { title, author, picture_dpi: String(picture_dpi), pdf_a, signature: signatureSetting(signature) };
}
