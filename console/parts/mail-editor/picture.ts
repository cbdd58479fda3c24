import { mergeAttributes, Node } from "@tiptap/core";

/** A picture of a letter. Those of other services are named and not drawn: the console reads nothing from elsewhere. */
export const Picture = Node.create({
  name: "picture",
  group: "inline",
  inline: true,
  atom: true,
  draggable: true,

  addAttributes: () => ({
    src: { default: "" },
    alt: { default: null },
    width: { default: null },
    height: { default: null },
  }),

  parseHTML: () => [{ tag: "img[src]" }],
  renderHTML: ({ HTMLAttributes }) => ["img", mergeAttributes(HTMLAttributes)],

  addNodeView: () => (view) => {
    const { src, alt } = view.node.attrs as { src: string; alt: string | null };
    if (!src.startsWith("data:image/")) {
      const dom = document.createElement("span");
      dom.dataset.chip = "";
      dom.textContent = `Picture: ${alt || src}`;

      return { dom };
    }
    const dom = document.createElement("img");
    dom.src = src;
    dom.alt = alt ?? "";

    return { dom };
  },
});
