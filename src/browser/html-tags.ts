/** A tag as it is written in html, whatever it becomes there: those in comments and scripts are among them. */
export interface HtmlTag {
  /** In lower case. */
  name: string;
  isClosing: boolean;
  /** What is written between its name and its end. */
  rest: string;
  /** Where it ends in the html. */
  end: number;
}

const NAME = /[A-Za-z][\w:-]*/y;

/**
 * The tags of html in their order, in a time that grows with its length: one that has no end, as far as quotes go, is the last.
 */
export function* htmlTags(html: string): Generator<HtmlTag> {
  for (let open = html.indexOf("<"); open >= 0; open = html.indexOf("<", open)) {
    const isClosing = html[open + 1] === "/";
    NAME.lastIndex = open + (isClosing ? 2 : 1);
    const name = NAME.exec(html)?.[0];
    if (name === undefined) {
      open++;
      continue;
    }
    const start = NAME.lastIndex;
    const end = tagEnd(html, start);
    if (end === undefined) return;
    yield { name: name.toLowerCase(), isClosing, rest: html.slice(start, end), end: end + 1 };
    open = end;
  }
}

/** Where the `>` of a tag is; undefined if it has none outside of quotes. */
function tagEnd(html: string, start: number): number | undefined {
  const mark = /["'>]/g;
  mark.lastIndex = start;
  for (let found = mark.exec(html); found; found = mark.exec(html)) {
    if (found[0] === ">") return found.index;
    const close = html.indexOf(found[0], found.index + 1);
    if (close < 0) return undefined;
    mark.lastIndex = close + 1;
  }
  return undefined;
}
