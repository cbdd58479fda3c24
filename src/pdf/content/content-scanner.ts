import { CHARACTER_CLASS, REGULAR, WHITESPACE } from "../characters.ts";

export type ContentTokenKind = "number" | "name" | "literal" | "hex" | "open" | "close" | "operator" | "stray" | "end";

/** Splits a content stream into tokens without making objects of them; `start` and `end` give the token's bytes. */
export class ContentScanner {
  readonly bytes: Uint8Array;
  start = 0;
  end = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Moves on to the next token. `stray` is a delimiter that opens nothing: the stream is damaged. */
  next(): ContentTokenKind {
    const { bytes } = this;
    let at = this.end;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) {
        this.start = this.end = bytes.length;
        return "end";
      }
      if (CHARACTER_CLASS[byte] === WHITESPACE) at++;
      else if (byte === 37) {
        while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++;
      } else break;
    }
    this.start = at;
    const first = bytes[at] ?? 0;
    switch (first) {
      case 40:
        this.end = endOfLiteral(bytes, at);
        return this.end < 0 ? this.#unfinished() : "literal";
      case 60:
        if (bytes[at + 1] === 60) {
          this.end = at + 2;
          return "open";
        }
        this.end = bytes.indexOf(62, at) + 1;
        return this.end === 0 ? this.#unfinished() : "hex";
      case 62:
        this.end = at + (bytes[at + 1] === 62 ? 2 : 1);
        return bytes[at + 1] === 62 ? "close" : "stray";
      case 91:
      case 93:
        this.end = at + 1;
        return first === 91 ? "open" : "close";
      case 47:
        this.end = endOfRegular(bytes, at + 1);
        return "name";
    }
    if (CHARACTER_CLASS[first] !== REGULAR) {
      this.end = at + 1;
      return "stray";
    }
    this.end = endOfRegular(bytes, at);
    return (first >= 48 && first <= 57) || first === 45 || first === 46 || first === 43 ? "number" : "operator";
  }

  /** The token as text, one character for each byte. */
  text(): string {
    let text = "";
    for (let at = this.start; at < this.end; at++) text += String.fromCharCode(this.bytes[at] ?? 0);
    return text;
  }

  #unfinished(): "stray" {
    this.end = this.bytes.length;
    return "stray";
  }
}

function endOfRegular(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && CHARACTER_CLASS[bytes[at] ?? 0] === REGULAR) at++;
  return at;
}

/** Offset after the closing parenthesis, -1 without one. */
function endOfLiteral(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 92) at++;
    else if (byte === 40) depth++;
    else if (byte === 41 && --depth === 0) return at + 1;
  }
  return -1;
}
