/** What `use` makes of an SVG before a browser sees it: a few of each other draw millions of shapes. */
import { checkLimit } from "../domain/limits.ts";

const TAG = /<(\/?)([A-Za-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g;
const ID = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;
const REFERENCE = /\s(?:xlink:)?href\s*=\s*(?:"\s*#([^"]*)"|'\s*#([^']*)'|#([^\s>]+))/i;

/** No drawing is nested more deeply, and no chain of `use` is longer. */
const MAX_DEPTH = 200;

interface Drawn {
  /** Elements within, itself included, but for what its `use` bring. */
  own: number;
  uses: string[];
}

/**
 * Refuses html whose SVG draws too much by `use` (SVG 2, 5.6).
 * @throws Failure `too_complex`
 */
export function checkSvgDrawings(html: string): void {
  if (!/<use\b/i.test(html)) return;
  const named = new Map<string, Drawn>();
  const all: Drawn = { own: 0, uses: [] };
  const open: { name: string; drawn: Drawn | undefined }[] = [];
  for (const [, closing, tag = "", rest = ""] of html.matchAll(TAG)) {
    const name = tag.toLowerCase();
    if (closing) {
      const at = open.findLastIndex((each) => each.name === name);
      if (at >= 0) open.length = at;
      continue;
    }
    // elements of html around it may have no end
    if (open.length === 0 && name !== "svg") continue;
    const id = textOf(ID.exec(rest));
    const drawn = id === undefined || named.has(id) ? undefined : { own: 0, uses: [] };
    if (id !== undefined && drawn) named.set(id, drawn);
    const around = [all, ...open.flatMap((each) => each.drawn ?? []), ...(drawn ? [drawn] : [])];
    for (const each of around) each.own++;
    const used = name === "use" ? textOf(REFERENCE.exec(rest)) : undefined;
    if (used !== undefined) for (const each of around) each.uses.push(used);
    if (!rest.endsWith("/") && open.length < MAX_DEPTH) open.push({ name, drawn });
  }
  checkLimit("svgDrawings", drawingsOf(all, named, new Map(), new Set()) - all.own);
}

/** Infinity where elements use themselves is what browsers leave out: such a `use` draws nothing. */
function drawingsOf(
  drawn: Drawn,
  named: ReadonlyMap<string, Drawn>,
  known: Map<Drawn, number>,
  under: Set<Drawn>,
): number {
  const counted = known.get(drawn);
  if (counted !== undefined || under.size > MAX_DEPTH) return counted ?? drawn.own;
  under.add(drawn);
  let count = drawn.own;
  for (const id of drawn.uses) {
    const target = named.get(id);
    if (target && !under.has(target)) count += drawingsOf(target, named, known, under);
  }
  under.delete(drawn);
  known.set(drawn, count);
  return count;
}

const textOf = (found: RegExpExecArray | null): string | undefined => found?.[1] ?? found?.[2] ?? found?.[3];
