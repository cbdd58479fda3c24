/** Small presentations of PowerPoint 4 and 95 in the bytes of these versions. */

const LATIN_LIMIT = 256;

/** Bytes of one order. */
class Order {
  readonly isMac: boolean;

  constructor(isMac: boolean) {
    this.isMac = isMac;
  }

  words(...values: number[]): number[] {
    return values.flatMap((value) => this.#ordered([value & 255, (value >> 8) & 255]));
  }

  longs(...values: number[]): number[] {
    return values.flatMap((value) =>
      this.#ordered([value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255]),
    );
  }

  /** Left, top, right, bottom. */
  box(left: number, top: number, right: number, bottom: number): number[] {
    return this.isMac ? this.words(top, left, bottom, right) : this.words(left, top, right, bottom);
  }

  /** Flags as the Mac has them. */
  flags(value: number): number {
    if (this.isMac) return value;
    return [0, 1, 2, 3, 4, 5, 6, 7].reduce((turned, bit) => turned | (value & (1 << bit) ? 0x80 >> bit : 0), 0);
  }

  #ordered(low: number[]): number[] {
    return this.isMac ? low.reverse() : low;
  }
}

function codes(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0) % LATIN_LIMIT);
}

function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

interface Frame4 {
  /** 0 line, 1 shape, 2 polygon, 3 arc. */
  type: number;
  box: readonly [number, number, number, number];
  /** 0 none, 1 solid. */
  fill?: number;
  hasLine?: boolean;
  /** Indices into the scheme. */
  fillColor?: number;
  /** Of shapes: -1 to -3 and from 0 on; of arcs start and sweep in sixteenths of a degree. */
  numbers?: readonly [number, number];
  image?: number;
  text?: string;
}

export interface Slide4 {
  frames: readonly Frame4[];
  /** Places of title and body among the frames. */
  main?: readonly [number, number];
  showsMaster?: boolean;
}

/** The stream `PP40`: a master, slides (named this many times), one scheme, one font, one ruler, one picture. */
export function powerPoint4Stream(
  slides: readonly Slide4[],
  {
    isMac,
    master = { frames: [] },
    image,
    slideCopies = 1,
  }: { isMac: boolean; master?: Slide4; image?: readonly number[]; slideCopies?: number },
): Uint8Array {
  const order = new Order(isMac);
  const zones: number[][] = [[1]];
  const add = (bytes: number[]) => zones.push(bytes) - 1;
  const member = (bytes: number[]) => [...order.words(1), ...bytes];
  const listOf = (members: number[][], size: number) =>
    add([
      ...order.words(0x8001),
      ...order.longs(0),
      ...order.words(members.length, 0x7fff, 0, size),
      ...order.longs(0),
      ...members.flatMap(member),
    ]);
  const colors = [0xffffff, 0x000000, 0x808080, 0x000000, 0x3366cc, 0xff0000, 0x00ff00, 0x999999];
  const scheme = add([
    ...zeros(54),
    ...colors.flatMap((rgb) => order.words(0, (rgb >> 8) & 0xff00, rgb & 0xff00, (rgb << 8) & 0xff00)),
  ]);
  const ruler = add([...order.words(0, 0, 300, 100, 600, 400, 900, 700, 1_200, 1_000, 0, 0, 1, 576, 2)]);
  const fontBlock = isMac ? add([5, ...codes("Times"), 0]) : 0;
  const fonts = isMac
    ? listOf([order.longs(add([...order.longs(fontBlock), ...zeros(8)]))], 4)
    : listOf([[...zeros(18), ...codes("Times New Roman"), ...zeros(17), ...zeros(14)]], 64);
  const images = image && imageZones(order, add, listOf, image);
  const slideBlock = (slide: Slide4) => {
    const text = add(textBlock(order, slide));
    const frames = add(slide.frames.flatMap((frame) => frameRecord(order, frame)));
    const content = add([
      ...order.longs(text, frames),
      ...order.words(slide.frames.length, 0, -1, ...(slide.main ?? [-1, -1])),
      order.flags(slide.showsMaster === false ? 0 : 0x80),
      0,
      ...order.words(0),
      ...zeros(16),
    ]);
    return add([...order.longs(0, 0, content, 0), ...zeros(18)]);
  };
  const masterBlock = slideBlock(master);
  const own = slides.map(slideBlock);
  const ids = Array.from({ length: slideCopies }, () => own).flat();
  const list = add([
    ...order.words(ids.length),
    ...order.longs(10),
    ...zeros(10),
    ...ids.flatMap((id) => [...zeros(12), ...order.longs(id)]),
  ]);
  const root = add([...zeros(6), ...order.longs(list), ...order.words(1, ids.length), ...zeros(8)]);
  const document = add([
    ...zeros(8),
    ...order.box(-2_880, -2_160, 2_880, 2_160),
    ...order.box(-2_160, -2_880, 2_160, 2_880),
    ...zeros(10),
    ...order.longs(root, 0, masterBlock, 0, 0),
    ...zeros(20),
    ...order.longs(images ?? 0, listOf([order.longs(ruler)], 4), listOf([order.longs(scheme)], 4), 0, 0, 0, fonts, 0),
    ...zeros(40),
  ]);
  return blockStream(order, zones, document);
}

function blockStream(order: Order, zones: readonly number[][], document: number): Uint8Array {
  const body: number[] = [];
  const entries: number[] = [];
  for (const block of zones) {
    entries.push(...order.longs(block.length, 24 + body.length));
    body.push(...block);
  }
  const listAt = 24 + body.length;
  return Uint8Array.from([
    ...order.longs(0x0bad_deed, 4, listAt),
    ...order.words(zones.length, 4),
    ...order.longs(listAt + entries.length),
    ...order.words(0, document),
    ...body,
    ...entries,
  ]);
}

function imageZones(
  order: Order,
  add: (bytes: number[]) => number,
  listOf: (members: number[][], size: number) => number,
  image: readonly number[],
): number {
  const data = add([...image]);
  const content = order.isMac
    ? add([...order.words(5), ...codes("PICT"), ...order.longs(0, data, -1), ...zeros(42)])
    : add([...zeros(10), ...order.box(0, 0, 100, 100), ...order.words(data, -1), ...zeros(38)]);
  const definition = add([...zeros(20), ...order.longs(content)]);
  return add([...order.longs(listOf([order.longs(definition)], 4)), ...zeros(12)]);
}

function frameRecord(order: Order, frame: Frame4): number[] {
  const { type, box, fill = 0, hasLine = false, fillColor = 4, numbers = [-3, 0], image, text } = frame;
  const dash = hasLine ? 1 : 0;
  const word = order.isMac ? (type << 13) | (fill << 10) | (dash << 6) : type | (fill << 3) | (dash << 6);
  const flags = 2 | (image === undefined ? 0 : 0x40) | (text === undefined ? 0 : 0x80);
  // At the top, from the left.
  const anchor = order.isMac ? 0x80 : 2;
  const own = [...order.words(...numbers), ...order.words(image ?? 0), 0, 0];
  return [
    ...order.words(word),
    order.flags(flags),
    anchor,
    ...order.box(...box),
    ...[1, fillColor, 0, 1, 1, 1, 0, 2],
    ...order.longs(0),
    ...own,
  ];
}

/** Texts of title and body come last; each paragraph is at the level that its number of tabs gives. */
function textBlock(order: Order, slide: Slide4): number[] {
  const isMain = (index: number) => slide.main?.includes(index) ?? false;
  const withText = slide.frames.map((frame, index) => ({ text: frame.text, isMain: isMain(index) }));
  const ordered = [...withText.filter((entry) => !entry.isMain), ...withText.filter((entry) => entry.isMain)];
  const texts = ordered.flatMap(({ text }) => (text === undefined ? [] : [text]));
  const font = (size: number, flags: number) => order.words(0, size, flags, 1, 0, 0);
  const paragraph = (level: number, hasBullet: boolean) => [
    order.flags(hasBullet ? (order.isMac ? 0x40 : 0x80) : 0),
    255,
    0x2d,
    0,
    ...order.words(0, 100, 0, 0, level, 0, 100, 20, 0, 0),
  ];
  const records = texts.flatMap((text) => {
    const lines = text.split("\r");
    const stored = lines.map((line) => line.replace(/\t/g, "")).join("\r");
    const bold = Math.min(4, stored.length);
    return [
      ...order.words(0),
      ...[0, 0],
      ...order.words(0, 0),
      ...order.box(0, 0, 100, 100),
      ...font(24, 0),
      ...paragraph(0, false),
      ...order.words(0),
      ...order.longs(stored.length),
      ...codes(stored),
      ...zeros(stored.length & 1),
      ...order.words(12),
      ...order.longs(stored.length),
      ...order.words(16),
      ...order.longs(2),
      ...order.longs(bold),
      ...font(32, 1),
      ...order.longs(stored.length - bold),
      ...font(20, 0),
      ...order.words(24),
      ...order.longs(stored.length),
      ...order.words(28),
      ...order.longs(lines.length),
      ...lines.flatMap((line) => {
        const level = line.length - line.replace(/\t/g, "").length;
        return [...order.longs(line.length - level + 1), ...paragraph(level, level > 0)];
      }),
    ];
  });
  return [...zeros(14), ...records];
}

const windows = new Order(false);

/** A record of PowerPoint 95. */
function record95(type: number, body: readonly number[], instance = 0): number[] {
  return [...windows.words(type, 0, -1, 2), ...windows.longs(body.length), instance, 0, ...windows.words(0), ...body];
}

interface Shape95 {
  /** -3 rectangle, -2 round rectangle, -1 ellipse, and from 0 on. */
  number?: number;
  /** From the middle of the slide. */
  box: readonly [number, number, number, number];
  /** Indices into the scheme; undefined for none. */
  fill?: number;
  line?: number;
  text?: string;
  image?: number;
  isPlaceholder?: boolean;
}

export interface Slide95 {
  shapes: readonly Shape95[];
  showsMaster?: boolean;
}

const SLIDE_NUMBER_FIELD = 16;

/** The stream `PowerPoint Document` of PowerPoint 95; `*` in a text is the number of the slide. */
export function powerPoint95Stream(
  slides: readonly Slide95[],
  { master = { shapes: [] }, bitmap }: { master?: Slide95; bitmap?: readonly number[] } = {},
): Uint8Array {
  const number = (id: number) => [...record95(2_017, [], id), ...record95(2_018, [], id)];
  const font = record95(4_022, record95(4_023, [...zeros(28), ...codes("Arial"), ...zeros(27)]));
  const ruler = record95(4_069, [
    ...record95(4_019, [...windows.longs(0, 0, 300, 100, 600, 400, 900, 700, 1_200, 1_000), ...zeros(12)]),
    ...record95(4_070, windows.longs(576, 3)),
  ]);
  const field = record95(4_056, windows.words(SLIDE_NUMBER_FIELD));
  const images = bitmap ? [...record95(1_027, record95(2_012, bitmap)), ...number(3)] : [];
  const environment = record95(1_010, [
    ...record95(2_005, [...font, ...number(0)]),
    ...record95(2_006, images),
    ...record95(2_027, [...field, ...number(5)]),
    ...record95(4_016, [...ruler, ...number(1)]),
  ]);
  const colors = [0xffffff, 0, 0x808080, 0, 0xcc6633, 0xff, 0xff00, 0x999999];
  const scheme = record95(1_012, record95(2_031, windows.longs(8, ...colors)));
  const slide = (type: number, { shapes, showsMaster = true }: Slide95, own: number, ofMaster: number) =>
    record95(type, [
      ...record95(1_007, windows.longs(own, ofMaster)),
      ...record95(1_005, [...zeros(16), showsMaster ? 1 : 0, 1, 0, 0, 1, 0, 0, 0]),
      ...scheme,
      ...record95(3_000, shapes.flatMap(shapeRecord)),
    ]);
  const masterId = 0x8000_0000 | 0;
  const document = record95(1_000, [
    ...record95(1_001, [...windows.longs(5_760, 4_320, 4_320, 5_760), ...zeros(28)]),
    ...environment,
    ...record95(2_000, slide(1_016, master, masterId, 0), 11),
    ...record95(
      2_000,
      slides.flatMap((entry, index) => slide(1_006, entry, index + 1, masterId)),
      10,
    ),
    ...record95(1_002, []),
  ]);
  return Uint8Array.from(record95(3, [...document, ...record95(10, zeros(8))]));
}

function shapeRecord({ number = -3, box, fill, line, text, image, isPlaceholder = false }: Shape95): number[] {
  const appearances = record95(3_005, [
    ...[line === undefined ? 255 : 0, 0, 0, 1, 0, 0, 0, line ?? 0, 0, 0, 0, 0],
    ...[fill === undefined ? 255 : 0, 1, 0, 0, 0, 0, 0, 0],
    ...[0, 0, 0, fill ?? 0, 0, 0, 0, 1],
    ...[255, 1, 0, 0, 0, 2, 0, 0],
    ...windows.longs(48, 48),
    ...zeros(12),
  ]);
  const atom = record95(3_009, [
    number & 255,
    255,
    ...windows.words(-1, 0, 0),
    ...zeros(4),
    ...windows.longs(...box),
    ...windows.words(0, 0),
    ...windows.longs(-3),
    ...zeros(4),
  ]);
  const reference = image === undefined ? [] : record95(4_014, record95(4_053, record95(4_036, windows.longs(image))));
  return record95(
    isPlaceholder ? 3_010 : 3_008,
    [...atom, ...appearances, ...(text === undefined ? [] : textRecord(text)), ...reference],
    19,
  );
}

function textRecord(text: string): number[] {
  const run = (length: number, type: number, body: number[]) => [...windows.longs(length), ...record95(type, body)];
  const half = Math.ceil(text.length / 2);
  const character = (size: number, flags: number, color: number) => [
    ...windows.words(0, 2, size, 0, flags),
    ...[0, 0, 0, color],
    ...windows.words(0),
    ...windows.longs(0, 0),
  ];
  const paragraphs = text.split("\r").flatMap((line) => {
    const level = line.startsWith("-") ? 1 : 0;
    const body = [
      ...windows.words(level),
      ...[0, 0, 0, 1],
      ...windows.words(0x95, -1, 2, 100, 0, 0, 0, 0, 0),
      ...[level, 0],
      ...windows.words(0, 0, 0),
      ...windows.longs(100, 20, 0),
      ...windows.words(0, 0, 0, 1),
    ];
    return run(line.length + 1, 4_067, body);
  });
  const fields = Array.from(text).flatMap((sign) => run(1, 4_065, windows.longs(sign === "*" ? 5 : -1)));
  const body = record95(4_064, [
    ...record95(2_028, [
      ...record95(2_030, codes(text), 53),
      ...record95(
        2_030,
        [...run(half, 4_066, character(36, 1, 5)), ...run(text.length - half, 4_066, character(20, 0, 1))],
        47,
      ),
      ...record95(2_030, paragraphs, 48),
      ...record95(2_030, fields, 49),
    ]),
  ]);
  const layout = record95(4_000, [...windows.longs(58, 29), 0xc4, 0x6e, 7, 0x50, 0x03, 0xe0, 0x62, 0]);
  return record95(4_001, [...layout, ...record95(4_002, [...record95(4_021, windows.longs(1)), ...body])]);
}
