import { Parser } from "htmlparser2";
import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";

/** An element with its content; what browsers do not show is left out. */
export interface HtmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: (HtmlElement | string)[];
}

/** Elements whose content is not shown, or cannot be. */
const NOT_SHOWN = new Set(
  "head script style template title noscript iframe object embed audio video canvas svg math select datalist".split(
    " ",
  ),
);
const DEEPEST = 256;
const MAX_NODES = 300_000;

/**
 * Reads html into a tree, whatever is wrong with it.
 * @throws Failure `file_not_readable` for what is nested too deeply or has too many elements
 */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: "body", attributes: {}, children: [] };
  const open = [root];
  let hidden = 0;
  let nodes = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length >= DEEPEST || ++nodes > MAX_NODES) throw tooComplex();
        const element = { name, attributes, children: [] };
        if (NOT_SHOWN.has(name) || isHidden(attributes)) hidden++;
        if (hidden === 0) present(open.at(-1)).children.push(element);
        open.push(element);
      },
      onclosetag() {
        const element = open.length > 1 ? present(open.pop()) : undefined;
        if (element && (NOT_SHOWN.has(element.name) || isHidden(element.attributes))) hidden--;
      },
      ontext(text) {
        if (hidden > 0) return;
        if (++nodes > MAX_NODES) throw tooComplex();
        present(open.at(-1)).children.push(text);
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  return root;
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return "hidden" in attributes || /display\s*:\s*none/i.test(attributes.style ?? "");
}

function tooComplex(): Failure {
  return new Failure(
    "file_not_readable",
    `The html has more than ${MAX_NODES} elements or is nested more than ${DEEPEST} deep: it cannot become Word content.`,
  );
}
