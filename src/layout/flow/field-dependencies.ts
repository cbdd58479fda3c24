/** What the fields of a document will need from its pages. */
import type { Block, Inline, PageField, Story, WordDocument } from "../model/blocks.ts";
import type { DrawingNode } from "../model/shapes.ts";

/** Fields that say something about pages that may come later; the text of a style is looked for on those, too. */
const NEED_ALL_PAGES: ReadonlySet<PageField["name"]> = new Set([
  "NUMPAGES",
  "SECTIONPAGES",
  "PAGEREF",
  "POSITION",
  "STYLEREF",
]);

export interface FieldDependencies {
  /** Some text is known only once all pages are. */
  allPages: boolean;
  /** Styles whose text is repeated. */
  styles: ReadonlySet<string>;
}

export function fieldDependencies({ sections, footnotes, endnotes }: WordDocument): FieldDependencies {
  const styles = new Set<string>();
  let allPages = false;
  const seen = new Set<readonly Block[]>();
  const field = (found: PageField) => {
    if (NEED_ALL_PAGES.has(found.name)) allPages = true;
    if (found.name === "STYLEREF") styles.add(found.styleId);
  };
  const drawing = (node: DrawingNode) => {
    if (node.kind === "group") for (const child of node.children) drawing(child);
    else if (node.kind === "shape" && node.text) blocks(node.text.blocks);
  };
  const inlines = (list: readonly Inline[]) => {
    for (const inline of list) {
      if (inline.kind === "pageField") field(inline.field);
      else if (inline.kind === "anchor") drawing(inline.anchor.drawing);
      else if (inline.kind === "object") drawing(inline.drawing);
      else if (inline.kind === "ruby") inlines([...inline.base, ...inline.annotation]);
    }
  };
  const blocks = (list: readonly Block[]) => {
    if (seen.has(list)) return;
    seen.add(list);
    for (const block of list) {
      if (block.kind === "paragraph") inlines(block.inlines);
      else if (block.kind === "frame") blocks(block.blocks);
      else for (const row of block.rows) for (const cell of row.cells) blocks(cell.blocks);
    }
  };
  for (const section of sections) {
    blocks(section.blocks);
    const stories: (Story | undefined)[] = [...Object.values(section.headers), ...Object.values(section.footers)];
    for (const story of stories) blocks(story?.blocks ?? []);
  }
  for (const note of [...footnotes.values(), ...endnotes.values()]) blocks(note.blocks);
  return { allPages, styles };
}
