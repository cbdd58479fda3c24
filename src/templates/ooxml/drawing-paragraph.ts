import type { RichParagraph } from "./html/rich-text.ts";

const EMU_PER_LEVEL = 342_900;
const BULLETS = ["•", "–", "▪"] as const;
const NUMBERS = ["arabicPeriod", "alphaLcPeriod", "romanLcPeriod"] as const;
const ALIGNMENTS = { left: "l", center: "ctr", right: "r", both: "just" } as const;

/** Members that say how a list item is marked, and those that come after them (ECMA-376 Part 1, 21.1.2.2.7). */
const MARKS = /<a:bu\w+(?:\/>|(?: [^>]*)?\/>|(?: [^>]*)?>[\s\S]*?<\/a:bu\w+>)/g;
const BEHIND_MARKS = /<a:(?:tabLst|defRPr|extLst)\b/;

/** Properties of a paragraph of rich text based on those where it is printed. */
export function richParagraphProperties(base: string, { list, align }: RichParagraph): string {
  if (!list && !align) return base;
  const opening = /^<a:pPr\b[^>]*>/.exec(base)?.[0] ?? "<a:pPr/>";
  let inner = opening.endsWith("/>") ? "" : base.slice(opening.length, base.lastIndexOf("</"));
  const attributes = new Map(
    Array.from(opening.matchAll(/\s([\w:]+)="([^"]*)"/g), ([, name = "", value = ""]) => [name, value] as const),
  );
  if (align) attributes.set("algn", ALIGNMENTS[align]);
  if (list) {
    const left = Number(attributes.get("marL") ?? 0) + Math.max(0, Number(attributes.get("indent") ?? 0));
    attributes.set("marL", String(left + EMU_PER_LEVEL * (list.depth + 1)));
    attributes.set("indent", String(list.continued ? 0 : -EMU_PER_LEVEL));
    if (list.depth > 0) attributes.set("lvl", String(list.depth));
    inner = inner.replace(MARKS, "");
    const at = BEHIND_MARKS.exec(inner)?.index ?? inner.length;
    inner = inner.slice(0, at) + markOf(list) + inner.slice(at);
  }
  const written = [...attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
  return inner ? `<a:pPr${written}>${inner}</a:pPr>` : `<a:pPr${written}/>`;
}

function markOf({ ordered, depth, start, continued }: NonNullable<RichParagraph["list"]>): string {
  if (continued) return "<a:buNone/>";
  if (!ordered) return `<a:buFont typeface="Arial"/><a:buChar char="${BULLETS[depth % 3]}"/>`;
  const first = start ? ` startAt="${Math.min(start, 32_767)}"` : "";
  return `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="${NUMBERS[depth % 3]}"${first}/>`;
}
