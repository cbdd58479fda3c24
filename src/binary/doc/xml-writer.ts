/** Small pieces of markup as text. */

import { escapeXmlText } from "../../office/xml-text.ts";
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element; attributes without a value are left out. */
export function element(name: string, attributes: Attributes = {}, content = ""): string {
  let start = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) start += ` ${key}="${typeof value === "number" ? value : escapeXmlText(value)}"`;
  }
  return content === "" ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** An on/off property; nothing when it is not said. */
export function toggle(name: string, value: boolean | undefined): string {
  return value === undefined ? "" : value ? `<${name}/>` : `<${name} w:val="0"/>`;
}

/** An element whose only attribute is `w:val`; nothing when there is no value. */
export function valued(name: string, value: string | number | undefined): string {
  return value === undefined ? "" : element(name, { "w:val": value });
}
