import { formatNumber } from "../../office/number-format.ts";
import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";
import type { NumberingLevel } from "../model/list-level.ts";
import type { Theme } from "../model/theme.ts";
import { integer } from "../model/units.ts";
import { readCharacterProperties } from "./character-properties.ts";
import { readParagraphProperties } from "./paragraph-properties.ts";

type Levels = ReadonlyMap<number, NumberingLevel>;

/** Documents bring dozens of lists of nine levels and use a few: they are read when they are asked for. */
interface NumberingInstance {
  abstractId: string;
  readonly levels: Levels;
  startOverrides: Map<number, number>;
}

interface CounterState {
  values: (number | undefined)[];
  startedInstances: Set<string>;
}

const LEVELS = 9;

export class Numbering {
  readonly #instances = new Map<string, NumberingInstance>();
  readonly #counters = new Map<string, CounterState>();

  constructor(root: XmlNode | undefined, theme: Theme) {
    const abstracts = new Map<string, () => Levels>();
    const styleLinks = new Map<string, string>();
    const linked = new Map<string, string>();
    for (const element of childrenNamed(root, "w:abstractNum")) {
      const id = element.attributes["w:abstractNumId"] ?? "";
      abstracts.set(
        id,
        once(() => readLevels(element, theme)),
      );
      const defines = child(element, "w:styleLink")?.attributes["w:val"];
      if (defines) styleLinks.set(defines, id);
      const uses = child(element, "w:numStyleLink")?.attributes["w:val"];
      if (uses) linked.set(id, uses);
    }
    for (const element of childrenNamed(root, "w:num")) {
      const id = element.attributes["w:numId"] ?? "";
      let abstractId = child(element, "w:abstractNumId")?.attributes["w:val"] ?? "";
      abstractId = styleLinks.get(linked.get(abstractId) ?? "") ?? abstractId;
      const replacements = new Map<number, XmlNode>();
      const startOverrides = new Map<number, number>();
      for (const override of childrenNamed(element, "w:lvlOverride")) {
        const level = integer(override.attributes["w:ilvl"]) ?? 0;
        const replacement = child(override, "w:lvl");
        if (replacement) replacements.set(level, replacement);
        const start = integer(child(override, "w:startOverride")?.attributes["w:val"]);
        if (start !== undefined) startOverrides.set(level, start);
      }
      const levels = once(() => {
        const all = new Map(abstracts.get(abstractId)?.() ?? []);
        for (const [level, replacement] of replacements) all.set(level, readLevel(replacement, theme));
        return all;
      });
      this.#instances.set(id, {
        abstractId,
        get levels() {
          return levels();
        },
        startOverrides,
      });
    }
  }

  level(numberingId: string | undefined, level: number): NumberingLevel | undefined {
    return numberingId === undefined ? undefined : this.#instances.get(numberingId)?.levels.get(level);
  }

  /** The level that a paragraph style is linked to in a numbering instance (`w:lvl/w:pStyle`). */
  levelOfStyle(numberingId: string, styleId: string): number | undefined {
    for (const level of this.#instances.get(numberingId)?.levels.values() ?? []) {
      if (level.paragraphStyle === styleId) return level.level;
    }
    return undefined;
  }

  /** Counts one paragraph and returns its label text; undefined when the list or level does not exist. */
  next(numberingId: string, level: number): { definition: NumberingLevel; label: string } | undefined {
    const instance = this.#instances.get(numberingId);
    const definition = instance?.levels.get(level);
    if (!instance || !definition) return undefined;
    const state = this.#stateOf(instance.abstractId);
    if (!state.startedInstances.has(numberingId)) {
      state.startedInstances.add(numberingId);
      for (const [overridden, start] of instance.startOverrides) state.values[overridden] = start - 1;
      if (instance.startOverrides.size > 0) {
        for (const overridden of instance.startOverrides.keys()) {
          for (let deeper = overridden + 1; deeper < LEVELS; deeper++) {
            if (!instance.startOverrides.has(deeper)) state.values[deeper] = undefined;
          }
        }
      }
    }
    for (let higher = 0; higher < level; higher++) {
      state.values[higher] ??= instance.levels.get(higher)?.start ?? 1;
    }
    state.values[level] = (state.values[level] ?? definition.start - 1) + 1;
    for (let deeper = level + 1; deeper < LEVELS; deeper++) {
      const restart = instance.levels.get(deeper)?.restart;
      if (restart === 0) continue;
      if (restart === undefined || level < restart) {
        const override = instance.startOverrides.get(deeper);
        state.values[deeper] = override === undefined ? undefined : override - 1;
      }
    }
    return { definition, label: labelText(definition, instance.levels, state.values) };
  }

  #stateOf(abstractId: string): CounterState {
    let state = this.#counters.get(abstractId);
    if (!state) {
      state = { values: [], startedInstances: new Set() };
      this.#counters.set(abstractId, state);
    }
    return state;
  }
}

/** Fills `%1`..`%9` of a level text; `isLgl` shows every number as decimal (17.9.4). */
function labelText(
  definition: NumberingLevel,
  levels: ReadonlyMap<number, NumberingLevel>,
  values: readonly (number | undefined)[],
): string {
  if (definition.format === "bullet") return definition.text;
  return definition.text.replace(/%([1-9])/g, (_, digit: string) => {
    const index = Number(digit) - 1;
    const source = levels.get(index);
    const value = values[index] ?? source?.start ?? 1;
    const format = source?.format ?? "decimal";
    if (format === "bullet") return "";
    const asDecimal = definition.legal && index !== definition.level && format !== "decimalZero";
    return formatNumber(value, asDecimal || (definition.legal && format !== "none") ? "decimal" : format);
  });
}

function once<Result>(work: () => Result): () => Result {
  let done: { result: Result } | undefined;
  return () => {
    done ??= { result: work() };
    return done.result;
  };
}

function readLevels(element: XmlNode, theme: Theme): Map<number, NumberingLevel> {
  const levels = new Map<number, NumberingLevel>();
  for (const level of childrenNamed(element, "w:lvl")) {
    const read = readLevel(level, theme);
    levels.set(read.level, read);
  }
  return levels;
}

/** `w:numFmt`; a custom format is recognized by the list of its first labels. */
function numberFormatOf(element: XmlNode | undefined): string {
  const value = element?.attributes["w:val"] ?? "decimal";
  return value === "custom" ? (element?.attributes["w:format"] ?? "decimal") : value;
}

function readLevel(element: XmlNode, theme: Theme): NumberingLevel {
  const value = (name: string) => child(element, name)?.attributes["w:val"];
  const alternate = child(child(element, "mc:AlternateContent"), "mc:Choice");
  const suffix = value("w:suff");
  const alignment = value("w:lvlJc");
  const legal = child(element, "w:isLgl");
  return {
    level: integer(element.attributes["w:ilvl"]) ?? 0,
    start: integer(value("w:start")) ?? 0,
    format: numberFormatOf(child(alternate, "w:numFmt") ?? child(element, "w:numFmt")),
    text: value("w:lvlText") ?? "",
    suffix: suffix === "space" || suffix === "nothing" ? suffix : "tab",
    alignment: alignment === "center" ? "center" : alignment === "right" || alignment === "end" ? "right" : "left",
    restart: integer(value("w:lvlRestart")),
    legal: legal ? isOn(legal.attributes["w:val"]) : false,
    paragraphStyle: value("w:pStyle"),
    imageId: value("w:lvlPicBulletId"),
    paragraph: readParagraphProperties(child(element, "w:pPr"), theme),
    character: readCharacterProperties(child(element, "w:rPr"), theme),
  };
}
