import { describe, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { pptx, textBox } from "../testing/pptx-builder.ts";
import { merge } from "../testing/render.ts";
import { pptxEngine } from "./pptx-engine.ts";

const ITEMS = { items: [{ n: "A & B" }, { n: "C" }], no: false, last: 1 };
const title = (text: string, type = "title") =>
  textBox(2, text).replace("<p:nvPr/>", `<p:nvPr><p:ph type="${type}"/></p:nvPr>`);

/** The properties as PowerPoint saves them: groups of names, and all names in one list. */
function properties(groups: [name: string, titles: string[]][]): string {
  const vector = (type: string, items: string[]) =>
    `<vt:vector size="${items.length}" baseType="${type}">${items.join("")}</vt:vector>`;
  const pairs = groups.flatMap(([name, titles]) => [
    `<vt:variant><vt:lpstr>${name}</vt:lpstr></vt:variant>`,
    `<vt:variant><vt:i4>${titles.length}</vt:i4></vt:variant>`,
  ]);
  const listed = groups.flatMap(([, titles]) => titles.map((each) => `<vt:lpstr>${each}</vt:lpstr>`));
  const count = groups.at(-1)?.[1].length;
  return `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><Slides>${count}</Slides><HeadingPairs>${vector("variant", pairs)}</HeadingPairs><TitlesOfParts>${vector("lpstr", listed)}</TitlesOfParts><Company>{$last}</Company></Properties>`;
}

async function merged(shapes: string[], app: string, data: Record<string, unknown> = ITEMS) {
  const template = pptx(
    shapes.map((each) => ({ shapes: each })),
    {
      parts: {
        "docProps/app.xml": {
          content: app,
          type: "application/vnd.openxmlformats-officedocument.extended-properties+xml",
        },
      },
      packageRelationships: { rId2: { type: "extended-properties", target: "docProps/app.xml" } },
    },
  );
  expect((await pptxEngine.inspect(template, {})).errors).toEqual([]);
  const xml = (await merge(pptxEngine, template, data)).xml("docProps/app.xml");
  const all = (pattern: RegExp) => Array.from(xml.matchAll(pattern), ([, text]) => present(text));
  return {
    titles: all(/<vt:lpstr>([^<]*)</g),
    counts: [...all(/<Slides>(\d+)</g), ...all(/<vt:i4>(\d+)</g), ...all(/size="(\d+)" baseType="lpstr"/g)],
    xml,
  };
}

describe("the titles of slides in the properties of the file", () => {
  const DECK = [title("Intro"), title("{slide $items as $i}Product {$i.n}", "ctrTitle"), title("Last {$last}")];
  const LISTED = ["Intro", "{slide $items as $i}Product {$i.n}", "Last {$last}"];

  it("are those of the slides that were made", async () => {
    const { titles, counts, xml } = await merged(
      DECK,
      properties([
        ["Theme", ["Office"]],
        ["Slide Titles", LISTED],
      ]),
    );
    expect(titles).toEqual(["Theme", "Slide Titles", "Office", "Intro", "Product A &amp; B", "Product C", "Last 1"]);
    expect(counts).toEqual(["4", "1", "4", "5"]);
    expect(xml).toContain("<Company>1</Company>");
  });

  it("in any language, and with groups behind them", async () => {
    const groups: [string, string[]][] = [
      ["Verwendete Schriftarten", ["Arial", "Calibri"]],
      ["Folientitel", LISTED],
      ["Zielgruppenorientierte Präsentationen", ["Kurz"]],
    ];
    const { titles } = await merged(DECK, properties(groups));
    expect(titles.slice(3)).toEqual(["Arial", "Calibri", "Intro", "Product A &amp; B", "Product C", "Last 1", "Kurz"]);
  });

  it("without slides there are none", async () => {
    const { titles, counts } = await merged([DECK[1] ?? ""], properties([["Slide Titles", [LISTED[1] ?? ""]]]), {
      items: [],
    });
    expect(titles).toEqual(["Slide Titles"]);
    expect(counts).toEqual(["0", "0", "0"]);
  });

  it("come from the shape that the list names, where a program has no titles of its own", async () => {
    const deck = [textBox(2, "Logo") + textBox(3, "{slide $items as $i}About {$i.n}"), textBox(2, "Rest")];
    const { titles } = await merged(
      deck,
      properties([["Slide Titles", ["{slide $items as $i}About {$i.n}", "Other"]]]),
    );
    expect(titles.slice(1)).toEqual(["About A &amp; B", "About C", "PowerPoint Presentation"]);
  });

  it("a list that cannot be told apart goes", async () => {
    const app = properties([["Folientitel", LISTED]]).replace("<vt:i4>3<", "<vt:i4>7<");
    const { titles, xml } = await merged([...DECK, title("x")], app);
    expect(titles).toEqual([]);
    expect(xml).not.toContain("HeadingPairs");
  });
});

it("a title of the file that is the first slide's, which opens a block, opens nothing", async () => {
  const template = pptx([{ shapes: title("{slide $items as $i}Product {$i.n}") }], {
    parts: {
      "docProps/core.xml": {
        content:
          '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>{slide $items as $i}Product {$i.n}</dc:title><dc:subject>{$last}</dc:subject></cp:coreProperties>',
        type: "application/vnd.openxmlformats-package.core-properties+xml",
      },
    },
    packageRelationships: {
      rId2: {
        type: "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
        target: "docProps/core.xml",
      },
    },
  });
  expect((await pptxEngine.inspect(template, {})).errors).toEqual([]);
  const file = await merge(pptxEngine, template, ITEMS);
  expect(file.xml("docProps/core.xml")).toContain("<dc:title></dc:title><dc:subject>1</dc:subject>");
});
