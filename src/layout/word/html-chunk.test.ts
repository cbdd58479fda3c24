import { describe, expect, it } from "vitest";
import { bodyTexts, layOut, section, wordDocument } from "../testing/word-document.ts";
import { htmlToWordprocessing } from "./html-chunk.ts";

/** Lines of text that a page shows for some HTML. */
function lines(html: string): string[] {
  const body = htmlToWordprocessing(html).replace(/^<w:body[^>]*>|<\/w:body>$/g, "");
  return bodyTexts(layOut(wordDocument(body + section(30, 60)))).flat();
}

describe("htmlToWordprocessing", () => {
  it("makes paragraphs of blocks and runs of looks", () => {
    expect(lines("<h1>Head</h1><p>Some <b>bold</b>\n text &amp; more&#8364;</p><div>next</div>")).toEqual([
      "Head",
      "Some bold text & more€",
      "next",
    ]);
    expect(htmlToWordprocessing("<p>a<b>b</b></p>")).toContain(
      '<w:rPr><w:b/></w:rPr><w:t xml:space="preserve">b</w:t>',
    );
  });

  it("knows all characters that html has names for", () => {
    expect(lines("<p>Gr&ouml;&szlig;e, na&iuml;ve &rarr; &alpha;&NotEqualTilde; &amp;amp; AT&T &unknown;</p>")).toEqual(
      ["Größe, naïve → α≂̸ &amp; AT&T &unknown;"],
    );
  });

  it("numbers lists and sets cells after tabs", () => {
    expect(lines("<ol><li>one</li><li>two</li></ol><ul><li>dot</li></ul>")).toEqual(["1.\tone", "2.\ttwo", "•\tdot"]);
    expect(lines("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>")).toEqual(["a\tb", "c"]);
  });

  it("leaves out scripts, styles and comments", () => {
    expect(lines("<head><title>t</title></head><style>p{}</style><script>a<b</script><!-- c --><p>text</p>")).toEqual([
      "text",
    ]);
  });

  it("reads malformed HTML", () => {
    expect(lines("<p>a < b </i></p></div><p>open")).toEqual(["a < b ", "open"]);
    expect(lines("<p>\u0001\u0008x</p>")).toEqual(["x"]);
  });
});
