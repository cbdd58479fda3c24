/** What the assembler takes: tags with their trees, and the text between them. */

import type { Tag } from "./ast.ts";

/**
 * What a template is made of before its blocks are paired. Formats build this list themselves: text is whatever they
 * print between tags (html, XML of a part), and `meta` comes back with the tag when its value is printed.
 */
export type AssemblyToken =
  | { kind: "text"; text: string; literal?: boolean }
  | { kind: "tag"; tag: Tag; meta?: unknown };
