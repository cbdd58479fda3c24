import { decodeHTMLAttribute } from "entities";

/** A merge tag that is part of an attribute's value. */
export interface AttributePlace {
  /** The attribute's name, in lower case, and its element's. */
  name: string;
  element: string;
  /** What stands around the value; empty for none. */
  quote: "" | "'" | '"';
  /** The template's own text before it. */
  before: string;
  /** The tag stands where an address still has no scheme and no path: its value decides what the address is. */
  isStart: boolean;
  /** The template's own text continues such a value with a colon, which makes it a scheme. */
  colonFollows: boolean;
}

/** Scripts in attributes are short. */
const LONGEST_TEXT = 4_000;

interface Branches {
  name: string;
  /** Whether the address was decided before the block, and is after each of its branches so far. */
  before: boolean;
  decides: boolean;
  hasElse: boolean;
  /** Values that the template's own text may continue: of the present branch, and of earlier ones, which it does not. */
  pending: AttributePlace[];
  aside: AttributePlace[];
}

const BLOCK = /^(if|foreach|for|section|tablerow|slide|sheet|column)\b/;
const ELSE = /^else(?:\s*if)?\b|^(?:foreach|section|for)else\b/;

/** Follows the value of one attribute: the template's own text, its tags, and the branches they are in. */
export class AttributeValue {
  readonly #name: string;
  readonly #element: string;
  readonly #quote: AttributePlace["quote"];
  #text = "";
  readonly #blocks: Branches[] = [];
  /** As in a block: values that the template's own text may continue. */
  readonly #outside: { pending: AttributePlace[] } = { pending: [] };
  #isDecided = false;

  constructor(name: string, element: string, quote: AttributePlace["quote"]) {
    this.#name = name.toLowerCase();
    this.#element = element;
    this.#quote = quote;
  }

  /** The template's own text. */
  read(text: string): void {
    if (this.#text.length < LONGEST_TEXT) this.#text += text;
    const first = /[:/?#\\]/.exec(decodeHTMLAttribute(text))?.[0];
    if (first === undefined) return;
    this.#isDecided = true;
    if (first === ":") {
      for (const { pending } of [this.#outside, ...this.#blocks]) {
        for (const place of pending) place.colonFollows = true;
        pending.length = 0;
      }
    } else this.#present.pending.length = 0;
  }

  get #present(): { pending: AttributePlace[] } {
    return this.#blocks.at(-1) ?? this.#outside;
  }

  /** A tag, by its body. */
  tag(body: string): AttributePlace {
    const place = {
      name: this.#name,
      element: this.#element,
      quote: this.#quote,
      before: this.#text,
      isStart: !this.#isDecided,
      colonFollows: false,
    };
    const block = BLOCK.exec(body)?.[1];
    if (block !== undefined) this.#open(block);
    else if (ELSE.test(body)) this.#otherwise(body);
    else if (body.startsWith("/")) this.#close(body.slice(1).trim());
    else if (place.isStart) this.#present.pending.push(place);
    return place;
  }

  #open(name: string): void {
    const before = this.#isDecided;
    this.#blocks.push({ name, before, decides: true, hasElse: false, pending: [], aside: [] });
  }

  #otherwise(body: string): void {
    const block = this.#blocks.at(-1);
    if (!block) return;
    block.decides &&= this.#isDecided;
    block.hasElse ||= !/^else\s*if\b/.test(body);
    this.#isDecided = block.before;
    for (const place of block.pending) block.aside.push(place);
    block.pending.length = 0;
  }

  #close(name: string): void {
    const block = this.#blocks.at(-1);
    if (block?.name !== name) return;
    this.#blocks.pop();
    this.#isDecided = block.before || (block.decides && this.#isDecided && block.hasElse);
    const { pending } = this.#present;
    for (const place of [...block.aside, ...block.pending]) pending.push(place);
  }
}
