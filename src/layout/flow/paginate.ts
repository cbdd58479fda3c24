/** A resolved document -> finished pages. */
import type { Section } from "../model/blocks.ts";
import { fieldDependencies } from "./field-dependencies.ts";
import type { Page } from "./fragments.ts";
import type { LayoutContext } from "./layout-context.ts";
import { hasReferences, type PageFieldValues, resolveReferences } from "./page-fields.ts";
import { PageRun } from "./page-run.ts";

export interface Pagination {
  pages: Page[];
  fields: PageFieldValues;
  /** The page cap cut the document short. */
  truncated: boolean;
}

/** Lays a document out; a second time if it refers to its own pages: their numbers are known only afterwards. */
export function paginate(context: LayoutContext, maxPages: number): Pagination {
  const { sections } = context.document;
  const { styles } = fieldDependencies(context.document);
  const laidOut = (from: readonly Section[]) => {
    const run = new PageRun(context, maxPages, styles);
    return { run, pages: [...run.pages(from)] };
  };
  let { run, pages } = laidOut(sections);
  if (sections.some(({ blocks }) => hasReferences(blocks))) ({ run, pages } = laidOut(resolved(sections, run.fields)));
  for (const page of pages) run.addStories(page, run.fields);
  return { pages, fields: run.fields, truncated: run.truncated };
}

/** A page with what its fields show. */
export interface FinishedPage {
  page: Page;
  fields: PageFieldValues;
}

/** This many pages are kept until the end if a field asks for it; a longer document is laid out once more instead. */
const MAX_CACHED_PAGES = 24;

/**
 * The pages one by one; what is on a page is let go of when the next one is asked for. Undefined is a pause. Where text
 * depends on pages that are still to come, short documents are kept until then, others are laid out again.
 */
export function* streamPages(
  context: LayoutContext,
  maxPages: number,
): Generator<FinishedPage | undefined, { truncated: boolean }> {
  const needs = fieldDependencies(context.document);
  const { sections } = context.document;
  const refers = sections.some(({ blocks }) => hasReferences(blocks));
  let known: PageFieldValues | undefined;
  for (;;) {
    const run = new PageRun(context, maxPages, needs.styles);
    const kept: Page[] = [];
    const finished = function* (pages: Iterable<Page>, fields: PageFieldValues) {
      for (const page of pages) {
        run.addStories(page, fields);
        yield { page, fields };
        letGo(page);
      }
    };
    const pages = run.pages(refers && known ? resolved(sections, known) : sections);
    // If fields need nothing from later pages, those of this run know enough.
    const fields = needs.allPages ? known : run.fields;
    let isCounting = false;
    let isKept = needs.allPages;
    for (const page of pages) {
      if (isKept) {
        kept.push(page);
        if (kept.length <= MAX_CACHED_PAGES) {
          yield undefined;
          continue;
        }
        isKept = false;
        isCounting = fields === undefined;
        if (fields) yield* finished(kept, fields);
        for (const each of kept.splice(0)) letGo(each);
      } else if (fields && !isCounting) yield* finished([page], fields);
      else {
        letGo(page);
        yield undefined;
      }
    }
    const isResolved = !refers || known !== undefined;
    if (isResolved && !isCounting) {
      yield* finished(kept, run.fields);
      return { truncated: run.truncated };
    }
    known = run.fields;
  }
}

function resolved(sections: readonly Section[], fields: PageFieldValues): Section[] {
  return sections.map((section) => ({ ...section, blocks: resolveReferences(section.blocks, fields) }));
}

/** The page keeps its place; what is on it is dropped. */
function letGo(page: Page): void {
  page.body = [];
  page.footnotes = [];
  page.header = [];
  page.footer = [];
}
