import type { SourceToken } from "../../language/scan.ts";
import { type AttributePlace, AttributeValue } from "./attribute-value.ts";
import type { StylePlace } from "./style-values.ts";

/**
 * Where in html a merge tag is, as far as that decides how a value must be written there. A style sheet outside of its
 * rules is content like any other: nothing is open there that a value could end.
 */
export type HtmlPlace = "content" | "script" | "single-quoted" | "double-quoted" | "tag" | StylePlace;

/** Elements whose content holds no tags (HTML 13.2.5.1): it ends only with their closing tag. */
const TEXT_ELEMENTS = /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes)$/;

/**
 * The places of the merge tags of a page, by their offsets. Follows the tokenizer of HTML (13.2.5) as far as comments,
 * quoted attributes and text elements go; the output of a merge tag is assumed not to change the place.
 */
export function htmlPlaces(tokens: readonly SourceToken[]): ReadonlyMap<number, HtmlPlace> {
  const places = new Map<number, HtmlPlace>();
  const reader = new PlaceReader();
  for (const token of tokens) {
    if (token.kind === "text") reader.read(token.text);
    else if (token.kind === "tag") places.set(token.at, reader.styleSheet?.place ?? reader.place);
  }
  return places;
}

/** The merge tags of a page that are in attributes' values, by their offsets. */
export function attributePlaces(tokens: readonly SourceToken[]): ReadonlyMap<number, AttributePlace> {
  const places = new Map<number, AttributePlace>();
  const reader = new PlaceReader();
  for (const token of tokens) {
    if (token.kind === "text") reader.read(token.text);
    else if (token.kind === "tag") {
      const place = reader.readTag(token.body.trim());
      if (place) places.set(token.at, place);
    }
  }
  return places;
}

/** Where a merge tag is, and whose value it is part of. */
export interface TagPlace {
  place: HtmlPlace;
  /** The tag is in an attribute's value. */
  attribute: AttributePlace | undefined;
  /** The text of the element that is a script or a text for one, as far as its type says: `script` that browsers run. */
  runs: boolean;
}

/** All merge tags of a page by their offsets. */
export function tagPlaces(tokens: readonly SourceToken[]): ReadonlyMap<number, TagPlace> {
  const places = new Map<number, TagPlace>();
  const reader = new PlaceReader();
  for (const token of tokens) {
    if (token.kind === "text") reader.read(token.text);
    else if (token.kind === "tag") {
      const attribute = reader.readTag(token.body.trim());
      const place = reader.styleSheet?.place ?? reader.place;
      places.set(token.at, { place, attribute, runs: place === "script" && reader.runsScript });
    }
  }
  return places;
}

/** Types of scripts that browsers run (HTML 4.12.1). */
const RUN_TYPES = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

/** What is looked at before a value for its attribute's name. */
const LONGEST_TAG_TEXT = 300;

/** An attribute without quotes, up to where a tag stands in its value. */
const UNQUOTED = /(?:^|[\s"'/])([^\s"'<>/=]+)\s*=\s*([^\s"'>]*)$/;

/** The part of a style sheet before the end of its element: it ends within strings and comments, too. */
const STYLE_TOKENS = /\\[\s\S]|\/\*|\*\/|["'{}\n]/g;

/** Follows strings, comments and braces of a style sheet (CSS Syntax Level 3, 4). */
class StyleReader {
  #quote = "";
  #inComment = false;
  #depth = 0;

  get place(): HtmlPlace {
    if (this.#quote !== "") return "style-string";
    return this.#depth > 0 || this.#inComment ? "style" : "content";
  }

  read(text: string): void {
    for (const [token] of text.matchAll(STYLE_TOKENS)) {
      if (this.#inComment) this.#inComment = token !== "*/";
      // A string ends with its line, as in the tokenizer.
      else if (this.#quote !== "") this.#quote = token === this.#quote || token === "\n" ? "" : this.#quote;
      else if (token === "/*") this.#inComment = true;
      else if (token === '"' || token === "'") this.#quote = token;
      else if (token === "{") this.#depth++;
      else if (token === "}") this.#depth = Math.max(0, this.#depth - 1);
    }
  }
}

class PlaceReader {
  place: HtmlPlace = "content";
  /** The style sheet whose content is read. */
  styleSheet: StyleReader | undefined;
  /** The text element whose content is read. */
  #element = "";
  #inComment = false;
  /** The text of the tag that is read, after its last quoted value. */
  #tagText = "";
  #attribute: AttributeValue | undefined;
  /** The element whose tag is read, or was last. */
  #name = "";
  #scriptType = "";

  get runsScript(): boolean {
    return RUN_TYPES.test(this.#scriptType.trim());
  }

  /** A merge tag; where it is if that is in an attribute's value. */
  readTag(body: string): AttributePlace | undefined {
    if (this.place === "tag" && !this.#attribute) {
      const [, name, text] = UNQUOTED.exec(this.#tagText) ?? [];
      if (name !== undefined && text !== undefined) {
        this.#attribute = new AttributeValue(name, this.#name, "");
        this.#attribute.read(text);
      }
    }
    return this.#attribute?.tag(body);
  }

  read(text: string): void {
    let rest = text;
    while (rest !== "") rest = this.#step(rest);
  }

  /** Reads one piece and returns the rest. */
  #step(text: string): string {
    if (this.#inComment) return this.#comment(text);
    switch (this.place) {
      case "single-quoted":
        return this.#until(text, "'");
      case "double-quoted":
        return this.#until(text, '"');
      case "tag":
        return this.#tag(text);
      default:
        return this.#element === "" ? this.#content(text) : this.#textElement(text);
    }
  }

  #comment(text: string): string {
    const end = text.indexOf("-->");
    if (end < 0) return "";
    this.#inComment = false;
    return text.slice(end + 3);
  }

  #until(text: string, quote: string): string {
    const end = text.indexOf(quote);
    this.#attribute?.read(end < 0 ? text : text.slice(0, end));
    if (end < 0) return "";
    this.place = "tag";
    this.#attribute = undefined;
    return text.slice(end + 1);
  }

  #content(text: string): string {
    const open = text.indexOf("<");
    if (open < 0) return "";
    const rest = text.slice(open);
    if (rest.startsWith("<!--")) {
      this.#inComment = true;
      return rest.slice(4);
    }
    const name = /^<([a-z][^\s/>]*)/i.exec(rest)?.[1];
    if (name === undefined) return rest.slice(1);
    this.place = "tag";
    this.#name = name.toLowerCase();
    this.#scriptType = "";
    this.#element = TEXT_ELEMENTS.test(this.#name) ? this.#name : "";
    return rest.slice(name.length + 1);
  }

  #tag(text: string): string {
    const end = /["'>]/.exec(text);
    this.#unquoted(end ? text.slice(0, end.index + 1) : text);
    const own = text.slice(0, end?.index);
    this.#tagText = (this.#tagText + own.slice(-LONGEST_TAG_TEXT)).slice(-LONGEST_TAG_TEXT);
    if (!end) return "";
    const name = /(?:^|[\s"'/])([^\s"'<>/=]+)\s*=\s*$/.exec(this.#tagText)?.[1];
    const bareType = /(?:^|\s)type\s*=\s*([^\s"'>]+)/i.exec(this.#tagText)?.[1];
    if (bareType !== undefined) this.#scriptType = bareType;
    this.#tagText = "";
    if (end[0] === ">") {
      this.place = this.#element === "script" ? "script" : "content";
      this.styleSheet = this.#element === "style" ? new StyleReader() : undefined;
    } else if (/=\s*$/.test(text.slice(0, end.index))) {
      this.place = end[0] === "'" ? "single-quoted" : "double-quoted";
      const quote = end[0] === "'" ? "'" : '"';
      this.#attribute = name === undefined ? undefined : new AttributeValue(name, this.#name, quote);
      if (name?.toLowerCase() === "type") this.#scriptType = text.slice(end.index + 1).split(end[0], 1)[0] ?? "";
    }
    return text.slice(end.index + 1);
  }

  /** What follows a tag in a value without quotes, which ends with a blank or with its element. */
  #unquoted(text: string): void {
    if (!this.#attribute) return;
    const end = text.search(/[\s>]/);
    this.#attribute.read(end < 0 ? text : text.slice(0, end));
    if (end >= 0) this.#attribute = undefined;
  }

  #textElement(text: string): string {
    const closing = new RegExp(`</${this.#element}(?=[\\s/>])`, "i").exec(text);
    this.styleSheet?.read(text.slice(0, closing?.index));
    if (!closing) return "";
    this.styleSheet = undefined;
    this.#element = "";
    this.place = "tag";
    return text.slice(closing.index + closing[0].length);
  }
}
