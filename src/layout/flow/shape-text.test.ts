import { describe, expect, it } from "vitest";
import { layOut, section, wordDocument } from "../testing/word-document.ts";
import { textLeft } from "./shape-text.ts";

const EMU = 12_700;

/** Where text of 30 points begins in a shape of 50 that does not wrap it, with 4 points around it. */
function left(alignment: string, wrap = "none"): number | undefined {
  const text = `<w:p><w:pPr><w:jc w:val="${alignment}"/></w:pPr><w:r><w:t>sixsix</w:t></w:r></w:p>`;
  const shape =
    `<wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${50 * EMU}" cy="${20 * EMU}"/></a:xfrm><a:prstGeom prst="rect"/></wps:spPr>` +
    `<wps:txbx><w:txbxContent>${text}</w:txbxContent></wps:txbx><wps:bodyPr wrap="${wrap}" lIns="${4 * EMU}" rIns="${4 * EMU}"/></wps:wsp>`;
  const drawing =
    `<w:drawing><wp:anchor><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>` +
    `<wp:extent cx="${50 * EMU}" cy="${20 * EMU}"/><wp:wrapNone/><wp:docPr id="1" name=""/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">${shape}</a:graphicData></a:graphic></wp:anchor></w:drawing>`;
  const [page] = layOut(wordDocument(`<w:p><w:r>${drawing}</w:r></w:p>${section(40, 40)}`));
  const anchor = page?.body.find((fragment) => fragment.kind === "anchor");
  const node = anchor?.kind === "anchor" ? anchor.anchor.drawing : undefined;
  if (node?.kind !== "shape" || !node.text) return undefined;
  return textLeft(node, node.text, { fragments: [], heightPt: 12, widthPt: 30 });
}

describe("text that a shape does not wrap", () => {
  it("begins, ends or has its middle where its shape has, by its alignment", () => {
    expect(left("left")).toBe(4);
    expect(left("center")).toBe(10);
    expect(left("right")).toBe(16);
  });

  it("has the width of its shape otherwise", () => {
    expect(left("right", "square")).toBe(4);
  });
});
