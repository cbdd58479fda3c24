/** One way through a document: its pages as they are settled, and what their fields may ask. */
import type { PageField, Section } from "../model/blocks.ts";
import { BodyFlow } from "./body-flow.ts";
import type { Fragment, Page } from "./fragments.ts";
import type { LayoutContext } from "./layout-context.ts";
import { LineNumbers } from "./line-numbers.ts";
import { notesHeight, type OpenPage, PageBuilder } from "./page-builder.ts";
import { hasPageFields, PageFieldValues, resolvePageFields } from "./page-fields.ts";
import { layoutStory } from "./story-layout.ts";

export class PageRun {
  readonly fields: PageFieldValues;
  readonly #builder: PageBuilder;
  readonly #numbers: LineNumbers;
  /** Headers and footers that are the same on many pages. */
  readonly #shared = new Map<string, Fragment[]>();
  #finalized = 0;

  constructor(context: LayoutContext, maxPages: number, styles: ReadonlySet<string>) {
    this.#builder = new PageBuilder(context, maxPages);
    this.#numbers = new LineNumbers(context);
    this.fields = new PageFieldValues(styles);
  }

  /** The page cap cut the document short. */
  get truncated(): boolean {
    return this.#builder.truncated;
  }

  /** Each page once nothing will change it any more. */
  *pages(sections: readonly Section[]): Generator<Page, void> {
    const { pages } = this.#builder;
    for (const _ of new BodyFlow(this.#builder).run(sections)) yield* this.#finalize(pages.length - 1);
    yield* this.#finalize(pages.length);
  }

  *#finalize(until: number): Generator<Page, void> {
    while (this.#finalized < until) {
      const page = this.#builder.pages[this.#finalized++];
      if (!page) return;
      this.#numbers.addTo(page);
      this.fields.add(page);
      alignVertically(page);
      placeFootnotes(page);
      yield page;
    }
  }

  /** Header and footer. */
  addStories(page: Page, fields: PageFieldValues): void {
    if (page.isFiller) return;
    page.header = story(page, "headers", this.#builder, fields, this.#shared);
    page.footer = story(page, "footers", this.#builder, fields, this.#shared);
  }
}

function story(
  page: Page,
  which: "headers" | "footers",
  builder: PageBuilder,
  fields: PageFieldValues,
  shared: Map<string, Fragment[]>,
): Fragment[] {
  const blocks = page.section[which][builder.storyKind(page)]?.blocks ?? [];
  if (blocks.length === 0) return [];
  const { geometry } = page;
  const { format } = page.section;
  const varies = hasPageFields(blocks);
  const key = `${page.sectionIndex}/${which}/${builder.storyKind(page)}/${geometry.marginLeftPt}`;
  if (!varies) {
    const known = shared.get(key);
    if (known) return known;
  }
  const evaluate = (field: PageField, fallback: string) => fields.evaluate(field, page, fallback);
  const place = { which, format, geometry };
  const { fragments: placed, topPt: top } = layoutStory(
    varies ? resolvePageFields(blocks, evaluate) : blocks,
    place,
    builder.context,
  );
  const fragments = placed.map(
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

/** The note areas end at the bottom of the body. */
function placeFootnotes(page: OpenPage): void {
  page.footnotes = page.noteAreas.flatMap((area) => {
    const top = page.bodyBottomPt - area.raisedPt - area.footnoteHeightPt;
    return area.footnotes.map((fragment) => ({
      ...fragment,
      xPt: fragment.xPt + area.leftPt,
      yPt: fragment.yPt + top,
    }));
  });
}

/** `w:vAlign` of the section: center or bottom moves a page's whole body. */
function alignVertically(page: OpenPage): void {
  const { verticalAlign } = page.section.format;
  if (verticalAlign !== "center" && verticalAlign !== "bottom") return;
  let bottom = page.bodyTopPt;
  for (const fragment of page.body)
    if (fragment.kind !== "anchor") bottom = Math.max(bottom, fragment.yPt + fragment.heightPt);
  const free = page.bodyBottomPt - notesHeight(page.noteAreas) - bottom;
  if (free <= 0) return;
  const shift = verticalAlign === "center" ? free / 2 : free;
  page.body = page.body.map((fragment) =>
    fragment.kind === "anchor" ? fragment : { ...fragment, yPt: fragment.yPt + shift },
  );
}
