import type { TemplateWarning } from "../../domain/template-warning.ts";
import { checkTemplate } from "../../language/lint/check-template.ts";
import { htmlWarnings } from "../../templates/html/html-findings.ts";
import { unsafeTagFindings } from "../../templates/html/unsafe-places.ts";

/** A text in the merge language other than the template itself: a file's name, a subject, a condition. */
interface SmallTemplate {
  /** The member of the request that holds it. */
  part: string;
  /** What a person calls it. */
  place: string;
  text: string;
  mode?: "text" | "html";
}

/** Warnings about such a text, worked out whenever it is shown. That it has no field is not worth a warning. */
export function textWarnings({ part, place, text, mode = "text" }: SmallTemplate): TemplateWarning[] {
  if (!/[{[<]|&lt;/.test(text)) return [];
  const found = checkTemplate(text, { mode, isPart: true }).warnings.map((each) => {
    const { code, text: around, message, remedy, line, column, offset, length } = each;
    return { code, part, place, text: around, message, remedy, line, column, offset, length };
  });
  // A text in html is the body of a mail.
  return mode === "html" ? [...found, ...htmlWarnings(part, text, unsafeTagFindings(text), () => place)] : found;
}
