import { formatNumber } from "../../../office/number-format.ts";
import { parseXml, type XmlElement } from "../../../office/xml-tree.ts";
import type { StoryParagraph } from "./story.ts";
import type { FieldStyles } from "./styles.ts";

interface Level {
  start: number;
  format: string;
  text: string;
  /** Level after which it restarts, counted from 1; 0: never. */
  restart: number | undefined;
  isLegal: boolean;
  styleId: string | undefined;
}

interface List {
  abstractId: string;
  levels: Map<number, Level>;
  starts: Map<number, number>;
}

/** The number of a paragraph: what it shows, and the numbers of the levels above it. */
export interface ListLabel {
  text: string;
  /** Labels of the levels from the first one down to its own. */
  levels: readonly string[];
  listId: string;
}

const LEVELS = 9;

/** Numbers of paragraphs (ECMA-376 Part 1, 17.9), counted over a story. */
export class ListLabels {
  readonly #lists = new Map<string, List>();
  readonly #labels = new Map<StoryParagraph, ListLabel>();

  constructor(numbering: string | undefined, styles: FieldStyles, paragraphs: readonly StoryParagraph[]) {
    if (numbering === undefined) return;
    this.#readLists(parseXml(numbering));
    this.#count(paragraphs, styles);
  }

  of(paragraph: StoryParagraph): ListLabel | undefined {
    return this.#labels.get(paragraph);
  }

  #readLists(root: XmlElement): void {
    const abstracts = new Map(root.elements("w:abstractNum").map((each) => [each.attribute("w:abstractNumId"), each]));
    const byStyle = new Map(
      root.elements("w:abstractNum").map((each) => [each.child("w:styleLink")?.attribute("w:val"), each]),
    );
    for (const num of root.elements("w:num")) {
      const own = abstracts.get(num.child("w:abstractNumId")?.attribute("w:val"));
      const link = own?.child("w:numStyleLink")?.attribute("w:val");
      const abstract = (link === undefined ? undefined : byStyle.get(link)) ?? own;
      const levels = new Map((abstract?.elements("w:lvl") ?? []).map(readLevel));
      const starts = new Map<number, number>();
      for (const override of num.elements("w:lvlOverride")) {
        const level = Number(override.attribute("w:ilvl") ?? 0);
        const replacement = override.child("w:lvl");
        if (replacement) levels.set(level, readLevel(replacement)[1]);
        const start = override.child("w:startOverride")?.attribute("w:val");
        if (start !== undefined) starts.set(level, Number(start));
      }
      const abstractId = abstract?.attribute("w:abstractNumId") ?? "";
      this.#lists.set(num.attribute("w:numId") ?? "", { abstractId, levels, starts });
    }
  }

  #count(paragraphs: readonly StoryParagraph[], styles: FieldStyles): void {
    const counters = new Map<string, (number | undefined)[]>();
    const started = new Set<string>();
    for (const paragraph of paragraphs) {
      const place = this.#placeOf(paragraph, styles);
      const list = place && this.#lists.get(place.numId);
      const definition = list?.levels.get(place?.level ?? 0);
      if (!place || !list || !definition) continue;
      const values = counters.get(list.abstractId) ?? [];
      counters.set(list.abstractId, values);
      if (!started.has(place.numId)) {
        started.add(place.numId);
        for (const [level, start] of list.starts) values[level] = start - 1;
      }
      const current = values[place.level];
      values[place.level] = current === undefined ? definition.start : current + 1;
      for (let deeper = place.level + 1; deeper < LEVELS; deeper++) {
        const restart = list.levels.get(deeper)?.restart;
        if (restart !== 0 && (restart === undefined || place.level < restart)) values[deeper] = undefined;
      }
      const levels = Array.from({ length: place.level + 1 }, (_, level) => labelOf(list, level, values));
      this.#labels.set(paragraph, { text: levels.at(-1) ?? "", levels, listId: list.abstractId });
    }
  }

  #placeOf({ element, styleId }: StoryParagraph, styles: FieldStyles): { numId: string; level: number } | undefined {
    const own = element.child("w:pPr")?.child("w:numPr");
    const inherited = styles.numbering(styleId);
    const numId = own?.child("w:numId")?.attribute("w:val") ?? inherited?.numId;
    if (numId === undefined || numId === "0") return undefined;
    const level = own?.child("w:ilvl")?.attribute("w:val");
    if (level !== undefined) return { numId, level: Number(level) };
    const levels = this.#lists.get(numId)?.levels ?? new Map<number, Level>();
    const linked = [...levels].find(([, each]) => each.styleId !== undefined && each.styleId === styleId)?.[0];
    return { numId, level: linked ?? inherited?.level ?? 0 };
  }
}

function readLevel(element: XmlElement): [level: number, definition: Level] {
  const textOf = (name: string) => element.child(name)?.attribute("w:val");
  const restart = textOf("w:lvlRestart");
  const legal = element.child("w:isLgl");
  return [
    Number(element.attribute("w:ilvl") ?? 0),
    {
      start: Number(textOf("w:start") ?? 0),
      format: textOf("w:numFmt") ?? "decimal",
      text: textOf("w:lvlText") ?? "",
      restart: restart === undefined ? undefined : Number(restart),
      isLegal: legal !== undefined && !/^(?:0|false|off)$/.test(legal.attribute("w:val") ?? "1"),
      styleId: textOf("w:pStyle"),
    },
  ];
}

function labelOf({ levels }: List, level: number, values: readonly (number | undefined)[]): string {
  const definition = levels.get(level);
  if (!definition || definition.format === "bullet") return "";
  return definition.text.replace(/%([1-9])/g, (_, digit: string) => {
    const shown = levels.get(Number(digit) - 1);
    const format = definition.isLegal ? "decimal" : (shown?.format ?? "decimal");
    return formatNumber(values[Number(digit) - 1] ?? shown?.start ?? 0, format);
  });
}

const withoutPeriod = (label: string): string => label.replace(/\.\s*$/, "");

/**
 * A paragraph's number for a reference: \\n as it is, \\w with all levels, \\r with those that `from` does not share.
 */
export function referenceNumber(label: ListLabel, kind: "n" | "w" | "r", from: ListLabel | undefined): string {
  const { levels, text } = label;
  if (kind === "n") return withoutPeriod(text);
  const isShared = kind === "r" && from?.listId === label.listId;
  let first = 0;
  while (isShared && first < levels.length - 1 && levels[first] === from.levels[first]) first++;
  let whole = "";
  for (const level of levels.slice(first)) {
    const plain = withoutPeriod(level);
    // Numbers such as 1.2.3 already contain the levels above.
    whole = whole !== "" && plain.startsWith(withoutPeriod(whole)) ? level : whole + level;
  }
  return withoutPeriod(whole);
}
