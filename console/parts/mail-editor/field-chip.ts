import { InputRule, mergeAttributes, Node, PasteRule } from "@tiptap/core";
import { MERGE_TAG } from "../code/merge-words.ts";

/** A tag of the language in a letter: one thing that is moved, deleted and chosen as a whole. */
export const FieldChip = Node.create({
  name: "fieldChip",
  group: "inline",
  inline: true,
  atom: true,
  selectable: true,

  addAttributes: () => ({
    tag: {
      default: "",
      parseHTML: (element: HTMLElement) => element.getAttribute("data-merge") ?? "",
      renderHTML: ({ tag }: { tag: string }) => ({ "data-merge": tag }),
    },
  }),

  parseHTML: () => [{ tag: "span[data-merge]" }],
  renderHTML: ({ HTMLAttributes }) => ["span", mergeAttributes(HTMLAttributes)],
  renderText: ({ node }) => String(node.attrs.tag),

  addNodeView: () => (view) => {
    const dom = document.createElement("span");
    dom.dataset.chip = "";
    const show = (tag: string) => {
      dom.textContent = shownTag(tag);
      dom.title = tag;
    };
    show(String(view.node.attrs.tag));

    return {
      dom,
      update(node) {
        if (node.type.name !== "fieldChip") return false;
        show(String(node.attrs.tag));

        return true;
      },
    };
  },

  /** A tag that is typed becomes one when its brace is closed. */
  addInputRules() {
    return [
      new InputRule({
        find: new RegExp(`(?:${MERGE_TAG.source})$`),
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ tag: match[0] }));
        },
      }),
    ];
  },

  addPasteRules() {
    return [
      new PasteRule({
        find: MERGE_TAG,
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ tag: match[0] }));
        },
      }),
    ];
  },
});

/** A tag in a few words: a field by its path, anything else as it is written. */
function shownTag(tag: string): string {
  const inner = tag.slice(1, -1).trim();
  const field = /^\$([\w.]+)(\|.*)?$/s.exec(inner);

  return field ? `${field[1]}${field[2] ? " …" : ""}` : inner;
}
