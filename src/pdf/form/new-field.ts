import { Failure } from "../../domain/failure.ts";
import type { ValueFormat } from "./value-format.ts";

export const NEW_FIELD_KINDS = ["text", "multiline", "comb", "check", "radio", "choice", "image", "signature"] as const;

/** The fonts of a new field's text, and their names in resources of forms. */
export const NEW_FIELD_FONTS = { Helvetica: "Helv", Times: "TiRo", Courier: "Cour" } as const;

export const NEW_FIELD_BASE_FONTS = { Helvetica: "Helvetica", Times: "Times-Roman", Courier: "Courier" } as const;

/** A field to be added. */
export interface NewField {
  /** Counted from 1. */
  page: number;
  /** Lower left and upper right corner, in points of the page's own coordinates. */
  box: readonly number[];
  kind: (typeof NEW_FIELD_KINDS)[number];
  /** Full name; what stands before a period is a group of fields. */
  name: string;
  /** What is read aloud. */
  tooltip?: string;
  required?: boolean;
  maxLength?: number;
  /** Cells of a comb. */
  count?: number;
  /** What a check box or radio button is when it is on. */
  value?: string;
  /** What can be chosen. */
  options?: readonly string[];
  /** What a text or choice holds until it is filled. */
  text?: string;
  /** Of a check box or radio button: when it is on, in the language of templates. */
  condition?: string;
  /** Of a text: how its value is shown. */
  format?: ValueFormat;
  font?: keyof typeof NEW_FIELD_FONTS;
  /** 0 for a size that fits. */
  fontSizePoints?: number;
  align?: "left" | "center" | "right";
  /** Red, green and blue, 0 to 1. */
  color?: readonly number[];
}

export function refused(
  index: number,
  member: string,
  what: string,
  code: "invalid_request" | "pdf_page_out_of_range" = "invalid_request",
): Failure {
  const message = `Field ${index + 1} cannot be added: ${what}.`;
  return new Failure(code, message, { errors: [{ pointer: `/fields/${index}/${member}`, message }] });
}
