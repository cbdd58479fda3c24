import { describe, expect, it } from "vitest";
import { pptToParts } from "../ppt-to-parts.ts";
import { powerPoint4Stream, powerPoint95Stream, type Slide4, type Slide95 } from "../testing/legacy-writer.ts";
import { compound } from "../testing/ppt-writer.ts";

/** Two pixels of 24 bits. */
const BITMAP = [40, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0, ...Array(24).fill(0), 255, 0, 0, 0, 255, 0, 0, 0];

function partsOf(streams: Readonly<Record<string, Uint8Array>>): Map<string, string> {
  const decoder = new TextDecoder();
  return new Map([...pptToParts(compound(streams))].map(([name, bytes]) => [name, decoder.decode(bytes)]));
}

const SLIDE_4: Slide4 = {
  main: [1, 2],
  frames: [
    {
      type: 1,
      box: [-2_880, -2_160, 0, 0],
      fill: 1,
      fillColor: 4,
      hasLine: true,
      numbers: [-1, 0],
      text: "In a circle",
    },
    { type: 1, box: [-2_000, -2_000, 2_000, -1_500], text: "A title" },
    { type: 1, box: [-2_000, -1_400, 2_000, 1_500], text: "First\r\tSecond d\u008ej\u0088" },
    { type: 0, box: [0, 0, 800, -400], hasLine: true },
    { type: 1, box: [100, 100, 676, 676], numbers: [-3, 0], image: 0 },
  ],
};
const MASTER_4: Slide4 = {
  main: [0, -1],
  frames: [
    { type: 1, box: [-2_000, -2_000, 2_000, -1_500], text: "Click to edit" },
    { type: 1, box: [2_000, 1_900, 2_800, 2_100], text: "page ##" },
  ],
};

describe.each([
  ["the Mac", true],
  ["Windows", false],
])("PowerPoint 4 for %s", (_, isMac) => {
  const slideXml = (slides: readonly Slide4[] = [SLIDE_4], number = 1) =>
    partsOf({
      PP40: powerPoint4Stream(slides, {
        isMac,
        master: MASTER_4,
        image: isMac ? [0, 10, ...Array(20).fill(0)] : BITMAP,
      }),
    }).get(`ppt/slides/slide${number}.xml`) ?? "";

  it("places shapes from the slide's corner and fills them in the colours of the scheme", () => {
    const xml = slideXml();
    expect(xml).toContain('<a:off x="0" y="0"/><a:ext cx="4572000" cy="3429000"/></a:xfrm><a:prstGeom prst="ellipse">');
    expect(xml).toContain('<a:solidFill><a:srgbClr val="3366CC">');
    expect(xml).toMatch(/flipV="1"><a:off x="4572000" y="2794000"\/>.*prst="line"/);
  });

  it("gives title and body the last texts, with levels and bullets", () => {
    const [, title = "", body = ""] = slideXml().split("<p:sp>").slice(2);
    expect(title).toContain('<p:ph type="title"/>');
    expect(title).toMatch(/sz="3200" b="1".*<a:t>A ti<\/a:t>.*sz="2000" b="0".*<a:t>tle<\/a:t>/);
    expect(body).toContain('marL="476250" indent="-317500" lvl="1"');
    expect(body).toContain('<a:buChar char="-"/>');
    expect(body).toContain(isMac ? "Second déjà" : "Second dŽj\u02c6");
  });

  it("shows the master's shapes but not its placeholders, with the slide's number", () => {
    const xml = slideXml([SLIDE_4, SLIDE_4], 2);
    expect(xml).not.toContain("Click to edit");
    expect(xml).toMatch(/<a:t>page<\/a:t>.*type="slidenum".*<a:t>2<\/a:t>/);
    expect(slideXml([{ ...SLIDE_4, showsMaster: false }])).not.toContain("slidenum");
  });

  it("embeds pictures", () => {
    expect(slideXml()).toMatch(/<p:pic>.*<a:blip r:embed="rId\d"\/>.*<a:off x="4730750" y="3587750"\/>/);
  });
});

const SLIDE_95: Slide95 = {
  shapes: [
    { number: -1, box: [-2_880, -2_160, 0, 0], fill: 4, line: 1, text: "In a circle" },
    { isPlaceholder: true, box: [-2_000, -1_400, 2_000, 1_500], text: "First\r-Second \u00e9" },
    { box: [100, 100, 676, 676], image: 3 },
  ],
};

describe("PowerPoint 95", () => {
  const slideXml = (slides: readonly Slide95[] = [SLIDE_95], number = 1) => {
    const master: Slide95 = {
      shapes: [
        { isPlaceholder: true, box: [0, 0, 100, 100], text: "Click to edit" },
        { box: [2_000, 1_900, 2_800, 2_100], text: "page *" },
      ],
    };
    const stream = powerPoint95Stream(slides, { master, bitmap: BITMAP });
    return partsOf({ "PowerPoint Document": stream }).get(`ppt/slides/slide${number}.xml`) ?? "";
  };

  it("places shapes from the middle of the slide, with their looks", () => {
    const xml = slideXml();
    expect(xml).toContain('<a:off x="0" y="0"/><a:ext cx="4572000" cy="3429000"/></a:xfrm><a:prstGeom prst="ellipse">');
    expect(xml).toContain('<a:solidFill><a:srgbClr val="3366CC">');
    expect(xml).toContain('<a:ln w="25400"><a:solidFill><a:srgbClr val="000000">');
  });

  it("reads texts with fonts, colours, levels and bullets", () => {
    const xml = slideXml();
    expect(xml).toMatch(/sz="3600" b="1"[^>]*><a:solidFill><a:schemeClr val="accent2">/);
    expect(xml).toContain('typeface="Arial"');
    expect(xml).toContain('marL="476250" indent="-317500" lvl="1"');
    expect(xml).toContain('<a:buChar char="\u2022"/>');
    expect(xml).toContain("\u00e9");
  });

  it("shows the master's shapes but not its placeholders, with the slide's number", () => {
    const xml = slideXml([SLIDE_95, SLIDE_95], 2);
    expect(xml).not.toContain("Click to edit");
    expect(xml).toMatch(/type="slidenum".*<a:t>2<\/a:t>/);
    expect(slideXml([{ ...SLIDE_95, showsMaster: false }])).not.toContain("slidenum");
  });

  it("embeds pictures", () => {
    expect(slideXml()).toMatch(/<p:pic>.*<a:blip r:embed="rId\d"\/>.*<a:off x="4730750" y="3587750"\/>/);
  });
});

describe("damage", () => {
  const files: readonly (readonly [string, Uint8Array])[] = [
    ["PP40", powerPoint4Stream([SLIDE_4], { isMac: true, master: MASTER_4 })],
    ["PP40", powerPoint4Stream([SLIDE_4], { isMac: false, master: MASTER_4, image: BITMAP })],
    ["PowerPoint Document", powerPoint95Stream([SLIDE_95], { bitmap: BITMAP })],
  ];

  it.each(files)("gives slides or says what is wrong, wherever %s is cut or changed", (name, bytes) => {
    let state = 7;
    const next = (limit: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 8) % limit;
    };
    for (let round = 0; round < 150; round++) {
      const changed = round % 5 === 0 ? bytes.slice(0, next(bytes.length)) : bytes.slice();
      for (let change = 0; change < 4 && changed.length > 0; change++) changed[next(changed.length)] = next(256);
      try {
        expect(pptToParts(compound({ [name]: changed })).size).toBeGreaterThan(5);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect((error as Error).message).toMatch(/^the /);
      }
    }
  });

  it("ends where slides share more text than a presentation can hold", () => {
    const long: Slide4 = { frames: [{ type: 1, box: [0, 0, 9, 9], text: "word ".repeat(20_000) }] };
    const shared = powerPoint4Stream([long], { isMac: true, slideCopies: 1_000 });
    expect(() => pptToParts(compound({ PP40: shared }))).toThrow(/too large/);
  });

  it.each([
    ["PP40", Uint8Array.of(1), /PowerPoint 4 is damaged/],
    ["PowerPoint Document", powerPoint95Stream([]), /no slide/],
  ])("says what is the matter with %s", (name, stream, message) => {
    expect(() => pptToParts(compound({ [name]: stream }))).toThrow(message);
  });
});
