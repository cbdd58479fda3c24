/** The spaces of the first and last paragraphs of a cell, which not all files count. */

const NO_SPACE = { before: '<w:spacing w:before="0"/>', after: '<w:spacing w:after="0"/>' } as const;

/** Blocks whose first or last paragraph has no space above or below. */
export function withoutEdgeSpace(blocks: string, side: keyof typeof NO_SPACE): string {
  const start = side === "before" ? 0 : blocks.lastIndexOf("<w:p>");
  const isParagraph = blocks.startsWith("<w:p>", start) && (side === "before" || blocks.endsWith("</w:p>"));
  if (!isParagraph) return blocks;
  const inner = start + "<w:p>".length;
  const [head, tail] = [blocks.slice(0, inner), blocks.slice(inner)];
  if (!tail.startsWith("<w:pPr>")) return `${head}<w:pPr>${NO_SPACE[side]}</w:pPr>${tail}`;
  // formats of the paragraph's end come after its own
  const end = tail.search(/<w:rPr>|<\/w:pPr>/);
  const [properties, rest] = [tail.slice(0, end), tail.slice(end)];
  const said = new RegExp(` w:${side}="\\d+"`);
  if (said.test(properties)) return head + properties.replace(said, ` w:${side}="0"`) + rest;
  const next = /<w:(?:ind|contextualSpacing|jc|outlineLvl)[ /]/.exec(properties)?.index ?? properties.length;
  return head + properties.slice(0, next) + NO_SPACE[side] + properties.slice(next) + rest;
}
