import type { Random } from "../../smarty/random.ts";
import { type Amplified, timesOf } from "./amplified.ts";

interface Element {
  parent: string;
  name: string;
  start: number;
  /** Behind its start tag. */
  content: number;
  end: number;
}

const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:"[^"]*"|'[^']*'|[^>"'])*?)(\/?)>/g;
const LONG_TEXTS = ["a", "a ", "\u0627\u0644", "\u6f22"] as const;
const NUMBERS = ["2147483647", "1000000", "-2147483648", "0", "16777216"] as const;
const TEXT_BYTES = 250_000;

/** The elements of XML, or of html that is written as if it were. */
export function elementsOf(markup: string): Element[] {
  const found: Element[] = [];
  const open: Element[] = [];
  for (const { 0: tag, 1: closing, 2: name = "", 4: empty, index } of markup.matchAll(TAG)) {
    if (closing) {
      const at = open.findLastIndex((each) => each.name === name);
      const element = open[at];
      if (!element) continue;
      element.end = index + tag.length;
      found.push(element);
      open.length = at;
      continue;
    }
    const element = { parent: open.at(-1)?.name ?? "", name, start: index, content: index + tag.length, end: index };
    if (empty) found.push({ ...element, end: element.content });
    else open.push(element);
  }
  return found;
}

/** A text of markup in which an element is there many times, a text is long, or a number large. */
export function amplifyMarkup(
  markup: string,
  random: Random,
): { what: string; times: number; make(times: number): string } | undefined {
  const elements = elementsOf(markup).filter(({ parent }) => parent !== "");
  if (elements.length === 0) return undefined;
  switch (random.pick(["element", "element", "element", "element", "element", "text", "number"])) {
    case "text": {
      const texts = [...markup.matchAll(/>([^<>]*[^<>\s][^<>]*)</g)];
      if (texts.length === 0) return undefined;
      const { 1: text = "", index } = random.pick(texts);
      const piece = random.pick([...LONG_TEXTS, text]);
      const at = index + 1;
      const times = Math.ceil(TEXT_BYTES / piece.length);
      const make = (count: number) => markup.slice(0, at) + piece.repeat(count) + markup.slice(at + text.length);
      return { what: `text ${JSON.stringify(piece.slice(0, 20))} at ${at}`, times, make };
    }
    case "number": {
      const numbers = [...markup.matchAll(/ ([\w:]+)="-?\d+(?:\.\d+)?"/g)];
      if (numbers.length === 0) return undefined;
      const { 0: all, 1: name = "", index } = random.pick(numbers);
      const value = random.pick(NUMBERS);
      const make = () => `${markup.slice(0, index)} ${name}="${value}"${markup.slice(index + all.length)}`;
      return { what: `${name}="${value}" at ${index}`, times: 1, make };
    }
    default: {
      const kinds = [...new Set(elements.map(({ parent, name }) => `${parent}/${name}`))].sort();
      const kind = random.pick(kinds);
      const { start, end } = random.pick(elements.filter(({ parent, name }) => `${parent}/${name}` === kind));
      const piece = markup.slice(start, end);
      const make = (count: number) => markup.slice(0, start) + piece.repeat(count) + markup.slice(start);
      return { what: kind, times: timesOf(Buffer.byteLength(piece)), make };
    }
  }
}

/** {@link amplifyMarkup} of a file of one text. */
export function amplifyTextFile(bytes: Uint8Array, random: Random): Amplified | undefined {
  const amplified = amplifyMarkup(new TextDecoder().decode(bytes), random);
  return amplified && { ...amplified, make: (times) => new TextEncoder().encode(amplified.make(times)) };
}

/** A style sheet within html of which a rule or a declaration is there many times. */
export function amplifyStyles(bytes: Uint8Array, random: Random): Amplified | undefined {
  const html = new TextDecoder().decode(bytes);
  const styles = [...html.matchAll(/<style>([^<]*)<\/style>/g)];
  if (styles.length === 0) return undefined;
  const { 0: all, 1: css = "", index } = random.pick(styles);
  const from = index + all.indexOf(css);
  const pieces = [...css.matchAll(random.chance(0.5) ? /[^{}]+\{[^{}]*\}/g : /[\w-]+\s*:[^;{}]+;/g)];
  if (pieces.length === 0) return undefined;
  const piece = random.pick(pieces);
  const at = from + piece.index;
  const make = (times: number) => new TextEncoder().encode(html.slice(0, at) + piece[0].repeat(times) + html.slice(at));
  return { what: `style ${piece[0].trim().slice(0, 60)}`, times: timesOf(piece[0].length), make };
}
