import { present } from "../domain/present.ts";

const SPECIAL = /[&<>"']/;
const REPLACEMENTS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#039;",
};

/** Escapes what is special in html text and attribute values. */
export function escapeHtml(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[&<>"']/g, (character) => present(REPLACEMENTS[character])) : text;
}
