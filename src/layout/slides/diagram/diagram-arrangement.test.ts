import { describe, expect, it } from "vitest";
import { readXml } from "../../../office/xml-node.ts";
import { arrangePoints, readPoints } from "./diagram-arrangement.ts";

const DGM = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"';

function data(connections: readonly (readonly [from: string, to: string])[]): ReturnType<typeof readXml> {
  const ids = [...new Set(connections.flat())].filter((id) => id !== "doc");
  const points = ['<dgm:pt modelId="doc" type="doc"/>', ...ids.map((id) => `<dgm:pt modelId="${id}"/>`)];
  const links = connections.map(
    ([from, to], index) =>
      `<dgm:cxn modelId="c${index}" srcId="${from}" destId="${to}" srcOrd="${index}" destOrd="0"/>`,
  );
  return readXml(
    `<dgm:dataModel ${DGM}><dgm:ptLst>${points.join("")}</dgm:ptLst><dgm:cxnLst>${links.join("")}</dgm:cxnLst></dgm:dataModel>`,
  );
}

describe("diagrams without a drawing", () => {
  it("set parents in the middle above their children", () => {
    const { points, roots } = readPoints(
      data([
        ["doc", "top"],
        ["top", "left"],
        ["top", "right"],
      ]),
    );
    const placed = arrangePoints(points, roots).map(({ id, level, column }) => [id, level, column]);
    expect(placed).toEqual([
      ["top", 0, 0.5],
      ["left", 1, 0],
      ["right", 1, 1],
    ]);
  });

  it("end even though points lead back to themselves", () => {
    const { points, roots } = readPoints(
      data([
        ["doc", "a"],
        ["a", "b"],
        ["b", "a"],
      ]),
    );
    expect(arrangePoints(points, roots).map(({ id }) => id)).toEqual(["a", "b"]);
  });
});
