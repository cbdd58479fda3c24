import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { png } from "../../image/testing/image-files.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { faultsOf } from "../../word/testing/package-faults.ts";
import { textsOf } from "../../word/testing/word-file.ts";
import { htmlDocument, imageAddresses } from "./html-document.ts";
import { colorOf } from "./html-format.ts";
import { parseHtml } from "./html-tree.ts";

const image = { bytes: png({ width: 96, height: 48, rows: new Uint8Array(289 * 48) }), kind: "png" as const };

function written(html: string) {
  const bytes = htmlDocument(html, (address) => (address === "p.png" ? image : undefined));
  expect(faultsOf(bytes)).toEqual([]);
  const texts = textsOf(bytes);
  const body = present(parseXml(present(texts.get("word/document.xml"))).child("w:body"));
  const paragraphs = [...body.descendants("w:p")];
  const style = (one: XmlElement) => one.child("w:pPr")?.child("w:pStyle")?.attribute("w:val");
  return { texts, body, paragraphs, shown: paragraphs.map((one) => [style(one), one.text()]) };
}

describe("html as Word content", () => {
  it("has paragraphs and headings, folds blanks, and leaves out what browsers do not show", () => {
    const { shown } = written(
      "<title>T</title><style>p{}</style><h1>Big</h1><p>one\n  <b>two</b> <script>x()</script>three<p hidden>no<p>&lt;&amp;&euro;",
    );
    expect(shown).toEqual([
      ["Heading1", "Big"],
      [undefined, "one two three"],
      [undefined, "<&€"],
    ]);
  });

  it("keeps formats", () => {
    const { body } = written('<p><b>b</b><i>i</i><u style="color:#f00">u</u><s>s</s><sup>2</sup><code>c</code></p>');
    const members = [...body.descendants("w:r")].map((run) =>
      present(run.child("w:rPr"))
        .elements()
        .map(({ name }) => name.slice(2))
        .join(" "),
    );
    expect(members).toEqual(["b bCs", "i iCs", "color u", "strike", "vertAlign", "rFonts"]);
    expect(colorOf("rgb(1, 2, 255)")).toBe("0102FF");
  });

  it("counts lists, each by itself, with their levels", () => {
    const { paragraphs } = written("<ol><li>a<ul><li>b</ul><li><p>c<p>d</ol><ol start=5><li>e</ol>");
    const numbers = paragraphs.map((one) => {
      const number = one.child("w:pPr")?.child("w:numPr");
      return [one.text(), number?.child("w:numId")?.attribute("w:val"), number?.child("w:ilvl")?.attribute("w:val")];
    });
    expect(numbers).toEqual([
      ["a", "1", "0"],
      ["b", "2", "1"],
      ["c", "1", "0"],
      ["d", undefined, undefined],
      ["e", "3", "0"],
    ]);
  });

  it("lays cells out that span columns and rows", () => {
    const { body } = written("<table><tr><th rowspan=2>A<td colspan=2>B<tr><td>C<td><table><tr><td>in</table></table>");
    const [table] = body.elements("w:tbl");
    const cells = present(table)
      .elements("w:tr")
      .map((row) =>
        row.elements("w:tc").map((cell) => {
          const properties = present(cell.child("w:tcPr"));
          const merge = properties.child("w:vMerge");
          const span = properties.child("w:gridSpan")?.attribute("w:val") ?? "1";
          return `${cell.text()}/${span}${merge ? `/${merge.attribute("w:val") ?? "covered"}` : ""}`;
        }),
      );
    expect(cells).toEqual([
      ["A/1/restart", "B/2"],
      ["/1/covered", "C/1", "in/1"],
    ]);
    expect(present(present(table).child("w:tblGrid")).elements()).toHaveLength(3);
  });

  it("links only where links may lead, and shows pictures or their words", () => {
    const { texts, body } = written(
      '<p><a href="https://example.com/?a&b">x</a><a href="javascript:alert(1)">y</a><img src="p.png" width="48"><img src="q.png" alt="gone">',
    );
    expect(body.text()).toBe("xygone");
    expect([...body.descendants("w:hyperlink")]).toHaveLength(1);
    expect(texts.get("word/_rels/document.xml.rels")).not.toContain("javascript");
    const [extent] = [...body.descendants("wp:extent")];
    expect([present(extent).attribute("cx"), present(extent).attribute("cy")]).toEqual(["457200", "228600"]);
    expect(imageAddresses('<img src=" p.png "><img src="p.png"><img>')).toEqual(["p.png"]);
  });

  it("keeps the lines of preformatted text", () => {
    const { body } = written("<pre>\na  b\n c</pre>");
    const texts = [...body.descendants()].filter(({ name }) => name === "w:t" || name === "w:br");
    expect(texts.map((one) => (one.name === "w:br" ? "|" : one.text())).join("")).toBe("a  b| c");
  });

  it("refuses what is nested without end, in time", () => {
    expect(() => parseHtml("<b>".repeat(100_000))).toThrow(expect.objectContaining({ code: "file_not_readable" }));
    expect(() => parseHtml("<br>".repeat(400_000))).toThrow(expect.objectContaining({ code: "file_not_readable" }));
    expect(parseHtml("</x>".repeat(200_000)).children).toEqual([]);
    expect(Object.keys(parseHtml(`<p ${"a ".repeat(200_000)}>`).children[0] as object)).toContain("attributes");
  });
});
