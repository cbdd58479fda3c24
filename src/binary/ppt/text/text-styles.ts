/** The styles of a master by type of text and level (MS-PPT 2.9.35 and 2.9.36), inheritance worked out. */
import { ByteCursor } from "../../../office/byte-reader.ts";
import type { ArtNode } from "../../officeart/records.ts";
import { binaryTagRecords } from "../program-tags.ts";
import { PPT } from "../record-types.ts";
import { readCharacterFormat, readParagraphFormat } from "./format-reader.ts";
import { readMasterLevels, readMasterLevels9 } from "./master-levels.ts";
import {
  type CharacterFormat,
  LEVELS,
  type LevelFormat,
  layered,
  type ParagraphFormat,
  type TextStyle,
} from "./text-format.ts";

/** TextTypeEnum (MS-PPT 2.13.33). */
const TEXT_TYPE = {
  title: 0,
  body: 1,
  notes: 2,
  other: 4,
  centerBody: 5,
  centerTitle: 6,
  halfBody: 7,
  quarterBody: 8,
} as const;

/** The type whose style another builds on. */
const BASE_TYPE: Readonly<Record<number, number>> = {
  [TEXT_TYPE.centerBody]: TEXT_TYPE.body,
  [TEXT_TYPE.centerTitle]: TEXT_TYPE.title,
  [TEXT_TYPE.halfBody]: TEXT_TYPE.body,
  [TEXT_TYPE.quarterBody]: TEXT_TYPE.body,
};

const DEFAULT_CHARACTER: CharacterFormat = { sizePoints: 18, color: 0x0100_0000, font: 0 };
const DEFAULT_PARAGRAPH: ParagraphFormat = { bulletChar: 0x2022 };

/** What text of one kind looks like; built once for the document and once for each master. */
export class TextStyles {
  readonly #described = new Map<number, LevelFormat[]>();
  readonly #numbered = new Map<number, ParagraphFormat[]>();
  readonly #styles = new Map<number, TextStyle>();
  readonly #lower: TextStyles | undefined;
  readonly #character: CharacterFormat;
  readonly #paragraph: ParagraphFormat;

  /**
   * `container`: the document's environment or a main master; `lower` holds for what it leaves unsaid; `tagged` is where
   * later versions added numbers.
   */
  constructor(container: ArtNode | undefined, lower?: TextStyles, tagged: ArtNode | undefined = container) {
    this.#lower = lower;
    let character = lower ? lower.#character : DEFAULT_CHARACTER;
    let paragraph = lower ? lower.#paragraph : DEFAULT_PARAGRAPH;
    for (const { type, instance, body } of container?.children ?? []) {
      if (type === PPT.textMasterStyle) this.#described.set(instance, readMasterLevels(body, instance));
      else if (type === PPT.textCharacterDefaults) {
        character = layered(character, readCharacterFormat(new ByteCursor(body)));
      } else if (type === PPT.textParagraphDefaults) {
        // A reserved word comes before the exception.
        paragraph = layered(paragraph, readParagraphFormat(new ByteCursor(body, 2)));
      }
    }
    this.#character = character;
    this.#paragraph = paragraph;
    for (const { type, instance, body } of binaryTagRecords(tagged, "___PPT9")) {
      if (type === PPT.textMasterStyle9) this.#numbered.set(instance, readMasterLevels9(body, instance));
    }
  }

  /** The format of text of a type on a level (0 to 4) before what the text itself says. */
  level(type: number, level: number): LevelFormat {
    const style = this.#style(type);
    const found = style[Math.max(0, Math.min(LEVELS - 1, level))] ?? style[0];
    return found ?? { paragraph: this.#paragraph, character: this.#character };
  }

  /** A level builds on the one above it; the levels of types that build on another type build on that one's. */
  #style(type: number): TextStyle {
    const known = this.#styles.get(type);
    if (known) return known;
    const base = BASE_TYPE[type];
    const below = base === undefined ? undefined : this.#style(base);
    const style: LevelFormat[] = [];
    for (let level = 0; level < LEVELS; level++) {
      const start = below?.[level] ?? style[level - 1] ?? { paragraph: this.#paragraph, character: this.#character };
      style.push(this.#over(start, type, level));
    }
    this.#styles.set(type, style);
    return style;
  }

  #over(start: LevelFormat, type: number, level: number): LevelFormat {
    const lower = this.#lower ? this.#lower.#over(start, type, level) : start;
    // Text of plain shapes looks as the document says, whatever a master repeats.
    if (type === TEXT_TYPE.other && this.#lower && this.#lower.#described.has(type)) return lower;
    const own = this.#described.get(type)?.[level];
    return {
      paragraph: layered(layered(lower.paragraph, own?.paragraph), this.#numbered.get(type)?.[level]),
      character: layered(lower.character, own?.character),
    };
  }
}
