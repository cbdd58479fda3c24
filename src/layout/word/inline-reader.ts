/** Runs, hyperlinks, fields and objects of one paragraph -> inlines (ECMA-376 part 1, 17.3.3 and 17.16). */

import { appendAll } from "../../domain/collections/long-lists.ts";
import { alternateContent } from "../../office/alternate-content.ts";
import { isOn } from "../../office/on-off.ts";
import { child, descend, findFirst, type XmlNode } from "../../office/xml-node.ts";
import { FULL_WIDTH_PT, horizontalRuleInline } from "../drawing/horizontal-rule.ts";
import { readVmlImage } from "../drawing/vml-reader.ts";
import { mathInline } from "../math/math-inline.ts";
import type { Inline } from "../model/blocks.ts";
import type { CharacterFormat, PartialCharacterFormat } from "../model/formatting.ts";
import { DEFAULT_CHARACTER_FORMAT, mergeCharacter } from "../model/formatting.ts";
import { integer } from "../model/units.ts";
import { readCharacterProperties } from "./character-properties.ts";
import { readWordDrawing } from "./drawing-reader.ts";
import type { FieldTracker } from "./field-tracker.ts";
import { markupKey } from "./memo.ts";
import type { ReaderContext } from "./reader-context.ts";
import { combineStyleLevels } from "./styles.ts";
import { inSymbols, symbolCharacter } from "./symbol-character.ts";

const SEPARATOR_WIDTH_PT = 144;
const MAX_INLINES = 100_000;

export class InlineReader {
  readonly inlines: Inline[] = [];
  readonly #context: ReaderContext;
  /** Formatting of the paragraph style with everything below it. */
  readonly #base: PartialCharacterFormat;
  readonly #fields: FieldTracker;

  constructor(context: ReaderContext, base: PartialCharacterFormat) {
    this.#context = context;
    this.#base = base;
    this.#fields = context.fields;
  }

  read(parent: XmlNode, link?: string): void {
    for (const element of parent.children) {
      if (this.inlines.length > MAX_INLINES) return;
      this.#readElement(element, link);
    }
  }

  #readElement(element: XmlNode, link: string | undefined): void {
    switch (element.name) {
      case "w:r":
        this.#readRun(element, link);
        break;
      case "w:hyperlink":
        this.read(element, this.#linkOf(element) ?? link);
        break;
      case "w:ins":
      case "w:moveTo":
      case "w:smartTag":
      case "w:customXml":
      case "w:dir":
      case "w:bdo":
        this.read(element, link);
        break;
      case "w:sdt":
        this.#readContentControl(element, link);
        break;
      case "w:fldSimple": {
        const handled = this.#fields.simple(element.attributes["w:instr"] ?? "", this.inlines, () =>
          this.format(findFirst(element, "w:rPr")),
        );
        if (!handled.suppressResult) this.read(element, handled.link ?? link);
        break;
      }
      case "w:bookmarkStart":
        if (element.attributes["w:name"]) this.inlines.push({ kind: "bookmark", name: element.attributes["w:name"] });
        break;
      case "mc:AlternateContent": {
        const chosen = alternateContent(element);
        if (chosen) this.read(chosen, link);
        break;
      }
      case "m:oMath":
      case "m:oMathPara":
        if (!this.#fields.suppressed) {
          appendAll(
            this.inlines,
            mathInline(element, (appearance) => this.format(child(appearance, "w:rPr"))),
          );
        }
        break;
    }
  }

  #readContentControl(element: XmlNode, link: string | undefined): void {
    const content = child(element, "w:sdtContent");
    const checkbox = descend(element, "w:sdtPr", "w14:checkbox");
    if (checkbox && content && content.children.length === 0) {
      const checked = isOn(child(checkbox, "w14:checked")?.attributes["w14:val"] ?? "0");
      this.#push({ kind: "text", text: checked ? "☒" : "☐", format: this.format(undefined) });
      return;
    }
    if (content) this.read(content, link);
  }

  #linkOf(element: XmlNode): string | undefined {
    const id = element.attributes["r:id"];
    const anchor = element.attributes["w:anchor"];
    if (id) {
      const relationship = this.#context.relationship(id);
      if (!relationship) return undefined;
      return anchor && !relationship.target.includes("#") ? `${relationship.target}#${anchor}` : relationship.target;
    }
    return anchor ? `#${anchor}` : undefined;
  }

  /** Final formatting of a run: defaults, table style, paragraph style, character style, direct. */
  format(properties: XmlNode | undefined): CharacterFormat {
    const { styles, memo } = this.#context.document;
    const styleId = child(properties, "w:rStyle")?.attributes["w:val"];
    const isTocLink = this.#fields.inTableOfContents && styles.nameOf(styleId) === "hyperlink";
    const key = `${isTocLink ? "toc" : ""}${markupKey(properties)}`;
    return memo.characters.get(this.#base, key, () => this.#newFormat(properties, styleId, isTocLink));
  }

  #newFormat(properties: XmlNode | undefined, styleId: string | undefined, isTocLink: boolean): CharacterFormat {
    const { styles, theme } = this.#context.document;
    let format = this.#base;
    if (styles.has(styleId) && !isTocLink) format = combineStyleLevels(format, styles.characterOf(styleId));
    format = mergeCharacter(format, readCharacterProperties(properties, theme));
    return { ...DEFAULT_CHARACTER_FORMAT, ...format };
  }

  #push(inline: Inline): void {
    if (!this.#fields.suppressed) this.inlines.push(inline);
  }

  #pushDrawings(drawings: readonly Inline[]): void {
    for (const inline of drawings) {
      if (inline.kind === "anchor") this.#context.linkedBoxes.measure(inline.anchor.drawing);
      else if (inline.kind === "object") this.#context.linkedBoxes.measure(inline.drawing);
      this.inlines.push(inline);
    }
  }

  /** The number of the note that is being read, in its own text. */
  #pushNoteLabel(format: CharacterFormat): void {
    const { text = "", field } = this.#context.noteLabel ?? {};
    this.#push(field ? { kind: "pageField", field, fallback: text, format } : { kind: "text", text, format });
  }

  #readRun(run: XmlNode, link: string | undefined): void {
    const format = this.format(child(run, "w:rPr"));
    for (const element of run.children) {
      if (element.name === "w:fldChar") {
        this.#fields.character(element, this.inlines, () => format);
        continue;
      }
      if (element.name === "w:instrText") {
        this.#fields.instruction(element.text);
        continue;
      }
      if (format.hidden) continue;
      this.#readRunContent(element, format, this.#fields.link ?? link);
    }
  }

  #readRuby(element: XmlNode, format: CharacterFormat, link: string | undefined): void {
    const read = (part: XmlNode | undefined) => {
      const reader = new InlineReader(this.#context, this.#base);
      if (part) reader.read(part, link);
      return reader.inlines;
    };
    const base = read(child(element, "w:rubyBase"));
    const properties = child(element, "w:rubyPr");
    const sizePt = halfPoints(properties, "w:hps");
    const positionPt = halfPoints(properties, "w:hpsRaise");
    const annotation = read(child(element, "w:rt")).map((inline) => {
      if (inline.kind !== "text") return inline;
      const format = { ...inline.format, ...(sizePt ? { sizePt } : {}), ...(positionPt ? { positionPt } : {}) };
      return { ...inline, format };
    });
    if (this.#context.fields.suppressed) return;
    this.inlines.push({ kind: "ruby", base, annotation, format });
  }

  #readRunContent(element: XmlNode, format: CharacterFormat, link: string | undefined): void {
    const { document } = this.#context;
    switch (element.name) {
      case "w:t":
        if (element.text) this.#push({ kind: "text", ...inSymbols(visibleText(element), format), link });
        break;
      case "w:tab":
        this.#push({ kind: "tab", format, link });
        break;
      case "w:ptab": {
        const alignment = element.attributes["w:alignment"];
        this.#push({
          kind: "positionedTab",
          alignment: alignment === "center" || alignment === "right" ? alignment : "left",
          leader: element.attributes["w:leader"] ?? "none",
          toMargin: element.attributes["w:relativeTo"] !== "indent",
          format,
        });
        break;
      }
      case "w:br":
      case "w:cr": {
        const type = element.attributes["w:type"];
        const breakKind = type === "page" ? "page" : type === "column" ? "column" : "line";
        this.#push({ kind: "break", breakKind, clear: (element.attributes["w:clear"] ?? "none") !== "none", format });
        break;
      }
      case "w:noBreakHyphen":
        this.#push({ kind: "text", text: "\u2011", format, link });
        break;
      case "w:softHyphen":
        this.#push({ kind: "text", text: "\u00ad", format, link });
        break;
      case "w:sym": {
        const symbol = symbolCharacter(element.attributes["w:font"] ?? "", element.attributes["w:char"] ?? "");
        this.#push({
          kind: "text",
          text: symbol.text,
          format: symbol.fonts
            ? { ...format, fonts: symbol.fonts }
            : { ...format, symbolFont: element.attributes["w:font"] },
          link,
        });
        break;
      }
      case "w:footnoteReference":
      case "w:endnoteReference": {
        const note = element.name === "w:footnoteReference" ? "footnote" : "endnote";
        const id = element.attributes["w:id"] ?? "";
        if (this.#fields.suppressed) break;
        const custom = element.attributes["w:customMarkFollows"];
        const label = custom !== undefined && isOn(custom) ? { text: "" } : document.notes.labelFor(note, id);
        this.inlines.push({ kind: "noteReference", note, id, label, format });
        break;
      }
      case "w:separator":
        this.#push(horizontalRuleInline(SEPARATOR_WIDTH_PT, format));
        break;
      case "w:continuationSeparator":
        this.#push(horizontalRuleInline(FULL_WIDTH_PT, format));
        break;
      case "w:footnoteRef":
      case "w:endnoteRef":
        this.#pushNoteLabel(format);
        break;
      case "w:drawing":
        if (!this.#fields.suppressed) this.#pushDrawings(readWordDrawing(element, this.#context, format, link));
        break;
      case "w:pict":
      case "w:object":
        if (!this.#fields.suppressed) this.#pushDrawings(readVmlImage(element, this.#context, format, link));
        break;
      case "mc:AlternateContent": {
        const chosen = alternateContent(element);
        for (const inner of chosen?.children ?? []) this.#readRunContent(inner, format, link);
        break;
      }
      case "w:ruby": {
        this.#readRuby(element, format, link);
        break;
      }
      case "w:dayShort":
      case "w:dayLong":
      case "w:monthShort":
      case "w:monthLong":
      case "w:yearShort":
      case "w:yearLong":
      case "w:pgNum":
        if (element.name === "w:pgNum") {
          this.#push({ kind: "pageField", field: { name: "PAGE", numberFormat: undefined }, fallback: "1", format });
        }
        break;
    }
  }
}

/** Half points of a property, in points. */
function halfPoints(properties: XmlNode | undefined, name: string): number | undefined {
  const value = integer(child(properties, name)?.attributes["w:val"]);
  return value === undefined ? undefined : value / 2;
}

/** Without `xml:space="preserve"` the white space at both ends is not part of the text. */
function visibleText(element: XmlNode): string {
  const text = element.text.replace(/[\n\r]/g, " ").replaceAll("\t", " ");
  return element.attributes["xml:space"] === "preserve" ? text : text.replace(/^ +|(?<! ) +$/g, "");
}
