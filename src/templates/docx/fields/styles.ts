import { parseXml } from "../../../office/xml-tree.ts";

/** What fields need to know about a paragraph style. */
interface Style {
  id: string;
  basedOn: string | undefined;
  outlineLevel: number | undefined;
  numId: string | undefined;
  level: number | undefined;
}

/** What word processors call their built-in headings in other languages. */
const HEADING_NAMES = /^(?:heading|überschrift|titre|título|titolo|kop|nagłówek|rubrik|overskrift|otsikko) ([1-9])$/;
const MAX_ANCESTORS = 20;

/** The paragraph styles of a document, by the names that fields use. */
export class FieldStyles {
  readonly #styles = new Map<string, Style>();
  readonly #ids = new Map<string, string>();
  readonly defaultId: string | undefined;

  constructor(xml: string | undefined) {
    for (const element of xml === undefined ? [] : parseXml(xml).elements("w:style")) {
      const id = element.attribute("w:styleId") ?? "";
      const properties = element.child("w:pPr");
      const numbering = properties?.child("w:numPr");
      const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
      this.#styles.set(id, {
        id,
        basedOn: element.child("w:basedOn")?.attribute("w:val"),
        outlineLevel: number(properties?.child("w:outlineLvl")?.attribute("w:val")),
        numId: numbering?.child("w:numId")?.attribute("w:val"),
        level: number(numbering?.child("w:ilvl")?.attribute("w:val")),
      });
      const names = [element.child("w:name"), element.child("w:aliases")].flatMap(
        (each) => each?.attribute("w:val")?.split(",") ?? [],
      );
      for (const name of [...names, id]) {
        const key = name.trim().toLowerCase();
        if (!this.#ids.has(key)) this.#ids.set(key, id);
      }
      if (element.attribute("w:default") === "1" && element.attribute("w:type") === "paragraph") this.defaultId ??= id;
    }
  }

  /** The id of a style by its name, its name in another language, or the number of a heading. */
  idOf(name: string): string | undefined {
    const key = name.trim().toLowerCase();
    const level = /^[1-9]$/.exec(key)?.[0] ?? HEADING_NAMES.exec(key)?.[1];
    return this.#ids.get(key) ?? (level === undefined ? undefined : this.#ids.get(`heading ${level}`));
  }

  /** 1 to 9 for the built-in headings, whatever their styles are called. */
  headingLevel(styleId: string | undefined): number | undefined {
    if (styleId === undefined) return undefined;
    for (let level = 1; level <= 9; level++) if (this.#ids.get(`heading ${level}`) === styleId) return level;
    return undefined;
  }

  /** 1 to 9 (17.3.1.20). */
  outlineLevel(styleId: string | undefined): number | undefined {
    const level = this.#inherited(styleId, ({ outlineLevel }) => outlineLevel);
    return level === undefined || level > 8 ? undefined : level + 1;
  }

  /** The list that a style puts its paragraphs into. */
  numbering(styleId: string | undefined): { numId: string; level: number | undefined } | undefined {
    const numId = this.#inherited(styleId ?? this.defaultId, (style) => style.numId);
    const level = this.#inherited(styleId ?? this.defaultId, (style) => style.level);
    return numId === undefined ? undefined : { numId, level };
  }

  #inherited<Value>(styleId: string | undefined, read: (style: Style) => Value | undefined): Value | undefined {
    let style = styleId === undefined ? undefined : this.#styles.get(styleId);
    for (let step = 0; style && step < MAX_ANCESTORS; step++) {
      const value = read(style);
      if (value !== undefined) return value;
      style = style.basedOn === undefined ? undefined : this.#styles.get(style.basedOn);
    }
    return undefined;
  }
}
