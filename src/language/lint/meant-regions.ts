/** A stretch of an html text; `end` is exclusive. */
interface Region {
  start: number;
  end: number;
}

/** Elements whose braces belong to what is in them. */
const OWN_BRACES: ReadonlySet<string> = new Set(["script", "style", "code", "kbd", "samp", "math", "svg", "textarea"]);
/** Attributes of frameworks and styles: their values hold braces of their own. */
const OWN_ATTRIBUTE =
  /(?:^|\s)(?:on\w+|style|:[\w.-]+|@[\w.:-]+|v-[\w.:-]+|x-[\w.:-]+|ng-[\w-]+|data-[\w-]+|\*?\[?\(?ng\w+\)?\]?)\s*=\s*$/i;

/** The stretches of an html text whose braces are most likely meant: scripts, styles, code, comments; in order. */
export function meantRegions(source: string): Region[] {
  const regions: Region[] = [];
  for (let at = source.indexOf("<"); at >= 0; ) {
    const end = readMarkup(source, at, regions);
    at = source.indexOf("<", end);
  }
  return regions;
}

/** Whether an offset lies in one of the regions. */
export function isInside(regions: readonly Region[], offset: number): boolean {
  let low = 0;
  let high = regions.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const region = regions[middle];
    if (!region) return false;
    if (offset < region.start) high = middle - 1;
    else if (offset >= region.end) low = middle + 1;
    else return true;
  }
  return false;
}

/** Reads the comment or tag at `at` and answers where to go on. */
function readMarkup(source: string, at: number, regions: Region[]): number {
  if (source.startsWith("<!--", at)) {
    const close = source.indexOf("-->", at + 4);
    return add(regions, at, close < 0 ? source.length : close + 3);
  }
  const name = /^<([a-z][\w-]*)/i.exec(source.slice(at, at + 40))?.[1]?.toLowerCase();
  if (name === undefined) return at + 1;
  const tagEnd = readAttributes(source, at + 1 + name.length, regions);
  if (!OWN_BRACES.has(name) || source[tagEnd - 2] === "/") return tagEnd;
  const closing = new RegExp(`</${name}\\s*>`, "gi");
  closing.lastIndex = tagEnd;
  const close = closing.exec(source);
  return add(regions, tagEnd, close ? close.index : source.length);
}

/** The offset after a tag's `>`; values of attributes with braces of their own are regions. */
function readAttributes(source: string, start: number, regions: Region[]): number {
  let from = start;
  for (let at = start; at < source.length; at++) {
    const character = source[at];
    if (character === ">") return at + 1;
    if (character !== '"' && character !== "'") continue;
    const close = source.indexOf(character, at + 1);
    if (close < 0) return source.length;
    if (OWN_ATTRIBUTE.test(source.slice(Math.max(from, at - 80), at))) add(regions, at, close + 1);
    from = close + 1;
    at = close;
  }
  return source.length;
}

function add(regions: Region[], start: number, end: number): number {
  regions.push({ start, end });
  return end;
}
