import { parseXml, type XmlElement } from "../../office/xml-tree.ts";

/** A run of rich text: its properties as written, and its text. */
interface TextRun {
  /** `<rPr>...</rPr>` or nothing. */
  properties: string;
  text: string;
}

/** A string item (ECMA-376 Part 1, 18.4.8): one run without properties if it is plain. */
export interface StringItem {
  text: string;
  runs: TextRun[];
}

/** Reads the content of `<si>` or `<is>`; phonetic hints are left out. */
export function readStringItem(element: XmlElement): StringItem {
  const runs: TextRun[] = [];
  for (const child of element.elements()) {
    if (child.name === "t") runs.push({ properties: "", text: excelText(child.text()) });
    if (child.name === "r")
      runs.push({ properties: child.child("rPr")?.outer() ?? "", text: excelText(child.child("t")?.text() ?? "") });
  }
  return { text: runs.map((run) => run.text).join(""), runs };
}

/** Reads the content of an inline string. */
export function readInlineString(content: string): StringItem {
  return readStringItem(parseXml(`<is>${content}</is>`));
}

/** `_x000D_` stands for a character that XML cannot hold (ECMA-376 Part 1, 22.9.2.19). */
function excelText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The other way: a text that would be read as such an escape is escaped itself. */
export function toExcelText(text: string): string {
  return text.includes("_x") ? text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_") : text;
}

/** The shared strings of a workbook; items with merge tags are read separately. */
export class SharedStrings {
  readonly #items: readonly XmlElement[];
  readonly #source: string;
  readonly #withBraces = new Set<number>();
  readonly #read = new Map<number, StringItem>();

  constructor(xml: string) {
    this.#source = xml;
    this.#items = xml === "" ? [] : parseXml(xml).elements("si");
    let brace = xml.indexOf("{");
    this.#items.forEach((item, index) => {
      if (brace >= 0 && brace < item.start) brace = xml.indexOf("{", item.start);
      if (brace >= 0 && brace < item.end) this.#withBraces.add(index);
    });
  }

  item(index: number): StringItem | undefined {
    const element = this.#items[index];
    if (!element) return undefined;
    let item = this.#read.get(index);
    if (!item) this.#read.set(index, (item = readStringItem(element)));
    return item;
  }

  /** Whether any item may hold a merge tag. */
  get hasTags(): boolean {
    return this.#withBraces.size > 0;
  }

  /** Whether any item may hold a tag of other languages. */
  get hasBrackets(): boolean {
    return /\[|&lt;|(?:Start|End):/.test(this.#source);
  }

  /** Whether the item may hold a merge tag. */
  mayHoldTags(index: number): boolean {
    return this.#withBraces.has(index);
  }

  /** The part with the given items emptied: their texts have moved into the cells, but their places must stay. */
  without(indexes: ReadonlySet<number>): string {
    let xml = "";
    let at = 0;
    for (const index of [...indexes].sort((a, b) => a - b)) {
      const element = this.#items[index];
      if (!element) continue;
      xml += `${this.#source.slice(at, element.start)}<si><t/></si>`;
      at = element.end;
    }
    return xml + this.#source.slice(at);
  }
}
