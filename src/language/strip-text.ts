import type { AssemblyToken } from "./assembly-token.ts";

/**
 * `{strip}` works on the template's own text, tag by tag, and never on values: line breaks go together with the blanks
 * around them, runs of blanks between html tags become one. `script`, `textarea` and `pre` keep their text.
 */
export function stripText(tokens: readonly AssemblyToken[]): AssemblyToken[] {
  const out: AssemblyToken[] = [];
  const open: string[] = [];
  const texts: { kind: "text"; text: string }[] = [];
  let depth = 0;
  /** Text that ends where the next one begins: {strip} tags leave no trace between them. */
  let stripped: { kind: "text"; text: string } | undefined;
  for (const token of tokens) {
    if (token.kind === "tag") {
      const { tag } = token;
      if (tag.role === "open") open.push(tag.name);
      const name = tag.role === "open" ? tag.name : tag.role === "close" ? open.pop() : undefined;
      if (name === "strip") depth += tag.role === "open" ? 1 : -1;
      else stripped = undefined;
      out.push(token);
    } else if (depth <= 0 || token.literal) {
      stripped = undefined;
      out.push(token);
    } else if (stripped) {
      stripped.text += token.text;
    } else {
      stripped = { kind: "text", text: token.text };
      texts.push(stripped);
      out.push(stripped);
    }
  }
  for (const text of texts) text.text = stripWhitespace(text.text);
  return out;
}

const KEPT_ELEMENT = /<(script|textarea|pre)[^>]*(?:>|$)/gi;

function stripWhitespace(text: string): string {
  if (!text.includes("<")) return joinLines(text);
  const kept: string[] = [];
  let out = "";
  let from = 0;
  for (let open = KEPT_ELEMENT.exec(text); open; open = KEPT_ELEMENT.exec(text)) {
    const close = indexOfIgnoringCase(text, `</${open[1]}`, KEPT_ELEMENT.lastIndex);
    const end = close < 0 ? -1 : text.indexOf(">", close);
    if (end < 0) break;
    out += `${text.slice(from, open.index)}\u0001${kept.push(text.slice(open.index, end + 1)) - 1}\u0002`;
    from = KEPT_ELEMENT.lastIndex = end + 1;
  }
  KEPT_ELEMENT.lastIndex = 0;
  out += text.slice(from);
  out = out
    .replace(/([\u0002>])[ \t]+(?=[\u0001<])/g, "$1 ")
    .replace(/([\u0002>])[ \t]*\n\s*(?=[\u0001<])/g, "$1")
    .replace(/(?:([a-z0-9]\s*=\s*(?:"[^"]*"))|('[^']*')|(<[a-z0-9_]+))\s+([a-z/>])/gi, "$1$2$3 $4")
    .replace(/>[ \t]+$/, "> ")
    .replace(/>[ \t]*\n\s*$/, ">");
  out = joinLines(out);
  return out.replace(/\u0001(\d+)\u0002/g, (_, index: string) => kept[Number(index)] ?? "");
}

/** Removes line breaks with the blanks and tabs on both sides, in linear time. */
function joinLines(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  const lines = text.split(/[\r\n]+/);
  const last = lines.length - 1;
  return lines.map((line, index) => trimBlanks(line, index > 0, index < last)).join("");
}

function trimBlanks(line: string, atStart: boolean, atEnd: boolean): string {
  let start = 0;
  let end = line.length;
  if (atStart) while (start < end && isBlank(line, start)) start++;
  if (atEnd) while (end > start && isBlank(line, end - 1)) end--;
  return line.slice(start, end);
}

function isBlank(line: string, at: number): boolean {
  const code = line.charCodeAt(at);
  return code === 32 || code === 9;
}

function indexOfIgnoringCase(text: string, word: string, from: number): number {
  const pattern = new RegExp(word, "gi");
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}
