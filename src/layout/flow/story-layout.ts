/** Headers and footers: stacks whose text keeps clear of the objects that are anchored in them. */
import type { Block } from "../model/blocks.ts";
import type { SectionFormat } from "../model/section.ts";
import type { PageGeometry } from "./fragments.ts";
import type { LayoutContext } from "./layout-context.ts";
import { layoutStack } from "./stack-layout.ts";
import type { Stack } from "./table-parts.ts";

export interface StoryPlace {
  which: "headers" | "footers";
  format: SectionFormat;
  geometry: PageGeometry;
}

/** A footer moves up by what its objects push its text down, and its objects may move with it. */
const MAX_TRIES = 3;
const SETTLED_PT = 0.1;

/** Heights of stories that carry no objects do not depend on where they are. */
export function layoutStory(
  blocks: readonly Block[],
  { which, format, geometry }: StoryPlace,
  context: LayoutContext,
): Stack & { topPt: number } {
  const widthPt = geometry.widthPt - geometry.marginLeftPt - geometry.marginRightPt;
  const topOf = ({ heightPt }: Stack) =>
    which === "headers" ? format.headerDistancePt : geometry.heightPt - format.footerDistancePt - heightPt;
  const plain = layoutStack(blocks, widthPt, context, {});
  if (!plain.fragments.some(({ kind }) => kind === "anchor")) return { ...plain, topPt: topOf(plain) };
  let topPt = topOf(plain);
  let stack = plain;
  for (let round = 0; round < MAX_TRIES; round++) {
    stack = layoutStack(blocks, widthPt, context, { onPage: { geometry, topPt } });
    const movedPt = topOf(stack) - topPt;
    topPt = topOf(stack);
    if (Math.abs(movedPt) < SETTLED_PT) break;
  }
  return { ...stack, topPt };
}
