import { decodeXmlText } from "../../office/xml-text.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";

interface ParagraphPlace {
  start: number;
  where: string;
  text: string;
}

const MARKUP = /<(\/?)(a:tbl|a:tr|a:tc|a:p|a:t|p:cNvPr|p:sp|p:graphicFrame)(?=[\s/>])([^>]*)>/g;

/** Finds the places of paragraphs in a slide or a part of it; the part is read only if something is wrong in it. */
export class ShapePlaces {
  #places: ParagraphPlace[] | undefined;

  readonly #xml: string;
  /** What the part is called, e.g. `slide 2`. */
  readonly #label: string;

  constructor(xml: string, label: string) {
    this.#xml = xml;
    this.#label = label;
  }

  /** The place of the paragraph at an offset, e.g. `slide 2, the shape “Title 1”`. */
  of(offset: number): string {
    this.#places ??= readPlaces(this.#xml, this.#label);
    return this.#places.findLast(({ start }) => start <= offset)?.where ?? this.#label;
  }

  /** The text of the paragraph after the one at an offset, and its place. */
  behind(offset: number): { text: string; where: string } | undefined {
    this.#places ??= readPlaces(this.#xml, this.#label);
    return this.#places[this.#places.findLastIndex(({ start }) => start <= offset) + 1];
  }
}

function readPlaces(xml: string, label: string): ParagraphPlace[] {
  const places: ParagraphPlace[] = [];
  let shape = "";
  let inTable = false;
  let [row, cell, paragraph] = [0, 0, 0];
  for (const match of xml.matchAll(MARKUP)) {
    const [tag, slash, name, attributes = ""] = match;
    const isEnd = slash === "/";
    switch (name) {
      case "p:sp":
      case "p:graphicFrame":
        if (!isEnd) [shape, paragraph] = ["", 0];
        break;
      case "p:cNvPr":
        shape = decodeXmlText(/\sname\s*=\s*"([^"]*)"/.exec(attributes)?.[1] ?? "");
        break;
      case "a:tbl":
        inTable = !isEnd;
        row = 0;
        break;
      case "a:tr":
        if (!isEnd) [row, cell] = [row + 1, 0];
        break;
      case "a:tc":
        if (!isEnd) cell++;
        break;
      case "a:p":
        if (!isEnd) places.push({ start: match.index, where: wordsFor(++paragraph), text: "" });
        break;
      default: {
        const last = places.at(-1);
        const start = match.index + tag.length;
        if (!isEnd && last) last.text += decodeXmlText(xml.slice(start, xml.indexOf("<", start)));
      }
    }
  }
  return places;

  function wordsFor(number: number): string {
    if (inTable) return `${label}, the table${shape && ` “${shape}”`}, row ${row}, cell ${cell}`;
    return shape === "" ? `${label}, paragraph ${number}` : `${label}, the shape “${shape}”`;
  }
}

/** What a part that belongs to a slide is called. */
export function ownPartLabel(part: string, slide: number): string {
  if (/notesSlide/i.test(part)) return `the notes of slide ${slide}`;
  if (/chart/i.test(part)) return `a chart on slide ${slide}`;
  if (/comment/i.test(part)) return `a comment on slide ${slide}`;
  return /diagram/i.test(part) ? `a diagram on slide ${slide}` : `slide ${slide} (${part})`;
}

/** What a part that slides share is called. */
export function sharedPartLabel(source: OfficePackage, part: string): string {
  const type = source.contentTypes.of(part) ?? "";
  if (/-properties\+xml$/.test(type)) return "the properties of the file";
  if (/notesMaster/.test(type)) return "the notes master";
  if (/handoutMaster/.test(type)) return "the handout master";
  const kind = /slideMaster/.test(type) ? "the slide master" : "the layout";
  const name = /<p:cSld\b[^>]*? name="([^"]*)"/.exec(source.text(part) ?? "")?.[1];
  return name ? `${kind} “${decodeXmlText(name)}”` : kind;
}
