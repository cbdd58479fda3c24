/** How dates and times are written (OpenDocument 1.3 Part 3, 16.29.11) -> pictures of Word's fields. */
import { elementsOf, type OdfNode, textOf } from "../open-document/odf-nodes.ts";

/** Element -> what stands for it, short and long. */
const PARTS: Readonly<Record<string, readonly [short: string, long: string]>> = {
  "number:day": ["d", "dd"],
  "number:year": ["yy", "yyyy"],
  "number:day-of-week": ["ddd", "dddd"],
  "number:minutes": ["m", "mm"],
  "number:seconds": ["s", "ss"],
  "number:am-pm": ["AM/PM", "AM/PM"],
};
const MOST_CHARACTERS = 100;

export class DatePictures {
  readonly #pictures = new Map<string, string>();

  /** `office:styles` or `office:automatic-styles`. */
  addStyles(container: OdfNode | undefined): void {
    for (const node of elementsOf(container)) {
      if (node.name !== "number:date-style" && node.name !== "number:time-style") continue;
      this.#pictures.set(node.attributes["style:name"] ?? "", pictureOf(node));
    }
  }

  /** The picture of a style, for `\@`. */
  picture(styleName: string | undefined): string | undefined {
    return this.#pictures.get(styleName ?? "");
  }
}

function pictureOf(style: OdfNode): string {
  const parts = elementsOf(style);
  const hasHalves = parts.some(({ name }) => name === "number:am-pm");
  const picture = parts.map((part) => partOf(part, hasHalves)).join("");
  return picture.slice(0, MOST_CHARACTERS);
}

function partOf(node: OdfNode, hasHalves: boolean): string {
  const isLong = node.attributes["number:style"] === "long";
  const usual = PARTS[node.name];
  if (usual) return usual[isLong ? 1 : 0];
  if (node.name === "number:month") {
    const letters = node.attributes["number:textual"] === "true" ? ["MMM", "MMMM"] : ["M", "MM"];
    return letters[isLong ? 1 : 0] ?? "";
  }
  if (node.name === "number:hours") return (hasHalves ? "h" : "H").repeat(isLong ? 2 : 1);
  const text = node.name === "number:text" ? textOf(node).replace(/['"\\]/g, "") : "";
  return /[a-z]/i.test(text) ? `'${text}'` : text;
}
