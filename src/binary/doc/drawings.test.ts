import { describe, expect, it } from "vitest";
import { OpcPackage } from "../../office/package.ts";
import { findAll, type XmlNode } from "../../office/xml-node.ts";
import { container, options, record, shapeHead } from "../officeart/testing/art-records.ts";
import { docToParts } from "./doc-to-parts.ts";
import { type BuiltDocument, buildDoc, paragraph, sprm, u16, u32 } from "./testing/doc-builder.ts";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const blip = record(0xf01e, Uint8Array.from([...new Array(17).fill(0), ...PNG]), 0x6e0);
const special = sprm(0x0855, 1);

function open(document: BuiltDocument): { pack: OpcPackage; body: XmlNode } {
  const pack = OpcPackage.ofParts(docToParts(buildDoc(document)));
  const body = pack.xml("word/document.xml");
  if (!body) throw new Error("no document");
  return { pack, body };
}

const first = (root: XmlNode, name: string) => findAll(root, name)[0]?.attributes;
const utf16 = (text: string) => Uint8Array.from([...`${text}\0`].flatMap((character) => u16(character.charCodeAt(0))));

/** `PICF` with what follows it. */
function image(size: { goal: [number, number]; scale: [number, number] }, content: Iterable<number>): number[] {
  const body = [...content];
  const head = [...u16(68), ...u16(0x64), ...new Array(20).fill(0)];
  head.push(...size.goal.flatMap(u16), ...size.scale.flatMap(u16), ...new Array(32).fill(0));
  return [...u32(68 + body.length), ...head, ...body];
}

/** A drawing with shapes, and the Spa of each at positions of the main story. */
function drawing(shapes: Uint8Array[], places: { at: number; id: number; flags: number }[]): Record<number, number[]> {
  const store = container(0xf000, container(0xf001, blip));
  const patriarch = container(0xf004, record(0xf009, new Uint8Array(16), 0, 1), shapeHead(0, 1, 1));
  const content = [...store, 0, ...container(0xf002, container(0xf003, patriarch, ...shapes))];
  const spas = places.map(({ id, flags }) => [id, 1440, 720, 2880, 1440].flatMap(u32).concat(u16(flags), u32(0)));
  return { 50: content, 40: [...places.map(({ at }) => u32(at)), u32(99), ...spas].flat() };
}

const anchorMark = { runs: [{ text: "\x08", modifiers: special }, { text: "text\r" }] };

describe("pictures in the line", () => {
  const run = [{ text: "\x01", modifiers: [...sprm(0x6a03, ...u32(0)), ...special] }, { text: "\r" }];

  it("have their scaled size, cropping and bytes", () => {
    const shape = container(0xf004, shapeHead(75, 5), options({ 0x0102: 0x4000 }));
    const data = image({ goal: [2000, 1000], scale: [500, 1000] }, [...shape, ...blip]);
    const { pack, body } = open({ paragraphs: [{ runs: run }], data });
    expect({ ...first(body, "wp:extent") }).toEqual({ cx: "635000", cy: "635000" });
    expect({ ...first(body, "a:srcRect") }).toEqual({ l: "25000" });
    const target = pack.relationships("word/document.xml").get(first(body, "a:blip")?.["r:embed"] ?? "")?.target ?? "";
    expect(pack.bytes(target)).toEqual(Uint8Array.from(PNG));
  });

  it("may be lines across the column", () => {
    const shape = container(0xf004, shapeHead(1, 5), options({ 0x0181: 0x0000ff, 0x03bf: 0x0800_0800 }));
    const { body } = open({
      paragraphs: [{ runs: run }],
      data: image({ goal: [9000, 30], scale: [1000, 1000] }, shape),
    });
    expect({ ...first(body, "v:rect") }).toMatchObject({
      "o:hr": "t",
      fillcolor: "#ff0000",
      style: "width:0pt;height:1.5pt",
    });
  });

  it("are left out when there is nothing at their place", () => {
    const { body } = open({ paragraphs: [{ runs: run }], data: [1, 2, 3] });
    expect(findAll(body, "w:drawing")).toEqual([]);
  });
});

describe("pictures as bullets", () => {
  it("are found at their bookmark", () => {
    const character = [...sprm(0x4888, ...u16(1)), ...sprm(0x6887, ...u32(1))];
    const level = [...u32(1), 23, 0, ...new Array(9).fill(0), 0, ...u32(0), ...u32(0), character.length, 0, 0, 0];
    const text = [...u16(1), ...u16(0xf0b7)];
    const definitions = [
      ...u16(1),
      ...u32(77),
      ...u32(0),
      ...new Array(18).fill(0xff),
      1,
      0,
      ...level,
      ...character,
      ...text,
    ];
    const instances = [...u32(1), ...u32(77), ...u32(0), ...u32(0), 0, 0, 0, 0, ...u32(0xffffffff)];
    const name = "_PictureBullets";
    const { pack } = open({
      paragraphs: [
        {
          runs: [{ text: "x" }, { text: "\x01", modifiers: [...sprm(0x6a03, ...u32(0)), ...special] }, { text: "\r" }],
        },
      ],
      data: image({ goal: [100, 100], scale: [1000, 1000] }, [...container(0xf004, shapeHead(75, 5)), ...blip]),
      lists: { definitions, instances },
      tables: {
        21: [...u16(0xffff), ...u16(1), ...u16(0), ...u16(name.length), ...utf16(name).slice(0, -2)],
        22: [...u32(0), ...u32(9), ...u32(0)],
      },
    });
    const numbering = pack.xml("word/numbering.xml");
    const id = findAll(numbering, "v:imagedata")[0]?.attributes["r:id"] ?? "";
    expect(pack.bytes(pack.relationships("word/numbering.xml").get(id)?.target ?? "")).toEqual(Uint8Array.from(PNG));
    expect(findAll(numbering, "w:lvlPicBulletId")[0]?.attributes["w:val"]).toBe("1");
  });
});

describe("floating shapes", () => {
  it("lie where the Spa says, in front of or behind the text", () => {
    const shape = container(0xf004, shapeHead(75, 7), options({ 0x0104: 1 }));
    // page for both axes, no wrapping, below the text
    const flags = (1 << 1) | (1 << 3) | (3 << 5) | (1 << 14);
    const { body } = open({ paragraphs: [anchorMark], tables: drawing([shape], [{ at: 0, id: 7, flags }]) });
    expect(first(body, "wp:anchor")?.behindDoc).toBe("1");
    expect(first(body, "wp:positionH")?.relativeFrom).toBe("page");
    expect(findAll(body, "wp:posOffset").map((offset) => offset.text)).toEqual(["914400", "457200"]);
    expect(findAll(body, "wp:wrapNone")).toHaveLength(1);
    expect(findAll(body, "a:blip")).toHaveLength(1);
  });

  it("let their own properties tell the place more exactly", () => {
    const shape = container(0xf004, shapeHead(1, 7), options({ 0x038f: 2, 0x0390: 0, 0x0391: 3, 0x0392: 1 }, 0xf122));
    const { body } = open({ paragraphs: [anchorMark], tables: drawing([shape], [{ at: 0, id: 7, flags: 0 }]) });
    expect(findAll(body, "wp:align").map((align) => align.text)).toEqual(["center", "bottom"]);
    expect(first(body, "wp:positionH")?.relativeFrom).toBe("margin");
    expect(first(body, "wp:positionV")?.relativeFrom).toBe("page");
  });

  it("hold text", () => {
    const shape = container(0xf004, shapeHead(202, 7), options({ 0x0080: 0x1_0000 }));
    const { body } = open({
      paragraphs: [anchorMark],
      textBoxes: [paragraph("in the box"), paragraph("")],
      tables: {
        ...drawing([shape], [{ at: 0, id: 7, flags: 0 }]),
        56: [...u32(0), ...u32(12), ...u32(13), ...new Array(44).fill(0)],
      },
    });
    expect(findAll(findAll(body, "w:txbxContent")[0] ?? body, "w:t").map((text) => text.text)).toEqual(["in the box"]);
  });

  it("hold the text of a chain in its first box, and say of the others which of it they are", () => {
    const boxes = [0x1_0001, 0x1_0000, 0x2_0000].map((text, index) =>
      container(0xf004, shapeHead(202, 7 + index), options({ 0x0080: text })),
    );
    const { body } = open({
      paragraphs: [{ runs: [{ text: "\x08\x08\x08\r", modifiers: special }] }],
      textBoxes: [paragraph("first"), paragraph("second"), paragraph(""), paragraph("other"), paragraph("")],
      tables: {
        ...drawing(
          boxes,
          boxes.map((_, index) => ({ at: index, id: 7 + index, flags: 0 })),
        ),
        56: [0, 14, 21, 22].flatMap(u32).concat(new Array(66).fill(0)),
      },
    });
    const [chain, other] = findAll(body, "wps:txbx");
    expect(findAll(chain ?? body, "w:t").map((text) => text.text)).toEqual(["first", "second"]);
    expect(findAll(other ?? body, "w:t").map((text) => text.text)).toEqual(["other"]);
    const links = findAll(body, "wps:linkedTxbx").map(({ attributes }) => ({ ...attributes }));
    expect(links).toEqual([{ id: chain?.attributes.id, seq: "1" }]);
    expect(other?.attributes.id).not.toBe(chain?.attributes.id);
  });

  it("are groups with their own coordinates", () => {
    const child = container(0xf004, shapeHead(1, 9), record(0xf00f, Uint8Array.from([10, 20, 30, 40].flatMap(u32))));
    const coordinates = record(0xf009, Uint8Array.from([0, 0, 100, 100].flatMap(u32)), 0, 1);
    const group = container(0xf003, container(0xf004, coordinates, shapeHead(0, 7, 1)), child);
    const { body } = open({ paragraphs: [anchorMark], tables: drawing([group], [{ at: 0, id: 7, flags: 0 }]) });
    const inner = findAll(findAll(body, "wps:wsp")[0] ?? body, "a:off")[0]?.attributes;
    expect({ ...inner }).toEqual({ x: "10", y: "20" });
    expect({ ...first(body, "a:chExt") }).toEqual({ cx: "100", cy: "100" });
  });

  it("are text paths when they are WordArt", () => {
    const art = options({ 0x00c0: utf16("DRAFT"), 0x00c5: utf16("Impact"), 0x0181: 0xc0c0c0, 0x0004: 0x013b_0000 });
    const shape = container(0xf004, shapeHead(136, 7), art);
    const { body } = open({ paragraphs: [anchorMark], tables: drawing([shape], [{ at: 0, id: 7, flags: 0 }]) });
    expect({ ...first(body, "v:textpath") }).toEqual({ style: "font-family:'Impact'", string: "DRAFT" });
    expect(first(body, "v:shape")?.["o:spt"]).toBe("136");
    expect(first(body, "v:shape")?.style).toContain("rotation:315");
    expect(first(body, "v:shape")?.fillcolor).toBe("#C0C0C0");
  });

  it("are inline when they say so, without the picture that keeps their place", () => {
    const shape = container(0xf004, shapeHead(1, 7), options({ 0x053f: 0x0001_0001 }));
    const runs = [
      { text: "\x13 SHAPE \x14", modifiers: special },
      { text: "\x08", modifiers: special },
      { text: "\x01", modifiers: [...sprm(0x6a03, ...u32(0)), ...special] },
      { text: "\x15\r", modifiers: special },
    ];
    const { body } = open({
      paragraphs: [{ runs }],
      data: image({ goal: [100, 100], scale: [1000, 1000] }, [...container(0xf004, shapeHead(75, 5)), ...blip]),
      tables: drawing([shape], [{ at: 9, id: 7, flags: 0 }]),
    });
    expect(findAll(body, "wp:inline")).toHaveLength(1);
    expect(findAll(body, "pic:pic")).toEqual([]);
  });
});
