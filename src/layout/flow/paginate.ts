/** A resolved document -> finished pages. */
import type { PageField, Section } from "../model/blocks.ts";
import { BodyFlow } from "./body-flow.ts";
import type { Fragment, Page } from "./fragments.ts";
import type { LayoutContext } from "./layout-context.ts";
import { addLineNumbers } from "./line-numbers.ts";
import { type OpenPage, PageBuilder } from "./page-builder.ts";
import { hasPageFields, hasReferences, PageFieldValues, resolvePageFields, resolveReferences } from "./page-fields.ts";
import { layoutStack } from "./stack-layout.ts";

export interface Pagination {
  pages: Page[];
  fields: PageFieldValues;
  /** The page cap cut the document short. */
  truncated: boolean;
}

/** Lays a document out; once more, where it refers to its own pages: their numbers are known only afterwards. */
export function paginate(context: LayoutContext, maxPages: number): Pagination {
  const { sections } = context.document;
  const pagination = paginateSections(context, sections, maxPages);
  if (!sections.some(({ blocks }) => hasReferences(blocks))) return pagination;
  const resolved = sections.map((section) => ({
    ...section,
    blocks: resolveReferences(section.blocks, pagination.fields),
  }));
  return paginateSections(context, resolved, maxPages);
}

function paginateSections(context: LayoutContext, sections: readonly Section[], maxPages: number): Pagination {
  const builder = new PageBuilder(context, maxPages);
  new BodyFlow(builder).run(sections);
  addLineNumbers(builder.pages, context);
  const fields = new PageFieldValues(builder.pages);
  const shared = new Map<string, Fragment[]>();
  for (const page of builder.pages) {
    alignVertically(page);
    placeFootnotes(page);
    if (page.isFiller) continue;
    page.header = story(page, "headers", builder, fields, shared);
    page.footer = story(page, "footers", builder, fields, shared);
  }
  return { pages: builder.pages, fields, truncated: builder.truncated };
}

function story(
  page: OpenPage,
  which: "headers" | "footers",
  builder: PageBuilder,
  fields: PageFieldValues,
  shared: Map<string, Fragment[]>,
): Fragment[] {
  const blocks = page.section[which][builder.storyKind(page)]?.blocks ?? [];
  if (blocks.length === 0) return [];
  const { geometry } = page;
  const { format } = page.section;
  const width = geometry.widthPt - geometry.marginLeftPt - geometry.marginRightPt;
  const varies = hasPageFields(blocks);
  const key = `${page.sectionIndex}/${which}/${builder.storyKind(page)}/${geometry.marginLeftPt}`;
  if (!varies) {
    const known = shared.get(key);
    if (known) return known;
  }
  const evaluate = (field: PageField, fallback: string) => fields.evaluate(field, page, fallback);
  const stack = layoutStack(varies ? resolvePageFields(blocks, evaluate) : blocks, width, builder.context, {});
  const top =
    which === "headers" ? format.headerDistancePt : geometry.heightPt - format.footerDistancePt - stack.heightPt;
  const fragments = stack.fragments.map(
    (fragment): Fragment => ({
      ...fragment,
      xPt: fragment.xPt + geometry.marginLeftPt,
      yPt: fragment.yPt + top,
      ...(fragment.kind === "anchor" && fragment.unresolved
        ? {
            unresolved: {
              ...fragment.unresolved,
              paragraphXPt: geometry.marginLeftPt,
              paragraphYPt: fragment.unresolved.paragraphYPt + top,
            },
          }
        : {}),
    }),
  );
  if (!varies) shared.set(key, fragments);
  return fragments;
}

/** The note area ends at the bottom of the body. */
function placeFootnotes(page: OpenPage): void {
  const top = page.bodyBottomPt - page.footnoteHeightPt;
  page.footnotes = page.footnotes.map((fragment) => ({
    ...fragment,
    xPt: fragment.xPt + page.geometry.marginLeftPt,
    yPt: fragment.yPt + top,
  }));
}

/** `w:vAlign` of the section: centre or bottom moves a page's whole body. */
function alignVertically(page: OpenPage): void {
  const { verticalAlign } = page.section.format;
  if (verticalAlign !== "center" && verticalAlign !== "bottom") return;
  let bottom = page.bodyTopPt;
  for (const fragment of page.body)
    if (fragment.kind !== "anchor") bottom = Math.max(bottom, fragment.yPt + fragment.heightPt);
  const free = page.bodyBottomPt - page.footnoteHeightPt - bottom;
  if (free <= 0) return;
  const shift = verticalAlign === "center" ? free / 2 : free;
  page.body = page.body.map((fragment) =>
    fragment.kind === "anchor" ? fragment : { ...fragment, yPt: fragment.yPt + shift },
  );
}
