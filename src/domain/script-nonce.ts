/** Elements whose content is text to the parser, so that a `<script` in it is not a script. */
const TEXT_ELEMENTS = new Set(["style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"]);

/** A new nonce (CSP Level 3): 128 random bits, safe inside an attribute and a header. */
export function createScriptNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Marks the scripts that are in a template with its nonce. Called when the template is saved, before any data is
 * merged: the page runs scripts with the nonce, so scripts that arrive in data stay dead.
 *
 * Follows the tokenizer of HTML (13.2.5) as far as comments, quoted attributes and text elements go; merge tags inside
 * attributes are stepped over.
 *
 * @param html the template's source, merge tags included
 */
export function addNonce(html: string, nonce: string): string {
  const lastBrace = html.lastIndexOf("}");
  let result = "";
  let copied = 0;
  let position = 0;
  for (;;) {
    const open = html.indexOf("<", position);
    if (open < 0) return result + html.slice(copied);
    if (html.startsWith("<!--", open)) {
      position = after(html, "-->", open + 2);
      continue;
    }
    const name = /^[a-z][^\s/>{]*/i.exec(html.slice(open + 1, open + 32))?.[0].toLowerCase();
    if (name === undefined) {
      position = open + 1;
      continue;
    }
    const nameEnd = open + 1 + name.length;
    if (name === "script") {
      // Of two attributes of one name the first counts, so a nonce the author wrote is overruled.
      result += `${html.slice(copied, nameEnd)} nonce="${nonce}"`;
      copied = nameEnd;
    }
    position = tagEnd(html, nameEnd, lastBrace);
    if (name === "script" || TEXT_ELEMENTS.has(name)) position = closingTag(html, name, position);
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
