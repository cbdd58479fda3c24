import { describe, expect, it } from "vitest";
import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { ZipWriter } from "../../office/zip-writer.ts";
import { cell, docx, paragraph as p, run, table, WORD_NAMESPACES } from "../testing/docx-builder.ts";
import { merge, outline } from "../testing/render.ts";
import { docxEngine } from "./docx-engine.ts";

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const DOCUMENT = "word/document.xml";
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const ITEMS = { items: [{ n: "a" }, { n: "b" }, { n: "c" }] };

const matches = (xml: string, pattern: RegExp) => Array.from(xml.matchAll(pattern), ([, group]) => group);

describe("fields of word processors", () => {
  const complex = (instruction: string) =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("«x»", "<w:b/>")}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

  it.each([
    ["simple", `<w:p><w:fldSimple w:instr=" MERGEFIELD Name ">${run("«Name»", "<w:b/>")}</w:fldSimple></w:p>`, "Ann¶"],
    ["complex", complex("MERGEFIELD Customer.City \\* Upper"), "ROME¶"],
    ["with a date picture", complex('MERGEFIELD Day \\@ "dd.MM.yyyy"'), "07.03.2024¶"],
    ["with a number picture", complex('MERGEFIELD Sum \\# "#,##0.00"'), "1,234.50¶"],
    ["in the middle of another field", complex("PAGE"), " PAGE «x»¶"],
  ])("MERGEFIELD, %s", async (_, body, expected) => {
    const data = { Name: "Ann", Customer: { City: "Rome" }, Day: "2024-03-07", Sum: 1234.5 };
    const xml = (await merge(docxEngine, docx({ body }), data)).xml(DOCUMENT);
    expect(outline(xml)).toBe(expected);
    if (!expected.includes("PAGE")) expect(xml).toContain("<w:rPr><w:b/></w:rPr>");
  });

  const control = (properties: string, content: string) =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

  it("content controls by their tag", async () => {
    const body =
      `<w:p>${control('<w:tag w:val="Name"/><w:showingPlcHdr/><w:text/>', run("Click here", '<w:rStyle w:val="PlaceholderText"/>'))}</w:p>` +
      control('<w:tag w:val="Customer.City"/>', p("old") + p("older")) +
      control('<w:tag w:val="goog_rdk_0"/>', p("kept"));
    const xml = (await merge(docxEngine, docx({ body }), { Name: "Ann", Customer: { City: "Rome" } })).xml(DOCUMENT);
    expect(outline(xml)).toBe("Ann¶Rome¶kept¶");
    expect(xml).not.toContain("showingPlcHdr");
    expect(xml).not.toContain("PlaceholderText");
  });

  it.each([
    [true, "☒", "1"],
    [false, "☐", "0"],
  ])("check box controls: %s", async (value, character, state) => {
    const box =
      '<w14:checkbox><w14:checked w14:val="0"/><w14:checkedState w14:val="2612"/><w14:uncheckedState w14:val="2610"/></w14:checkbox>';
    const body = `<w:p>${control(`<w:tag w:val="Agree"/>${box}`, run("☐"))}</w:p>`;
    const xml = (await merge(docxEngine, docx({ body }), { Agree: value })).xml(DOCUMENT);
    expect(outline(xml)).toBe(`${character}¶`);
    expect(xml).toContain(`<w14:checked w14:val="${state}"/>`);
  });
});

describe("pictures", () => {
  it("have their own size, or the requested size", async () => {
    const body =
      p("{image src=$x}") +
      p("{image src=$x width=100}") +
      p('{image src=$x width="2in" height="1in" alt="A & B"}') +
      p('{image src=$x width="2in" height="1in" fit="fill"}');
    const file = await merge(docxEngine, docx({ body }), { x: PIXEL });
    const xml = file.xml(DOCUMENT);
    expect(matches(xml, /<wp:extent (cx="\d+" cy="\d+")/g)).toEqual([
      'cx="9525" cy="9525"',
      'cx="952500" cy="952500"',
      'cx="914400" cy="914400"',
      'cx="1828800" cy="914400"',
    ]);
    expect(new Set(matches(xml, /<wp:docPr id="(\d+)"/g)).size).toBe(4);
    expect(xml).toContain('descr="A &amp; B"');
    // One picture, one part.
    expect(file.zip.names().filter((name) => name.startsWith("word/media/"))).toEqual(["word/media/merged1.png"]);
  });

  it("are loaded from addresses", async () => {
    const bytes = Uint8Array.from(atob(present(PIXEL.split(",")[1])), (character) => character.charCodeAt(0));
    const asked: string[] = [];
    const load = async (url: string) => {
      asked.push(url);
      return url.includes("gone") ? { problem: "e.test answered with status 404." } : { bytes };
    };
    const body = p("{foreach $urls as $u}{image src=$u}{/foreach}");
    const urls = ["https://e.test/a.png", "https://e.test/gone.png", "https://e.test/a.png"];
    const file = await merge(docxEngine, docx({ body }), { urls }, { load });
    expect(asked).toEqual(["https://e.test/a.png", "https://e.test/gone.png"]);
    expect(matches(file.xml(DOCUMENT), /(<wp:inline)/g)).toHaveLength(2);
    expect(file.warnings).toEqual([
      "The picture {image src=$u} (https://e.test/gone.png) could not be read: e.test answered with status 404.",
    ]);
  });

  const placeholder = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="500" cy="300"/><wp:docPr id="7" name="P" descr="{$Logo}"/><a:graphic><a:graphicData><pic:pic><pic:nvPicPr><pic:cNvPr id="7" name="P"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId9"/><a:stretch/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

  it("replace a placeholder and keep its box", async () => {
    const file = await merge(docxEngine, docx({ body: placeholder }), { Logo: PIXEL });
    const xml = file.xml(DOCUMENT);
    expect(xml).toContain('<wp:extent cx="500" cy="300"/>');
    const id = /r:embed="([^"]+)"/.exec(xml)?.[1];
    expect(file.xml("word/_rels/document.xml.rels")).toContain(`Id="${id}"`);
    expect(xml).not.toContain("base64");
  });

  it("leave nothing if there is none", async () => {
    const file = await merge(docxEngine, docx({ body: placeholder }), { Logo: "" });
    expect(file.xml(DOCUMENT)).not.toContain("w:drawing");
  });
});

describe("rich text", () => {
  it("becomes runs in the line", async () => {
    const body = p("A {$h|html} Z");
    const xml = (
      await merge(docxEngine, docx({ body }), {
        h: "x <b>bold</b> <i>it</i> &amp; <a href='https://e.test/?a=1&amp;b=2'>link</a><script>no</script>",
      })
    ).xml(DOCUMENT);
    expect(outline(xml)).toBe("A x bold it & link Z¶");
    expect(xml).toContain('<w:rPr><w:b/><w:bCs/></w:rPr><w:t xml:space="preserve">bold</w:t>');
    expect(xml).toContain("<w:hyperlink ");
  });

  it("becomes paragraphs, lists and tables of its own", async () => {
    const h =
      "<h2>Head</h2><p>one</p><ul><li>a</li><li>b<ol><li>c</li></ol></li></ul><table><tr><th>T</th><td>U</td></tr></table>";
    const file = await merge(docxEngine, docx({ body: p("{$h|html}") + p("Z") }), { h });
    const xml = file.xml(DOCUMENT);
    expect(outline(xml)).toBe("Head¶one¶a¶b¶c¶T¶|U¶|/Z¶");
    const used = matches(xml, /<w:numId w:val="(\d+)"/g);
    expect(new Set(used).size).toBe(2);
    for (const id of used) expect(file.xml("word/numbering.xml")).toContain(`<w:num w:numId="${id}">`);
    expect(file.xml("[Content_Types].xml")).toContain("/word/numbering.xml");
  });

  it("keeps merged cells and their backgrounds", async () => {
    const h =
      "<table bgcolor='#eee'><tr style='background:#CFE2F3'><th rowspan=2>A</th><th colspan=2>B</th></tr>" +
      "<tr><td style='background-color: rgb(255,0,0)'><b>c</b></td><td>d</td></tr><tr><td>e</td></tr></table>";
    const xml = (await merge(docxEngine, docx({ body: p("{$h|html}") }), { h })).xml(DOCUMENT);
    expect(outline(xml)).toBe("A¶|B¶|/¶|c¶|d¶|/e¶|/");
    const cells = matches(xml, /<w:tcPr><w:tcW[^>]*>(.*?)<\/w:tcPr>/g);
    const shade = (fill: string) => `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`;
    expect(cells).toEqual([
      `<w:vMerge w:val="restart"/>${shade("CFE2F3")}`,
      `<w:gridSpan w:val="2"/>${shade("CFE2F3")}`,
      `<w:vMerge/>${shade("CFE2F3")}`,
      shade("FF0000"),
      shade("EEEEEE"),
      shade("EEEEEE"),
    ]);
    expect(xml.match(/<w:gridCol /g)).toHaveLength(3);
    expect(xml).toContain('<w:gridAfter w:val="2"/>');
    // The color is the cell's, not the letters'.
    expect(xml).not.toMatch(/<w:rPr>(?:(?!<\/w:rPr>).)*<w:shd/);
  });

  it("takes cells and items that are never closed", async () => {
    const h = "<table><tr><th>A<td>b<tr><td>c</table><ol><li>x<ul><li>y</ul><li>z</ol>";
    const xml = (await merge(docxEngine, docx({ body: p("{$h|html}") }), { h })).xml(DOCUMENT);
    expect(outline(xml)).toBe("A¶|b¶|/c¶|/x¶y¶z¶");
    expect(xml.match(/<w:b\/>/g)).toHaveLength(1);
    expect(matches(xml, /<w:ilvl w:val="(\d)"/g)).toEqual(["0", "1", "0"]);
  });

  it.each([
    ["more rows than there are", "<table><tr><td rowspan=99>a</td><td>b</td></tr><tr></tr></table>", "a¶|b¶|/¶|/"],
    [
      "a hole before a cell from above",
      "<table><tr><td>a</td><td rowspan=0>b</td></tr><tr></tr></table>",
      "a¶|b¶|/¶|¶|/",
    ],
    ["spans that would overlap", "<table><tr><td>a<td rowspan=2>b<tr><td colspan=2>c<td>d</table>", "a¶|b¶|/c¶|¶|d¶|/"],
  ])("%s in a table", async (_, h, expected) => {
    const xml = (await merge(docxEngine, docx({ body: p("{$h|html}") + p("Z") }), { h })).xml(DOCUMENT);
    expect(outline(xml)).toBe(`${expected}Z¶`);
  });

  it("has no more columns than Word opens", async () => {
    const h = `<table><tr>${"<td>x</td>".repeat(70)}</tr><tr><td colspan=100>y</td></tr></table>`;
    const xml = (await merge(docxEngine, docx({ body: p("{$h|html}") }), { h })).xml(DOCUMENT);
    expect(xml.match(/<w:gridCol /g)).toHaveLength(63);
    expect(outline(xml).match(/x/g)).toHaveLength(70);
  });

  it("numbers nested lists by their level, from their own start", async () => {
    const h = "<ol><li>a<ol start=3><li>b</li></ol></li><li>c<ul><li>d<ol><li>e</li></ol></li></ul></li></ol>";
    const file = await merge(docxEngine, docx({ body: p("{$h|html}") }), { h });
    const items = Array.from(
      file.xml(DOCUMENT).matchAll(/<w:ilvl w:val="(\d)"\/><w:numId w:val="(\d+)"/g),
      ([, level, id]) => ({ level, id }),
    );
    expect(items.map(({ level }) => level)).toEqual(["0", "1", "0", "1", "2"]);
    expect(items[0]?.id).toBe(items[2]?.id);
    const numbering = file.xml("word/numbering.xml");
    const nested = new RegExp(`<w:num w:numId="${items[1]?.id}">(.*?)</w:num>`).exec(numbering)?.[1];
    // The level above goes on counting: instances of one list share its counters.
    expect(nested).not.toContain('w:ilvl="0"');
    expect(nested).toContain('<w:lvlOverride w:ilvl="1"><w:startOverride w:val="3"/>');
  });

  it("may be written in the template", async () => {
    const xml = (await merge(docxEngine, docx({ body: p("{html}<b>{$n}</b>{/html}") }), { n: "x" })).xml(DOCUMENT);
    expect(outline(xml)).toBe("x¶");
    expect(xml).toContain("<w:b/>");
  });
});

describe("what loops repeat", () => {
  it("bookmarks, controls and paragraphs keep their ids unique", async () => {
    const body = `${p("{foreach $items as $i}")}<w:p w14:paraId="1A"><w:bookmarkStart w:id="0" w:name="mark"/>${run("{$i.n}")}<w:bookmarkEnd w:id="0"/></w:p>${p("{/foreach}")}`;
    const xml = (await merge(docxEngine, docx({ body }), ITEMS)).xml(DOCUMENT);
    expect(matches(xml, /w:bookmarkStart w:id="\d+" w:name="(\w+)"/g)).toEqual(["mark", "mark_2", "mark_3"]);
    const starts = matches(xml, /w:bookmarkStart w:id="(\d+)"/g);
    expect(new Set(starts).size).toBe(3);
    expect(matches(xml, /w:bookmarkEnd w:id="(\d+)"/g)).toEqual(starts);
    expect(xml).not.toContain("paraId");
  });

  it("references to bookmarks lead into their own copy", async () => {
    const field = (...instruction: string[]) =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${instruction.map((text) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`).join("")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const body =
      p("{foreach $items as $i}") +
      `<w:p>${field(" PAGEREF mark \\h ")}${run("{$i.n}")}</w:p>` +
      `<w:p><w:bookmarkStart w:name="mark" w:id="0"/>${run("{$i.n}")}<w:bookmarkEnd w:id="0"/></w:p>` +
      `<w:p>${field(" REF mark \\h ")}${field(" REF ", "mark", " \\h ")}${field(' HYPERLINK \\l "mark" ')}<w:fldSimple w:instr=" REF other \\h ">${run("x")}</w:fldSimple><w:fldSimple w:instr=" NOTEREF mark ">${run("x")}</w:fldSimple><w:hyperlink w:anchor="mark">${run("y")}</w:hyperlink></w:p>` +
      p("{/foreach}") +
      p("{foreach $items as $i}") +
      `<w:p>${field(" REF mark ")}${run("{$i.n}")}</w:p>` +
      p("{/foreach}") +
      `<w:p>${field(" REF mark ")}</w:p>`;
    const xml = (await merge(docxEngine, docx({ body }), ITEMS)).xml(DOCUMENT);
    expect(matches(xml, /w:bookmarkStart w:name="(\w+)"/g)).toEqual(["mark", "mark_2", "mark_3"]);
    const named = matches(xml, /(?:REF |\\l "|preserve">|anchor=")((?:mark|other)\w*)/g);
    const copy = (name: string) => [name, name, name, name, "other", name, name];
    expect(named).toEqual([...copy("mark"), ...copy("mark_2"), ...copy("mark_3"), "mark", "mark", "mark", "mark"]);
  });

  it("references of nested loops lead to the bookmarks of their turns", async () => {
    const link = (anchor: string) => `<w:p><w:hyperlink w:anchor="${anchor}">${run("x")}</w:hyperlink></w:p>`;
    const mark = (id: number, name: string) =>
      `<w:p><w:bookmarkStart w:id="${id}" w:name="${name}"/>${run("x")}<w:bookmarkEnd w:id="${id}"/></w:p>`;
    const body =
      p("{foreach $items as $i}") +
      link("inner") +
      mark(0, "outer") +
      p("{foreach $items as $j}") +
      link("inner") +
      link("outer") +
      mark(1, "inner") +
      p("{/foreach}") +
      p("{/foreach}");
    const xml = (await merge(docxEngine, docx({ body }), { items: [{ n: 1 }, { n: 2 }] })).xml(DOCUMENT);
    const anchors = ["inner", "inner", "outer", "inner_2", "outer"];
    const later = ["inner_3", "inner_3", "outer_2", "inner_4", "outer_2"];
    expect(matches(xml, /anchor="(\w+)"/g)).toEqual([...anchors, ...later]);
  });

  it("footnotes, with the values of their turn", async () => {
    const body = `${p("{foreach $items as $i}")}<w:p>${run("{$i.n}")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>${p("{/foreach}")}`;
    const parts = {
      "word/footnotes.xml": {
        content: `<w:footnotes ${WORD_NAMESPACES}><w:footnote w:id="2">${p("Note {$i.n}")}</w:footnote></w:footnotes>`,
        type: `${WORD}.footnotes+xml`,
      },
    };
    const relationships = { rId1: { type: "footnotes", target: "footnotes.xml" } };
    const file = await merge(docxEngine, docx({ body, parts, relationships }), ITEMS);
    const ids = matches(file.xml(DOCUMENT), /footnoteReference w:id="(\d+)"/g);
    expect(new Set(ids).size).toBe(3);
    const notes = file.xml("word/footnotes.xml");
    ids.forEach((id, index) => {
      const note = notes.slice(notes.indexOf(`<w:footnote w:id="${id}"`));
      expect(outline(note.slice(0, note.indexOf("</w:footnote>")))).toBe(`Note ${"abc"[index]}¶`);
    });
  });

  it("links, each with its own address", async () => {
    const body = p("{foreach $items as $i}").replace(
      "</w:p>",
      `<w:hyperlink r:id="rId5">${run("{$i.n}")}</w:hyperlink>${run("{/foreach}")}</w:p>`,
    );
    const relationships = { rId5: { type: "hyperlink", target: "https://e.test/%7B$i.n%7D%20x", external: true } };
    const file = await merge(docxEngine, docx({ body, relationships }), { items: [{ n: "a b" }, { n: "c" }] });
    const targets = matches(file.xml("word/_rels/document.xml.rels"), /Target="([^"]*)"/g);
    expect(targets).toEqual(["https://e.test/a%20b%20x", "https://e.test/c%20x"]);
  });

  const item = (text: string) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr></w:pPr>${run(text)}</w:p>`;
  const numbering = {
    "word/numbering.xml": {
      content: `<w:numbering ${WORD_NAMESPACES}><w:abstractNum w:abstractNumId="1"/><w:num w:numId="4"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
      type: `${WORD}.numbering+xml`,
    },
  };
  const relationships = { rId1: { type: "numbering", target: "numbering.xml" } };

  it("lists that begin within the loop start again", async () => {
    const body = p("{foreach $items as $i}") + p("Head {$i.n}") + item("1") + item("2") + p("{/foreach}");
    const file = await merge(docxEngine, docx({ body, parts: numbering, relationships }), ITEMS);
    const ids = matches(file.xml(DOCUMENT), /<w:numId w:val="(\d+)"/g);
    expect(ids[0]).toBe("4");
    expect(ids).toEqual([ids[0], ids[0], ids[2], ids[2], ids[4], ids[4]]);
    expect(new Set(ids).size).toBe(3);
    expect(matches(file.xml("word/numbering.xml"), /<w:num w:numId="(\d+)"/g)).toEqual([...new Set(ids)]);
  });

  it("items that the loop repeats are one list", async () => {
    const body = p("{foreach $items as $i}") + item("{$i.n}") + p("{/foreach}");
    const file = await merge(docxEngine, docx({ body, parts: numbering, relationships }), ITEMS);
    expect(matches(file.xml(DOCUMENT), /<w:numId w:val="(\d+)"/g)).toEqual(["4", "4", "4"]);
  });
});

it("merges headers, text boxes, tool tips and properties", async () => {
  const box = (text: string) => `<w:txbxContent>${p(text)}</w:txbxContent>`;
  const body = `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box("{foreach $items as $i}{$i.n}{/foreach}")}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box("{foreach $items as $i}{$i.n}{/foreach}")}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p><w:p><w:hyperlink w:anchor="x" w:tooltip="To {$name}">${run("y")}</w:hyperlink></w:p><w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rId1"/></w:sectPr></w:pPr></w:p>`;
  const relationships = { rId1: { type: "header", target: "header1.xml" } };
  const parts = {
    "word/header1.xml": {
      content: `<w:hdr ${WORD_NAMESPACES}>${p("{if $no}x{/if}")}</w:hdr>`,
      type: `${WORD}.header+xml`,
    },
    "docProps/core.xml": {
      content: '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>For {$name}</dc:title></cp:coreProperties>',
      type: "application/vnd.openxmlformats-package.core-properties+xml",
    },
  };
  const file = await merge(docxEngine, docx({ body, parts, relationships }), { ...ITEMS, name: 'A "B" & C' });
  expect(outline(file.xml(DOCUMENT))).toBe("abc¶abc¶¶y¶¶");
  expect(file.xml(DOCUMENT)).toContain('w:tooltip="To A &quot;B&quot; &amp; C"');
  expect(file.xml("word/header1.xml")).toMatch(/<w:p\/><\/w:hdr>$/);
  expect(file.xml("docProps/core.xml")).toContain("<dc:title>For A &quot;B&quot; &amp; C</dc:title>");
});

it("keeps a cell valid when all its paragraphs are dropped", async () => {
  const body = table(`<w:tr>${cell("{if $no}", "x", "{/if}")}</w:tr>`);
  const xml = (await merge(docxEngine, docx({ body }), {})).xml(DOCUMENT);
  expect(xml).toMatch(/<w:tc><w:p\/><\/w:tc>/);
});

it("marks test merges in the headers of all pages", async () => {
  const file = await merge(docxEngine, docx({ body: p("x") }), {}, { test: true });
  const id = /<w:sectPr><w:headerReference [^>]*w:type="default" r:id="([^"]+)"/.exec(file.xml(DOCUMENT))?.[1];
  expect(file.xml("word/_rels/document.xml.rels")).toContain(`Id="${id}"`);
  expect(file.xml("word/docloomSample.xml")).toContain('string="SAMPLE"');
});

describe("what merged files do not carry", () => {
  it("macros, objects and foreign content", async () => {
    const body = `<w:p><w:r><w:object><o:OLEObject xmlns:o="o" Type="Embed" r:id="rId2"/></w:object></w:r></w:p><w:altChunk r:id="rId3"/>${p("x")}`;
    const parts = {
      "word/vbaProject.bin": { content: new Uint8Array(10), type: "application/vnd.ms-office.vbaProject" },
      "word/embeddings/o.bin": {
        content: new Uint8Array(10),
        type: "application/vnd.openxmlformats-officedocument.oleObject",
      },
      "word/chunk.html": { content: "<p>x</p>", type: "text/html" },
    };
    const relationships = {
      rId1: { type: "vbaProject", target: "vbaProject.bin" },
      rId2: { type: "oleObject", target: "embeddings/o.bin" },
      rId3: { type: "aFChunk", target: "chunk.html" },
    };
    const mainType = "application/vnd.ms-word.document.macroEnabled.main+xml";
    const template = docx({ body, parts, relationships, mainType });
    const file = await merge(docxEngine, template, {});
    expect(file.zip.names()).toEqual(["[Content_Types].xml", "_rels/.rels", DOCUMENT, "word/_rels/document.xml.rels"]);
    expect(file.xml(DOCUMENT)).not.toMatch(/OLEObject|altChunk/);
    expect(file.xml("[Content_Types].xml")).toContain(`${WORD}.document.main+xml`);
    expect((await docxEngine.inspect(template, {})).warnings.filter(({ code }) => code === "left_out")).toHaveLength(3);
  });

  it("documents with declarations are refused", async () => {
    const parts = { "word/x.xml": { content: '<!DOCTYPE x [<!ENTITY e "x">]><x/>', type: "application/xml" } };
    await expect(docxEngine.inspect(docx({ body: p("x"), parts }), {})).rejects.toThrow(Failure);
  });

  it("bombs are refused before they are unpacked", async () => {
    const bomb = new ZipWriter();
    bomb.add("[Content_Types].xml", new Uint8Array(40_000_000));
    await expect(docxEngine.inspect(bomb.finish(), {})).rejects.toMatchObject({ code: "archive_too_large" });
  });

  it("links that run something", async () => {
    const body = p("{link url=$u text=$t}");
    const file = await merge(docxEngine, docx({ body }), { u: "javascript:alert(1)", t: "x" });
    expect(outline(file.xml(DOCUMENT))).toBe("x¶");
    expect(file.xml("word/_rels/document.xml.rels")).not.toContain("javascript");
  });
});
