import type { FailureItem } from "../domain/failure.ts";
import type { TemplateWarning } from "../domain/template-warning.ts";
import type { TemplateMessage } from "../language/lint/check-template.ts";
import type { TemplateError } from "../language/template-error.ts";

/** A template's error as answers list it: the part it is in, and one sentence with what to write instead. */
export function errorItem(part: string, error: TemplateError, hint?: string): FailureItem {
  const { tag, line, column, message, expected, suggestion } = error;
  const hints = [
    // The hint says what to write, too.
    hint ?? (expected && `expected ${expected}`),
    suggestion && !message.includes(suggestion) && `did you mean ${suggestion}?`,
  ];
  return { part, tag, line, column, message: [message, ...hints].filter(Boolean).join("; ") };
}

/** A warning about the text of a part, as answers list it. */
export function warningItem(part: string, place: string, found: TemplateMessage): TemplateWarning {
  const { code, text, message, remedy, line, column, offset, length } = found;
  return { code, part, place, text, message, remedy, line, column, offset, length };
}
