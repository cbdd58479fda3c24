/** What `use` makes of an SVG before a browser sees it: a few of each other draw millions of shapes. */
import { checkLimit } from "../domain/limits.ts";
import { htmlTags } from "./html-tags.ts";

const ID = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i;
const REFERENCE = /\s(?:xlink:)?href\s*=\s*(?:"\s*#([^"]*)"|'\s*#([^']*)'|#([^\s>]+))/i;

/** No drawing is nested more deeply, and no chain of `use` is longer. */
const MAX_DEPTH = 200;

/** What is in them is drawn where it is used. */
const UNSEEN: ReadonlySet<string> = new Set(["defs", "symbol"]);

/** An element that has a name, or the whole document. */
interface Drawn {
  /** Elements within that have no name of their own, itself included. */
  own: number;
  /** Those within that have one. */
  named: Drawn[];
  /** Names of what its `use` bring. */
  uses: string[];
}

const nothing = (): Drawn => ({ own: 0, named: [], uses: [] });

/**
 * Refuses html whose SVG draws too much by `use` (SVG 2, 5.6).
 * @throws Failure `too_complex`
 */
export function checkSvgDrawings(html: string): void {
  if (!/<use\b/i.test(html)) return;
  const byName = new Map<string, Drawn>();
  const all = nothing();
  const open: { tag: string; drawn: Drawn }[] = [];
  /** How many of a name are open: most ends of html around it end nothing here. */
  const openOf = new Map<string, number>();
  let written = 0;
  for (const { name: tag, isClosing, rest } of htmlTags(html)) {
    if (isClosing) {
      while (openOf.get(tag)) {
        const ended = open.pop()?.tag ?? tag;
        openOf.set(ended, (openOf.get(ended) ?? 0) - 1);
        if (ended === tag) break;
      }
      continue;
    }
    // elements of html around it may have no end
    if (open.length === 0 && tag !== "svg") continue;
    written++;
    const around = open.at(-1)?.drawn ?? all;
    const id = textOf(ID.exec(rest));
    const isNamed = id !== undefined && !byName.has(id);
    const drawn = isNamed ? nothing() : UNSEEN.has(tag) ? nothing() : around;
    drawn.own++;
    if (isNamed) byName.set(id, drawn);
    if (isNamed && !UNSEEN.has(tag)) around.named.push(drawn);
    const used = tag === "use" ? textOf(REFERENCE.exec(rest)) : undefined;
    if (used !== undefined) drawn.uses.push(used);
    if (rest.endsWith("/") || open.length >= MAX_DEPTH) continue;
    open.push({ tag, drawn });
    openOf.set(tag, (openOf.get(tag) ?? 0) + 1);
  }
  checkLimit("svgDrawings", drawingsOf(all, byName, new Map(), new Set()) - written);
}

/** What uses itself draws nothing there, as in browsers. */
function drawingsOf(
  drawn: Drawn,
  byName: ReadonlyMap<string, Drawn>,
  known: Map<Drawn, number>,
  under: Set<Drawn>,
): number {
  const counted = known.get(drawn);
  if (counted !== undefined || under.size > 2 * MAX_DEPTH) return counted ?? drawn.own;
  under.add(drawn);
  let count = drawn.own;
  for (const inner of drawn.named) count += drawingsOf(inner, byName, known, under);
  for (const name of drawn.uses) {
    const target = byName.get(name);
    if (target && !under.has(target)) count += drawingsOf(target, byName, known, under);
  }
  under.delete(drawn);
  known.set(drawn, count);
  return count;
}

const textOf = (found: RegExpExecArray | null): string | undefined => found?.[1] ?? found?.[2] ?? found?.[3];
