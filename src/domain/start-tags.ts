/** Elements whose content is text to the parser, so that a `<script` in it is not a script. */
const TEXT_ELEMENTS = new Set(["style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"]);

/** A start tag of an html template, merge tags included. Offsets are UTF-16 units. */
interface StartTag {
  /** In lower case. */
  name: string;
  nameEnd: number;
  /** After its `>`. */
  end: number;
  /** Of an element whose content is text: where that ends. */
  textEnd?: number;
}

/**
 * The start tags of an html template, in order. Follows the tokenizer of HTML (13.2.5) as far as comments, quoted attributes
 * and text elements go; merge tags inside attributes are stepped over.
 */
export function* startTags(html: string): Generator<StartTag> {
  const lastBrace = html.lastIndexOf("}");
  for (let open = html.indexOf("<"); open >= 0; ) {
    if (html.startsWith("<!--", open)) {
      open = html.indexOf("<", after(html, "-->", open + 2));
      continue;
    }
    const name = /^[a-z][^\s/>{]*/i.exec(html.slice(open + 1, open + 32))?.[0].toLowerCase();
    if (name === undefined) {
      open = html.indexOf("<", open + 1);
      continue;
    }
    const nameEnd = open + 1 + name.length;
    const end = tagEnd(html, nameEnd, lastBrace);
    if (name === "script" || TEXT_ELEMENTS.has(name)) {
      const textEnd = closingTag(html, name, end);
      yield { name, nameEnd, end, textEnd };
      open = html.indexOf("<", textEnd);
    } else {
      yield { name, nameEnd, end };
      open = html.indexOf("<", end);
    }
  }
}

/** The position after the `>` that ends a tag: quotes and merge tags may hold one that does not. */
function tagEnd(html: string, start: number, lastBrace: number): number {
  let quote = "";
  for (let position = start; position < html.length; position++) {
    const character = html.charAt(position);
    if (character === "{" && position < lastBrace && /\S/.test(html[position + 1] ?? " ")) {
      position = html.indexOf("}", position);
    } else if (quote !== "") {
      if (character === quote) quote = "";
    } else if ((character === '"' || character === "'") && /[=\s]/.test(html[position - 1] ?? "")) {
      quote = character;
    } else if (character === ">") {
      return position + 1;
    }
  }
  return html.length;
}

function closingTag(html: string, name: string, start: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, "gi");
  closing.lastIndex = start;

  return closing.exec(html)?.index ?? html.length;
}

function after(html: string, text: string, start: number): number {
  const found = html.indexOf(text, start);
  return found < 0 ? html.length : found + text.length;
}
