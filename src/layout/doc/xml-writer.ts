/** Small pieces of markup as text. */

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as it may stand in an element or a quoted attribute; characters that XML does not know are dropped. */
export function escapeText(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "");
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element; attributes without a value are left out. */
export function element(name: string, attributes: Attributes = {}, content = ""): string {
  let start = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) start += ` ${key}="${typeof value === "number" ? value : escapeText(value)}"`;
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
