import type { FailureItem } from "../domain/failure.ts";
import type { TemplateError } from "../language/template-error.ts";

/** A template's error as answers list it: the part it stands in, and one sentence with what to write instead. */
export function errorItem(part: string, error: TemplateError): FailureItem {
  const { tag, line, column, message, expected, suggestion } = error;
  const hints = [
    expected && `expected ${expected}`,
    suggestion && !message.includes(suggestion) && `did you mean ${suggestion}?`,
  ];
  return { part, tag, line, column, message: [message, ...hints].filter(Boolean).join("; ") };
}
