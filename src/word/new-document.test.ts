import { describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { parseXml } from "../office/xml-tree.ts";
import { NewDocument, sectionOf } from "./new-document.ts";
import { faultsOf } from "./testing/package-faults.ts";
import { textsOf } from "./testing/word-file.ts";

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3);

describe("NewDocument", () => {
  it("lays a picture over its page, behind the text", () => {
    const document = new NewDocument();
    const box = { widthPoints: 200, heightPoints: 100 };
    const run = document.pageImage(document.addImage(PNG, "png"), box, "Page 1 of <a & b>");
    const bytes = document.finish(`<w:p>${run}</w:p>${sectionOf({ ...box, marginPoints: 0 })}`);
    expect(faultsOf(bytes)).toEqual([]);
    const texts = textsOf(bytes);
    const root = parseXml(present(texts.get("word/document.xml")));
    const anchor = present([...root.descendants("wp:anchor")][0]);
    expect(anchor.attribute("behindDoc")).toBe("1");
    expect(anchor.child("wp:docPr")?.attribute("descr")).toBe("Page 1 of <a & b>");
    const places = ["wp:positionH", "wp:positionV"].map((name) => anchor.child(name));
    expect(places.map((place) => [place?.attribute("relativeFrom"), place?.text()])).toEqual([
      ["page", "0"],
      ["page", "0"],
    ]);
    const extent = anchor.child("wp:extent");
    expect([extent?.attribute("cx"), extent?.attribute("cy")]).toEqual(["2540000", "1270000"]);
    expect(texts.get("word/document.xml")).toContain('<w:pgSz w:w="4000" w:h="2000" w:orient="landscape"/>');
  });
});
