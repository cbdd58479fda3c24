/** Shapes with text or a picture (Rich Text Format 1.9.1, "Word 97 through Word 2007 RTF for Drawing Objects") -> `w:drawing`. */
import { element } from "../../binary/doc/xml-writer.ts";
import { isLineType, presetName } from "../../binary/officeart/preset-shapes.ts";
import { EMU_PER_TWIP } from "../../geometry/units.ts";

const SHAPE_URI = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape";
const HORIZONTAL: Readonly<Record<string, string>> = {
  shpbxpage: "page",
  shpbxmargin: "margin",
  shpbxcolumn: "column",
};
const VERTICAL: Readonly<Record<string, string>> = { shpbypage: "page", shpbymargin: "margin", shpbypara: "paragraph" };
const SIDES: ReadonlySet<string> = new Set(["shpleft", "shptop", "shpright", "shpbottom"]);
const MOST_TWIPS = 31_680;

const TEXT_BOX = 202;
const PICTURE_FRAME = 75;
/** Of a degree. */
const ROTATION_UNITS = 65_536;

/** Types whose outline is nothing without their text or picture: WordArt among them. */
function isEmptyType(type: number): boolean {
  const isWordArt = (type >= 24 && type <= 31) || (type >= 136 && type <= 175);
  return type === TEXT_BOX || type === PICTURE_FRAME || isWordArt;
}

interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A shape, or a group of shapes, while it is read. */
export class RtfShape {
  readonly #group: RtfShape | undefined;
  readonly #sides = new Map<string, number>();
  readonly #properties = new Map<string, string>();
  #horizontal = "column";
  #vertical = "paragraph";
  #wrap = 3;
  #isBehind = false;
  /** Blocks of its text, if it has some. */
  text: string | undefined;
  /** `a:graphicData` of its picture in a size, if it has one. */
  picture: ((extent: { cx: number; cy: number }) => string) | undefined;

  /** @param group that it is part of */
  constructor(group?: RtfShape) {
    this.#group = group;
  }

  word(name: string, parameter = 0): void {
    this.#horizontal = HORIZONTAL[name] ?? this.#horizontal;
    this.#vertical = VERTICAL[name] ?? this.#vertical;
    if (SIDES.has(name)) this.#sides.set(name, Math.max(-MOST_TWIPS, Math.min(MOST_TWIPS, parameter)));
    else if (name === "shpwr") this.#wrap = parameter;
    else if (name === "shpfblwtxt") this.#isBehind = parameter === 1;
  }

  get isHidden(): boolean {
    return this.#properties.get("fHidden") === "1";
  }

  setProperty(name: string, value: string): void {
    this.#properties.set(name, value);
  }

  /** On the page, in twips. Members of groups are placed in units of their group. */
  get #frame(): Frame {
    const side = (name: string) => this.#sides.get(name) ?? 0;
    const group = this.#group;
    if (!group)
      return { left: side("shpleft"), top: side("shptop"), right: side("shpright"), bottom: side("shpbottom") };
    const outer = group.#frame;
    const inner = group.#frameOf("group");
    const own = this.#frameOf("rel");
    const across = (outer.right - outer.left) / Math.max(1, inner.right - inner.left);
    const down = (outer.bottom - outer.top) / Math.max(1, inner.bottom - inner.top);
    return {
      left: Math.round(outer.left + (own.left - inner.left) * across),
      top: Math.round(outer.top + (own.top - inner.top) * down),
      right: Math.round(outer.left + (own.right - inner.left) * across),
      bottom: Math.round(outer.top + (own.bottom - inner.top) * down),
    };
  }

  /** `relLeft` and the like. */
  #frameOf(prefix: string): Frame {
    const number = (side: string) => this.#number(prefix + side) ?? 0;
    return { left: number("Left"), top: number("Top"), right: number("Right"), bottom: number("Bottom") };
  }

  #number(name: string): number | undefined {
    const value = this.#properties.get(name);
    const number = value === undefined || value === "" ? Number.NaN : Number(value);
    return Number.isFinite(number) ? number : undefined;
  }

  /** What the group that the shape is in says of its place. */
  get #placed(): RtfShape {
    return this.#group ? this.#group.#placed : this;
  }

  /** Markup of the drawing; undefined for what shows nothing, or is of a kind that is not drawn. */
  xml(): string | undefined {
    const { text, picture } = this;
    const type = this.#number("shapeType") ?? TEXT_BOX;
    const preset = type === TEXT_BOX ? "rect" : presetName(type);
    if (text === undefined && !picture && (!preset || isEmptyType(type))) return undefined;
    const { left, top, right, bottom } = this.#frame;
    const extent = {
      cx: Math.max(1, right - left) * EMU_PER_TWIP,
      cy: Math.max(1, bottom - top) * EMU_PER_TWIP,
    };
    const placed = this.#placed;
    const position = (axis: string, from: string, twips: number) =>
      element(`wp:position${axis}`, { relativeFrom: from }, `<wp:posOffset>${twips * EMU_PER_TWIP}</wp:posOffset>`);
    const wraps: Readonly<Record<number, string>> = {
      1: "<wp:wrapTopAndBottom/>",
      2: '<wp:wrapSquare wrapText="bothSides"/>',
      4: '<wp:wrapSquare wrapText="bothSides"/>',
    };
    const shape =
      element(
        "wps:spPr",
        {},
        element("a:xfrm", this.#turned(), element("a:off", { x: 0, y: 0 }) + element("a:ext", extent)) +
          element("a:prstGeom", { prst: preset ?? "rect" }, "<a:avLst/>") +
          (isLineType(type) ? "" : this.#fillXml()) +
          this.#lineXml(),
      ) +
      (text === undefined ? "" : element("wps:txbx", {}, element("w:txbxContent", {}, text || "<w:p/>"))) +
      element("wps:bodyPr", this.#insets());
    return element(
      "w:drawing",
      {},
      element(
        "wp:anchor",
        {
          behindDoc: placed.#isBehind ? 1 : 0,
          simplePos: 0,
          relativeHeight: 1,
          locked: 0,
          layoutInCell: 1,
          allowOverlap: 1,
        },
        element("wp:simplePos", { x: 0, y: 0 }) +
          position("H", placed.#horizontal, left) +
          position("V", placed.#vertical, top) +
          element("wp:extent", extent) +
          (wraps[placed.#wrap] ?? "<wp:wrapNone/>") +
          element("wp:docPr", { id: 1, name: "" }) +
          element(
            "a:graphic",
            {},
            picture?.(extent) ?? element("a:graphicData", { uri: SHAPE_URI }, element("wps:wsp", {}, shape)),
          ),
      ),
    );
  }

  #turned(): Record<string, number | undefined> {
    const angle = ((this.#number("rotation") ?? 0) / ROTATION_UNITS) * 60_000;
    const isSet = (name: string) => (this.#properties.get(name) === "1" ? 1 : undefined);
    return { rot: angle === 0 ? undefined : Math.round(angle), flipH: isSet("fFlipH"), flipV: isSet("fFlipV") };
  }

  #fillXml(): string {
    if (this.#properties.get("fFilled") === "0") return "<a:noFill/>";
    return colorFill(this.#properties.get("fillColor") ?? "16777215");
  }

  #lineXml(): string {
    if (this.#properties.get("fLine") === "0") return "<a:ln><a:noFill/></a:ln>";
    const width = Number(this.#properties.get("lineWidth") ?? 9_525);
    return element(
      "a:ln",
      { w: Number.isFinite(width) ? Math.max(0, width) : 9_525 },
      colorFill(this.#properties.get("lineColor") ?? "0"),
    );
  }

  #insets(): Record<string, string | undefined> {
    const inset = (name: string) => {
      const value = this.#properties.get(name);
      return value !== undefined && /^\d{1,9}$/.test(value) ? value : undefined;
    };
    return {
      lIns: inset("dxTextLeft"),
      tIns: inset("dyTextTop"),
      rIns: inset("dxTextRight"),
      bIns: inset("dyTextBottom"),
    };
  }
}

/** @param color blue, green and red in one number, red the lowest */
function colorFill(color: string): string {
  const value = Number(color);
  const part = (shift: number) => ((value >> shift) & 255).toString(16).padStart(2, "0");
  return element("a:solidFill", {}, element("a:srgbClr", { val: part(0) + part(8) + part(16) }));
}
