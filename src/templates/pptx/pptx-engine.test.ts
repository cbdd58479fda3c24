import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { pptx, type SlideParts, slideTable, textBox } from "../testing/pptx-builder.ts";
import { type MergedPackage, merge, outline } from "../testing/render.ts";
import { pptxEngine } from "./pptx-engine.ts";

const ITEMS = { items: [{ n: "a" }, { n: "b" }, { n: "c" }] };
const matches = (xml: string, pattern: RegExp) => Array.from(xml.matchAll(pattern), ([, group]) => present(group));

/** Names of the slides in the order of the presentation. */
function slideNames(file: MergedPackage): string[] {
  const relationships = file.xml("ppt/_rels/presentation.xml.rels");
  return matches(file.xml("ppt/presentation.xml"), /<p:sldId [^>]*r:id="([^"]+)"/g).map(
    (id) => `ppt/${new RegExp(`Id="${id}"[^>]*Target="([^"]+)"`).exec(relationships)?.[1]}`,
  );
}

const texts = (file: MergedPackage): string[] => slideNames(file).map((name) => outline(file.xml(name)));

describe("text on slides", () => {
  it.each([
    ["split over runs", ["{$", "n|upper}"].join(""), { n: "x" }, "X¶"],
    ["lines", "{$n}", { n: "a\nb" }, "a↵b¶"],
    ["a loop in a paragraph", "{foreach $items as $i}{$i.n};{/foreach}", ITEMS, "a;b;c;¶"],
  ])("%s", async (_, text, data, expected) => {
    expect(texts(await merge(pptxEngine, pptx([{ shapes: textBox(2, text) }]), data))).toEqual([expected]);
  });

  it("paragraphs and table rows", async () => {
    const shapes =
      textBox(2, "{foreach $items as $i}", "{$i.n}", "{/foreach}") +
      slideTable(3, ["H", "I"], ["{foreach $items as $i}{$i.n}", "x{/foreach}"]);
    const file = await merge(pptxEngine, pptx([{ shapes }]), ITEMS);
    expect(texts(file)).toEqual(["a¶b¶c¶H¶|I¶|/a¶|x¶|/b¶|x¶|/c¶|x¶|/"]);
  });

  it("text bodies keep a paragraph, tables without rows go", async () => {
    const shapes =
      textBox(2, "{if $no}x{/if}") + slideTable(3, ["{foreach $none as $i}x", "{/foreach}"]) + textBox(4, "Z");
    const xml = (await merge(pptxEngine, pptx([{ shapes }]), {})).xml("ppt/slides/slide1.xml");
    expect(outline(xml)).toBe("¶Z¶");
    expect(xml).not.toContain("graphicFrame");
  });
});

describe("slides", () => {
  const slides: SlideParts[] = [
    { shapes: textBox(2, "First") },
    {
      shapes: textBox(2, "{slide from=$items item=i}") + textBox(3, "Item {$i.n}"),
      notes: "Notes of {$i.n}",
      relationships: { rId7: { type: "hyperlink", target: "https://e.test/%7B$i.n%7D", external: true } },
    },
    { shapes: textBox(2, "{slide if=$last}Last") },
  ];

  it("are all gone: a presentation says so, and no PDF can be made of it", async () => {
    const template = pptx([{ shapes: textBox(2, "{slide $items as $i}{$i.n}{/slide}") }]);
    const message = "No slide is left: the list of every {slide} is empty, or its condition does not hold.";
    expect((await merge(pptxEngine, template, { items: [] })).warnings).toEqual([message]);
    const made = merge(pptxEngine, template, { items: [] }, { isIntermediate: true });
    await expect(made).rejects.toMatchObject({ code: "merge_failed", message });
  });

  it("are repeated with their notes, in order, in their sections", async () => {
    const file = await merge(pptxEngine, pptx(slides), { ...ITEMS, last: true });
    expect(texts(file)).toEqual(["First¶", "¶Item a¶", "¶Item b¶", "¶Item c¶", "Last¶"]);
    const presentation = file.xml("ppt/presentation.xml");
    const ids = matches(presentation, /<p:sldId id="(\d+)"/g);
    expect(new Set(ids).size).toBe(5);
    expect(
      matches(presentation, /<p14:sldIdLst>(.*?)<\/p14:sldIdLst>/g).map((list) => matches(list, /id="(\d+)"/g)),
    ).toEqual([[ids[0]], [ids[1], ids[2], ids[3]], [ids[4]]]);
    slideNames(file)
      .slice(1, 4)
      .forEach((name, index) => {
        const relationships = file.xml(name.replace("slides/", "slides/_rels/").concat(".rels"));
        const notes = present(present(/notesSlides\/(notesSlide\d+\.xml)/.exec(relationships))[1]);
        expect(outline(file.xml(`ppt/notesSlides/${notes}`))).toBe(`Notes of ${"abc"[index]}¶`);
        expect(file.xml(`ppt/notesSlides/_rels/${notes}.rels`)).toContain(`../${name.slice(4)}`);
        for (const part of [name, `ppt/notesSlides/${notes}`])
          expect(file.xml("[Content_Types].xml")).toContain(`PartName="/${part}"`);
      });
  });

  it("are dropped with everything that belongs to them", async () => {
    const file = await merge(pptxEngine, pptx(slides), { items: [], last: false });
    expect(texts(file)).toEqual(["First¶"]);
    expect(file.zip.names().filter((name) => /slide[23]|notes/.test(name))).toEqual([]);
    expect(file.xml("[Content_Types].xml")).not.toMatch(/slide[23]|notes/);
    expect(file.xml("ppt/_rels/presentation.xml.rels")).not.toMatch(/slide[23]/);
  });

  it("may be several in one block", async () => {
    const range = pptx([
      { shapes: textBox(2, "{slide from=$items item=i}A{$i.n}") },
      { shapes: textBox(2, "static") },
      { shapes: textBox(2, "B{$i.n}{/slide}") },
    ]);
    const file = await merge(pptxEngine, range, { items: [{ n: 1 }, { n: 2 }] });
    expect(texts(file)).toEqual(["A1¶", "static¶", "B1¶", "A2¶", "static¶", "B2¶"]);
    const sections = file.xml("ppt/presentation.xml").matchAll(/<p14:sldIdLst>(.*?)<\/p14:sldIdLst>/g);
    expect(Array.from(sections, ([, list]) => present(list).match(/<p14:sldId /g)?.length)).toEqual([1, 1, 4]);
  });

  it("that are gone are no longer linked to", async () => {
    const jump = textBox(2, "Jump").replace(
      '<a:rPr lang="en-US"/>',
      '<a:rPr lang="en-US"><a:hlinkClick r:id="rId9" action="ppaction://hlinksldjump"/></a:rPr>',
    );
    const file = await merge(
      pptxEngine,
      pptx([
        { shapes: jump, relationships: { rId9: { type: "slide", target: "slide2.xml" } } },
        { shapes: textBox(2, "{slide if=$no}x") },
      ]),
      {},
    );
    expect(file.xml("ppt/slides/slide1.xml")).not.toContain("hlinkClick");
    expect(file.xml("ppt/slides/_rels/slide1.xml.rels")).not.toContain("slide2");
  });

  it("know the fields of their loops", async () => {
    const { fields } = await pptxEngine.inspect(pptx(slides), {});
    expect(fields.map(({ name, type }) => [name, type])).toEqual([
      ["items", "list"],
      ["last", "boolean"],
    ]);
    expect(fields[0]?.fields?.map(({ name }) => name)).toEqual(["n"]);
  });
});

it("makes a picture of a text box that holds one picture tag", async () => {
  const file = await merge(pptxEngine, pptx([{ shapes: textBox(5, "{qrcode value=$u}") }]), { u: "https://e.test" });
  const xml = file.xml("ppt/slides/slide1.xml");
  expect(xml).toContain('<a:off x="1100" y="200"/><a:ext cx="2000" cy="2000"/>');
  expect(xml).not.toContain("<p:sp>");
  expect(file.has("ppt/media/merged1.png")).toBe(true);
});

it("marks every slide of a test merge", async () => {
  const file = await merge(pptxEngine, pptx([{ shapes: textBox(2, "x") }, { shapes: "" }]), {}, { test: true });
  expect(texts(file)).toEqual(["x¶SAMPLE¶", "SAMPLE¶"]);
});

it("lists errors with slide and shape", async () => {
  const { errors } = await pptxEngine.inspect(pptx([{ shapes: "" }, { shapes: textBox(2, "x", "{if $a}") }]), {});
  expect(errors).toEqual([
    expect.objectContaining({
      part: "ppt/slides/slide2.xml",
      tag: "{if $a}",
      message: expect.stringContaining("In slide 2, the shape “Text 2”: {if} is never closed"),
    }),
  ]);
});

it("prints lists of rich text with the bullets and numbers of PowerPoint", async () => {
  const html = "<p>Intro</p><ul><li>one<ul><li>sub</li></ul></li></ul><ol start=3><li>third</li></ol>";
  const file = await merge(pptxEngine, pptx([{ shapes: textBox(2, "{$html|html}") }]), { html });
  expect(texts(file)).toEqual(["Intro¶one¶sub¶third¶"]);
  const xml = file.xml("ppt/slides/slide1.xml");
  expect(xml).toContain(
    '<a:pPr marL="342900" indent="-342900"><a:buFont typeface="Arial"/><a:buChar char="•"/></a:pPr>',
  );
  expect(xml).toContain(
    '<a:pPr marL="685800" indent="-342900" lvl="1"><a:buFont typeface="Arial"/><a:buChar char="–"/>',
  );
  expect(xml).toContain('<a:buAutoNum type="arabicPeriod" startAt="3"/>');
});

it("merges a slide that the presentation lists again and again once", async () => {
  const parts = unzipSync(pptx([{ shapes: textBox(2, "{$x} {$y") }, { shapes: textBox(2, "{$x}") }]));
  const list = strFromU8(present(parts["ppt/presentation.xml"]));
  const [first = ""] = /<p:sldId [^>]*>/.exec(list) ?? [];
  const listed = (times: number) =>
    zipSync({ ...parts, "ppt/presentation.xml": strToU8(list.replace(first, first.repeat(times))) });
  const once = await pptxEngine.inspect(listed(1), {});
  expect(once.errors).toHaveLength(1);
  expect(await pptxEngine.inspect(listed(5_000), {})).toEqual(once);
});

it("puts pictures among text over the right end of their shape", async () => {
  const logo =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const shapes = textBox(2, "Logo: {image src=$logo} and {qrcode value='x'}") + slideTable(3, ["{image src=$logo}"]);
  const file = await merge(pptxEngine, pptx([{ shapes }]), { logo });
  expect(texts(file)).toEqual(["Logo:  and ¶¶|/"]);
  const xml = file.xml("ppt/slides/slide1.xml");
  // The box is at 100, 200 and 4000 by 2000 large; the code is much larger than the pixel.
  expect(matches(xml, /<p:pic>.*?<a:off x="(\d+)"/g)).toHaveLength(2);
  expect(xml).toMatch(/<p:cNvPr id="4" name="Picture 4"/);
  expect(xml).toMatch(/<p:cNvPr id="5" name="Picture 5" descr="x"/);
  expect(file.warnings.join()).toContain("prints nothing in the middle of a text");
});

describe("several pictures in one text box", () => {
  const logo =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const places = (xml: string) =>
    matches(xml, /<p:pic>.*?<a:off (x="-?\d+" y="-?\d+"\/><a:ext cx="\d+" cy="\d+")/g).map((place) =>
      matches(place, /"(-?\d+)"/g).map(Number),
    );
  const slideOf = async (shapes: string, data = {}) =>
    (await merge(pptxEngine, pptx([{ shapes }]), { logo, ...data })).xml("ppt/slides/slide1.xml");

  // The box is at 100, 200 and 4000 by 2000 large, the gap is 80.
  const halves = [
    [100, 220, 1960, 1960],
    [2140, 220, 1960, 1960],
  ];

  it.each([
    ["in one paragraph", textBox(2, "{image src=$logo alt='1'}{image src=$logo alt='2'}")],
    ["in two paragraphs", textBox(2, "{image src=$logo alt='1'}", "{image src=$logo alt='2'}")],
    ["of a loop", textBox(2, "{foreach [1, 2] as $n}{image src=$logo alt=$n}{/foreach}")],
  ])("%s share its space in order", async (_, shapes) => {
    const xml = await slideOf(shapes);
    expect(places(xml)).toEqual(halves);
    expect(matches(xml, /descr="(\d)"/g)).toEqual(["1", "2"]);
    expect(matches(xml, /name="Picture (\d+)"/g)).toEqual(["3", "4"]);
  });

  it("are beside its text, with the sizes they ask for if those fit", async () => {
    const image = "{image src=$logo width='2in' height='2in'}";
    const xml = await slideOf(textBox(2, `Text ${image}${image}`));
    const [first, second] = places(xml);
    expect(present(present(first)[0]) + present(present(first)[2])).toBeLessThan(present(present(second)[0]));
    expect(present(present(second)[0]) + present(present(second)[2])).toBe(4100);
  });

  it("of each box go into their own", async () => {
    const other = textBox(3, "{image src=$logo}{image src=$logo}").replace('x="100" y="200"', 'x="9100" y="200"');
    const xml = await slideOf(textBox(2, "{image src=$logo}{image src=$logo}") + other);
    expect(places(xml)).toEqual([...halves, ...halves.map(([x, ...rest]) => [present(x) + 9000, ...rest])]);
  });
});
