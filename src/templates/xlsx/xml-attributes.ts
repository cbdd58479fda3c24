import { decodeXmlText, escapeXmlText } from "../../office/xml-text.ts";

const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Decoded attributes of an opening tag, by qualified name. */
export function attributesOf(opening: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single] of opening.matchAll(ATTRIBUTE))
    attributes.set(name, decodeXmlText(double ?? single ?? ""));
  return attributes;
}

/** The opening tag with an attribute set to a value, or without it if the value is undefined. */
export function withAttribute(opening: string, name: string, value: string | undefined): string {
  const pattern = new RegExp(`\\s${name.replace(":", "\\:")}\\s*=\\s*(?:"[^"]*"|'[^']*')`);
  const written = value === undefined ? "" : ` ${name}="${escapeXmlText(value)}"`;
  if (pattern.test(opening)) return opening.replace(pattern, () => written);
  return value === undefined ? opening : opening.replace(/(?<!\s)\s*(\/?>)$/, (_, end: string) => `${written}${end}`);
}
