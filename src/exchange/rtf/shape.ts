/** Shapes with text or a picture (Rich Text Format 1.9.1, "Word 97 through Word 2007 RTF for Drawing Objects") -> `w:drawing`. */
import { element } from "../../binary/doc/xml-writer.ts";
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

/** A shape while it is read. */
export class RtfShape {
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

  word(name: string, parameter = 0): void {
    this.#horizontal = HORIZONTAL[name] ?? this.#horizontal;
    this.#vertical = VERTICAL[name] ?? this.#vertical;
    if (SIDES.has(name)) this.#sides.set(name, Math.max(-MOST_TWIPS, Math.min(MOST_TWIPS, parameter)));
    else if (name === "shpwr") this.#wrap = parameter;
    else if (name === "shpfblwtxt") this.#isBehind = parameter === 1;
  }

  setProperty(name: string, value: string): void {
    this.#properties.set(name, value);
  }

  /** Markup of the drawing; undefined for a shape that is only lines, which is not drawn. */
  xml(): string | undefined {
    const { text, picture } = this;
    if (text === undefined && !picture) return undefined;
    const side = (name: string) => this.#sides.get(name) ?? 0;
    const extent = {
      cx: Math.max(1, side("shpright") - side("shpleft")) * EMU_PER_TWIP,
      cy: Math.max(1, side("shpbottom") - side("shptop")) * EMU_PER_TWIP,
    };
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
        element("a:xfrm", {}, element("a:off", { x: 0, y: 0 }) + element("a:ext", extent)) +
          element("a:prstGeom", { prst: "rect" }, "<a:avLst/>") +
          this.#fillXml() +
          this.#lineXml(),
      ) +
      element("wps:txbx", {}, element("w:txbxContent", {}, text || "<w:p/>")) +
      element("wps:bodyPr", this.#insets());
    return element(
      "w:drawing",
      {},
      element(
        "wp:anchor",
        {
          behindDoc: this.#isBehind ? 1 : 0,
          simplePos: 0,
          relativeHeight: 1,
          locked: 0,
          layoutInCell: 1,
          allowOverlap: 1,
        },
        element("wp:simplePos", { x: 0, y: 0 }) +
          position("H", this.#horizontal, side("shpleft")) +
          position("V", this.#vertical, side("shptop")) +
          element("wp:extent", extent) +
          (wraps[this.#wrap] ?? "<wp:wrapNone/>") +
          element("wp:docPr", { id: 1, name: "" }) +
          element(
            "a:graphic",
            {},
            picture?.(extent) ?? element("a:graphicData", { uri: SHAPE_URI }, element("wps:wsp", {}, shape)),
          ),
      ),
    );
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
