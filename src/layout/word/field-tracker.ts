/** Complex and simple fields while a story is read (ECMA-376 part 1, 17.16): which result is shown. */

import { appendAll } from "../../domain/collections/long-lists.ts";
import {
  applyCaseSwitch,
  type FieldInstruction,
  formatDatePicture,
  numberFormatOfSwitch,
  parseFieldInstruction,
} from "../../office/field-instruction.ts";
import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, descend, type XmlNode } from "../../office/xml-node.ts";
import { equationOfField } from "../math/equation-field.ts";
import type { Inline, PageField } from "../model/blocks.ts";
import type { CharacterFormat } from "../model/formatting.ts";
import { integer } from "../model/units.ts";
import type { StyleSheet } from "./styles.ts";
import { symbolCharacter } from "./symbol-character.ts";

interface OpenField {
  instruction: string;
  inResult: boolean;
  suppressResult: boolean;
  link: string | undefined;
  checkbox: boolean | undefined;
  /** What a drop-down list shows. */
  choice: string | undefined;
  /** Paragraphs that ended inside the instruction. */
  paragraphs: number;
  /** Inlines before the result, to know whether there was one. */
  resultStart: number;
  locked: boolean;
  /** Its stored result is out of date (`w:dirty`), as after a merge. */
  dirty: boolean;
}

export interface FieldEnvironment {
  /** Headers and footers: what depends on the page differs there from page to page. */
  repeatsOnPages: boolean;
  now: Date;
  fileName: string;
  properties: ReadonlyMap<string, string>;
  styles: StyleSheet;
  language: string;
}

const MAX_OPEN_FIELDS = 100;
const MAX_INSTRUCTION_PARAGRAPHS = 3;

export class FieldTracker {
  readonly #open: OpenField[] = [];
  readonly #environment: FieldEnvironment;

  constructor(environment: FieldEnvironment) {
    this.#environment = environment;
  }

  /** True where text is an instruction or a result that was replaced. */
  get suppressed(): boolean {
    return this.#open.some((field) => !field.inResult || field.suppressResult);
  }

  /** Word shows the entries of a table of contents in its own styles, without the look of links. */
  get inTableOfContents(): boolean {
    return this.#open.some((field) => field.inResult && /^\s*TOC\b/i.test(field.instruction));
  }

  get link(): string | undefined {
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const link = this.#open[index]?.link;
      if (link) return link;
    }
    return undefined;
  }

  /** A field whose instruction never ends would hide the rest of the document: after some paragraphs it is given up. */
  paragraphEnd(): void {
    for (const field of this.#open) if (!field.inResult) field.paragraphs += 1;
    const lost = this.#open.findIndex((field) => !field.inResult && field.paragraphs > MAX_INSTRUCTION_PARAGRAPHS);
    if (lost >= 0) this.#open.length = lost;
  }

  instruction(text: string): void {
    const field = this.#open[this.#open.length - 1];
    if (field && !field.inResult && field.instruction.length < 4000) field.instruction += text;
  }

  character(element: XmlNode, inlines: Inline[], format: () => CharacterFormat): void {
    const type = element.attributes["w:fldCharType"];
    if (type === "begin") {
      if (this.#open.length >= MAX_OPEN_FIELDS) return;
      const checkBox = child(child(element, "w:ffData"), "w:checkBox");
      const checked = child(checkBox, "w:checked") ?? child(checkBox, "w:default");
      const [lock, dirty] = [element.attributes["w:fldLock"], element.attributes["w:dirty"]];
      this.#open.push({
        instruction: "",
        inResult: false,
        suppressResult: false,
        link: undefined,
        checkbox: checkBox ? checked !== undefined && isOn(checked.attributes["w:val"]) : undefined,
        choice: choiceOf(descend(element, "w:ffData", "w:ddList")),
        resultStart: 0,
        paragraphs: 0,
        locked: lock !== undefined && isOn(lock),
        dirty: dirty !== undefined && isOn(dirty),
      });
      return;
    }
    const field = this.#open[this.#open.length - 1];
    if (!field) return;
    if (type === "separate") {
      if (field.inResult) return;
      const outerSuppressed = this.#open.slice(0, -1).some((outer) => !outer.inResult || outer.suppressResult);
      const replacement = outerSuppressed ? [] : this.#replacement(field, format, false);
      field.inResult = true;
      field.suppressResult = replacement !== undefined && !outerSuppressed;
      field.resultStart = inlines.length;
      if (replacement) appendAll(inlines, replacement);
    } else if (type === "end") {
      this.#open.pop();
      if (!field.inResult && !this.suppressed) appendAll(inlines, this.#replacement(field, format, true) ?? []);
      else if (field.dirty && !this.suppressed) this.#await(field, inlines, format);
    }
  }

  /** A result that is known only from finished pages takes the place of the stored one, which is shown until then. */
  #await({ instruction, resultStart, link }: OpenField, inlines: Inline[], format: () => CharacterFormat): void {
    const field = lateFieldOf(parseFieldInstruction(instruction), this.#environment.language);
    const stored = inlines.slice(resultStart).filter((inline) => inline.kind === "text");
    if (!field || inlines.length - resultStart !== stored.length) return;
    const fallback = stored.map(({ text }) => text).join("") || "1";
    const appearances = stored[0] ?? { format: format(), link };
    inlines.splice(resultStart, stored.length, {
      kind: "pageField",
      field,
      fallback,
      format: appearances.format,
      link: appearances.link,
    });
  }

  /** `w:fldSimple`: either pushes a replacement or lets the caller read the stored result. */
  simple(
    instruction: string,
    inlines: Inline[],
    format: () => CharacterFormat,
  ): { suppressResult: boolean; link: string | undefined } {
    if (this.suppressed) return { suppressResult: true, link: undefined };
    const field: OpenField = {
      instruction,
      inResult: true,
      suppressResult: false,
      link: undefined,
      checkbox: undefined,
      choice: undefined,
      resultStart: 0,
      paragraphs: 0,
      locked: false,
      dirty: false,
    };
    const replacement = this.#replacement(field, format, false);
    if (replacement) appendAll(inlines, replacement);
    return { suppressResult: replacement !== undefined, link: field.link };
  }

  /** What the layout computes itself; undefined means that the stored result is kept. */
  #replacement(field: OpenField, format: () => CharacterFormat, withoutResult: boolean): Inline[] | undefined {
    const parsed = parseFieldInstruction(field.instruction);
    const text = (value: string): Inline[] => [
      { kind: "text", text: applyCaseSwitch(value, parsed.switches.get("*")), format: format() },
    ];
    const pageField = pageFieldOf(parsed, this.#environment.styles);
    // In the body a style reference keeps its nearest paragraph, as stored.
    const isStored = pageField?.name === "STYLEREF" && !this.#environment.repeatsOnPages && !withoutResult;
    if (pageField && pageField.name !== "PAGEREF" && !isStored) {
      return [{ kind: "pageField", field: pageField, fallback: "1", format: format() }];
    }
    switch (parsed.name) {
      case "HYPERLINK": {
        const anchor = parsed.switches.get("l")?.[0];
        field.link = `${parsed.arguments[0] ?? ""}${anchor ? `#${anchor}` : ""}` || undefined;
        return undefined;
      }
      case "REF":
      case "PAGEREF":
      case "NOTEREF":
        if (parsed.switches.has("h") && parsed.arguments[0]) field.link = `#${parsed.arguments[0]}`;
        return undefined;
      case "SET":
      case "ASK":
        // Their result is the text of a bookmark: it is shown where the bookmark is referred to.
        return [];
      case "FORMCHECKBOX": {
        // Word draws the box itself: the line stays as high as its font.
        const box = { ...format(), symbolFont: format().fonts.ascii ?? "Times New Roman" };
        return [{ kind: "text", text: field.checkbox ? "☒" : "☐", format: box }];
      }
      case "EQ": {
        const equation = equationOfField(field.instruction, format());
        return equation && [equation];
      }
      case "FORMDROPDOWN":
        return field.choice === undefined ? undefined : text(field.choice);
      case "DATE":
      case "TIME": {
        if (field.locked) return undefined;
        const image = parsed.switches.get("@")?.[0];
        const language = format().language ?? this.#environment.language;
        return text(
          formatDatePicture(
            this.#environment.now,
            image ?? (parsed.name === "TIME" ? "h:mm AM/PM" : "M/d/yyyy"),
            language,
          ),
        );
      }
      case "FILENAME":
        return this.#environment.fileName ? text(this.#environment.fileName) : undefined;
      case "SYMBOL": {
        const symbol = fieldSymbol(parsed, format());
        return symbol && [{ kind: "text", ...symbol }];
      }
      case "MACROBUTTON":
      case "GOTOBUTTON": {
        const [, shown = ""] = BUTTON.exec(field.instruction) ?? [];
        return shown === "" ? undefined : text(shown);
      }
    }
    if (!withoutResult) return undefined;
    switch (parsed.name) {
      case "MERGEFIELD":
        return text(`«${parsed.arguments[0] ?? ""}»`);
      case "DOCPROPERTY":
      case "TITLE":
      case "AUTHOR":
      case "SUBJECT":
      case "KEYWORDS":
      case "COMMENTS": {
        const key = parsed.name === "DOCPROPERTY" ? (parsed.arguments[0] ?? "") : parsed.name;
        const value = this.#environment.properties.get(key.toLowerCase());
        return value === undefined ? undefined : text(value);
      }
      case "QUOTE":
        return text(parsed.arguments[0] ?? "");
    }
    return undefined;
  }
}

/** What a button shows stands in its instruction, behind the name of what it does (17.16.5.33). */
const BUTTON = /^\s*(?:MACROBUTTON|GOTOBUTTON)\s+(?:"[^"]*"|\S+)\s+(\S(?:.*\S)?)/is;

/** A character by its code in a font (17.16.5.60); undefined for a code that there is not. */
function fieldSymbol(
  { arguments: [written = ""], switches }: FieldInstruction,
  format: CharacterFormat,
): { text: string; format: CharacterFormat } | undefined {
  const code = Number(written);
  if (!Number.isInteger(code) || code < 32 || code > 0x10_ffff) return undefined;
  const sizePt = Number(switches.get("s")?.[0]);
  const sized = sizePt > 0 ? { ...format, sizePt } : format;
  const font = switches.get("f")?.[0] ?? "";
  const { text, fonts } = symbolCharacter(font, code.toString(16));
  return { text, format: fonts ? { ...sized, fonts } : sized };
}

/** The chosen entry of a list, else the one it starts with (17.16.9). */
function choiceOf(list: XmlNode | undefined): string | undefined {
  const entries = childrenNamed(list, "w:listEntry");
  const chosen = child(list, "w:result") ?? child(list, "w:default");
  return entries[integer(chosen?.attributes["w:val"]) ?? 0]?.attributes["w:val"];
}

const ON_PAGE: Readonly<Record<string, string>> = {
  de: "auf Seite",
  fr: "à la page",
  es: "en la página",
  it: "a pagina",
  nl: "op pagina",
  pt: "na página",
  pl: "na stronie",
};

/** A reference to a page, or to where something is (17.16.5.45 and 17.16.5.50). */
function lateFieldOf(parsed: FieldInstruction, language: string): PageField | undefined {
  const bookmark = parsed.arguments[0] ?? "";
  if (parsed.name === "PAGEREF")
    return { name: "PAGEREF", bookmark, numberFormat: numberFormatOfSwitch(parsed.switches.get("*")) };
  if (parsed.name !== "REF" || !parsed.switches.has("p")) return undefined;
  return { name: "POSITION", bookmark, onPage: ON_PAGE[language.slice(0, 2)] ?? "on page" };
}

function pageFieldOf(parsed: FieldInstruction, styles: StyleSheet): PageField | undefined {
  const numberFormat = numberFormatOfSwitch(parsed.switches.get("*"));
  switch (parsed.name) {
    case "PAGE":
    case "NUMPAGES":
    case "SECTIONPAGES":
    case "SECTION":
      return { name: parsed.name, numberFormat };
    case "PAGEREF":
      return { name: "PAGEREF", bookmark: parsed.arguments[0] ?? "", numberFormat };
    case "STYLEREF": {
      if ([...parsed.switches.keys()].some((key) => "nrpwst".includes(key))) return undefined;
      const named = parsed.arguments[0] ?? "";
      const styleId = styles.idOfName(/^[1-9]$/.test(named) ? `heading ${named}` : named);
      return styleId ? { name: "STYLEREF", styleId, fromEnd: parsed.switches.has("l") } : undefined;
    }
    default:
      return undefined;
  }
}
