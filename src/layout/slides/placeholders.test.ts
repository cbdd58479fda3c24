import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { readXml, type XmlNode } from "../../office/xml-node.ts";
import { inLayout, inMaster, placeholderOf, textStyleName } from "./placeholders.ts";

const P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

function tree(...placeholders: string[]): XmlNode {
  const shapes = placeholders.map(
    (attributes, index) =>
      `<p:sp><p:nvSpPr><p:cNvPr id="${index}" name="shape ${index}"/><p:nvPr><p:ph ${attributes}/></p:nvPr></p:nvSpPr></p:sp>`,
  );
  return readXml(`<p:spTree ${P}>${shapes.join("")}</p:spTree>`);
}

const positionIn = (holder: XmlNode, found: XmlNode | undefined) =>
  found ? holder.children.indexOf(found) : undefined;

describe("placeholders", () => {
  it("are objects where they give no type", () => {
    expect(placeholderOf(present(tree('idx="4"').children[0]))).toEqual({ type: "obj", index: "4" });
  });

  it("inherit from the layout's placeholder of the same index", () => {
    const layout = tree('type="title"', 'type="body" idx="1"', 'type="body" idx="2"');
    expect(positionIn(layout, inLayout(layout, { type: "obj", index: "2" }))).toBe(2);
    expect(positionIn(layout, inLayout(layout, { type: "ctrTitle", index: undefined }))).toBe(0);
  });

  it("take no other body where the index is unknown", () => {
    const layout = tree('type="title"', 'type="body" idx="1"');
    expect(inLayout(layout, { type: "body", index: "9" })).toBeUndefined();
    expect(positionIn(layout, inLayout(layout, { type: "title", index: "9" }))).toBe(0);
  });

  it("inherit from the master's placeholder of their kind", () => {
    const master = tree('type="title"', 'type="body" idx="1"', 'type="sldNum" idx="4"');
    expect(positionIn(master, inMaster(master, { type: "subTitle", index: "1" }))).toBe(1);
    expect(positionIn(master, inMaster(master, { type: "sldNum", index: "12" }))).toBe(2);
    expect(inMaster(master, { type: "ftr", index: "11" })).toBeUndefined();
  });

  it("take the text style of their kind", () => {
    expect(textStyleName({ type: "ctrTitle", index: undefined })).toBe("p:titleStyle");
    expect(textStyleName({ type: "obj", index: "1" })).toBe("p:bodyStyle");
    expect(textStyleName({ type: "ftr", index: "3" })).toBe("p:otherStyle");
    expect(textStyleName(undefined)).toBe("p:otherStyle");
  });
});
