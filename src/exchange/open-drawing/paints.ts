/** Fills and lines of shapes (OpenDocument 1.3 Part 3, 16.40 and 20.104 and following) -> DrawingML. */

import type { PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { largestOf, smallestOf } from "../../domain/collections/long-lists.ts";
import { colorOf, percentOf } from "../open-document/measures.ts";
import { elementsOf, type OdfNode } from "../open-document/odf-nodes.ts";
import type { Pictures } from "../open-document/pictures.ts";
import type { Properties } from "../open-document/style-properties.ts";
import { emuOf } from "./emu.ts";

const NAMED: ReadonlySet<string> = new Set([
  ...["draw:gradient", "draw:hatch", "draw:fill-image", "draw:opacity", "draw:marker", "draw:stroke-dash"],
]);
const HAIRLINE = 3_175;
const MOST_STOPS = 40;
export const NO_LINE = "<a:ln><a:noFill/></a:ln>";

/** What styles name: gradients, pictures, dashes, ends of lines. */
export class Paints {
  readonly #named = new Map<string, OdfNode>();
  readonly #pictures: Pictures;

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  /** `office:styles`. */
  addStyles(container: OdfNode | undefined): void {
    for (const node of elementsOf(container))
      if (NAMED.has(node.name)) this.#named.set(`${node.name} ${node.attributes["draw:name"]}`, node);
  }

  #find(kind: string, name: string | undefined): OdfNode | undefined {
    return name === undefined ? undefined : this.#named.get(`draw:${kind} ${name}`);
  }

  /** `a:solidFill` or another fill; undefined for properties that say none. */
  fillXml(said: Properties, relationships: PartRelationships): string | undefined {
    const alpha = this.#opacity(said);
    const color = colorOf(said["draw:fill-color"]) ?? "729FCF";
    switch (said["draw:fill"]) {
      case undefined:
        return undefined;
      case "solid":
        return solid(color, alpha);
      case "gradient": {
        const gradient = this.#find("gradient", said["draw:fill-gradient-name"]);
        return gradient ? gradientXml(gradient, alpha) : solid(color, alpha);
      }
      case "bitmap":
        return this.#pictureXml(said, relationships, alpha) ?? solid(color, alpha);
      case "hatch":
        return hatchXml(this.#find("hatch", said["draw:fill-hatch-name"]), said, color);
      default:
        return "<a:noFill/>";
    }
  }

  /** The color that most of the shape has, if it is one. */
  plainColor(said: Properties): string | undefined {
    return said["draw:fill"] === "solid" ? colorOf(said["draw:fill-color"]) : undefined;
  }

  /** 1 covers all that is behind it. */
  #opacity(said: Properties): number {
    const gradient = this.#find("opacity", said["draw:opacity-name"])?.attributes;
    const percents = gradient
      ? [percentOf(gradient["draw:start"]) ?? 100, percentOf(gradient["draw:end"]) ?? 100]
      : [percentOf(said["draw:opacity"]) ?? 100];
    const mean = percents.reduce((sum, each) => sum + each, 0) / percents.length / 100;
    return Math.max(0, Math.min(1, mean));
  }

  #pictureXml(said: Properties, relationships: PartRelationships, alpha: number): string | undefined {
    const image = this.#find("fill-image", said["draw:fill-image-name"]);
    const part = image && this.#pictures.part([image]);
    if (!part) return undefined;
    const modulated = alpha < 1 ? element("a:alphaModFix", { amt: Math.round(alpha * 100_000) }) : "";
    const blip = element("a:blip", { "r:embed": relationships.to("image", part) }, modulated);
    const isStretched = said["style:repeat"] === "stretch";
    const place = isStretched ? "<a:stretch><a:fillRect/></a:stretch>" : '<a:tile sx="100000" sy="100000" algn="tl"/>';
    return element("a:blipFill", {}, blip + place);
  }

  /** `a:ln`. */
  lineXml(said: Properties): string {
    const stroke = said["draw:stroke"] ?? "none";
    if (stroke === "none") return NO_LINE;
    const width = Math.round(emuOf(said["svg:stroke-width"]) ?? 0);
    const alpha = (percentOf(said["svg:stroke-opacity"]) ?? 100) / 100;
    const end = (place: "start" | "end") => {
      const marker = said[`draw:marker-${place}`];
      if (!marker) return "";
      const size = sizeOfEnd(emuOf(said[`draw:marker-${place}-width`]) ?? 0, width);
      return element(place === "start" ? "a:headEnd" : "a:tailEnd", { type: endOf(marker), w: size, len: size });
    };
    const caps: Readonly<Record<string, string>> = { round: "rnd", square: "sq", butt: "flat" };
    const joins: Readonly<Record<string, string>> = { miter: '<a:miter lim="800000"/>', bevel: "<a:bevel/>" };
    return element(
      "a:ln",
      { w: Math.max(HAIRLINE, width), cap: caps[said["svg:stroke-linecap"] ?? ""] },
      solid(colorOf(said["svg:stroke-color"]) ?? "000000", alpha) +
        (stroke === "dash" ? this.#dashXml(said["draw:stroke-dash"], width) : "") +
        (joins[said["draw:stroke-linejoin"] ?? ""] ?? "<a:round/>") +
        end("start") +
        end("end"),
    );
  }

  #dashXml(name: string | undefined, width: number): string {
    const dash = this.#find("stroke-dash", name)?.attributes;
    if (!dash) return '<a:prstDash val="dash"/>';
    const unit = Math.max(HAIRLINE, width);
    const share = (length: string | undefined) => {
      const percent = percentOf(length);
      return percent === undefined ? (emuOf(length) ?? unit) / unit : percent / 100;
    };
    const kinds = [1, 2].flatMap((place) => {
      const count = Number(dash[`draw:dots${place}`] ?? 0) || 0;
      return count > 0 ? [{ count, length: share(dash[`draw:dots${place}-length`]) }] : [];
    });
    return element("a:prstDash", { val: dashName(kinds, share(dash["draw:distance"])) });
  }
}

/** The one of DrawingML's that is nearest. @param kinds of dashes, in lines' widths */
function dashName(kinds: readonly { count: number; length: number }[], space: number): string {
  const lengths = kinds.map(({ length }) => length);
  const longest = largestOf(lengths, 0);
  if (kinds.length > 1 && longest > 1.5 * smallestOf(lengths)) {
    const dots = kinds.find(({ length }) => length < longest)?.count ?? 1;
    return `${longest > 5.5 ? "lgDashDot" : longest > 3.5 && dots < 2 ? "dashDot" : "sysDashDot"}${dots > 1 ? "Dot" : ""}`;
  }
  if (longest <= 1.5) return space <= 1.5 ? "sysDot" : "dot";
  return longest <= 3.5 ? "sysDash" : longest <= 5.5 ? "dash" : "lgDash";
}

export function solid(color: string, alpha = 1): string {
  const transparent = alpha < 1 ? element("a:alpha", { val: Math.round(Math.max(0, alpha) * 100_000) }) : "";
  return element("a:solidFill", {}, element("a:srgbClr", { val: color }, transparent));
}

/** `a:effectLst` of a shape with a shadow. */
export function shadowXml(said: Properties): string {
  if (said["draw:shadow"] !== "visible") return "";
  const [x, y] = [emuOf(said["draw:shadow-offset-x"]) ?? 0, emuOf(said["draw:shadow-offset-y"]) ?? 0];
  const alpha = (percentOf(said["draw:shadow-opacity"]) ?? 100) / 100;
  const color = element(
    "a:srgbClr",
    { val: colorOf(said["draw:shadow-color"]) ?? "808080" },
    element("a:alpha", { val: Math.round(Math.max(0, Math.min(1, alpha)) * 100_000) }),
  );
  const shadow = element(
    "a:outerShdw",
    {
      dist: Math.round(Math.hypot(x, y)),
      blurRad: Math.round(Math.max(0, emuOf(said["loext:shadow-blur"]) ?? 0)) || undefined,
      dir: Math.round(((((Math.atan2(y, x) * 180) / Math.PI + 360) % 360) * 60_000) % 21_600_000),
      algn: "tl",
      rotWithShape: 0,
    },
    color,
  );
  return element("a:effectLst", {}, shadow);
}

function endOf(marker: string): string {
  if (/circle|oval/i.test(marker)) return "oval";
  if (/square|diamond/i.test(marker)) return "diamond";
  if (/stealth|concave/i.test(marker)) return "stealth";
  return /line|open|_20_short/i.test(marker) ? "arrow" : "triangle";
}

/** Ends are as wide as some lines beside each other. */
function sizeOfEnd(end: number, line: number): string {
  const lines = end / Math.max(HAIRLINE * 4, line);
  return lines < 2.5 ? "sm" : lines < 4 ? "med" : "lg";
}

function degreesOf(angle: string | undefined): number {
  const number = Number.parseFloat(angle ?? "");
  if (!Number.isFinite(number)) return 0;
  if (angle?.endsWith("deg")) return number;
  if (angle?.endsWith("rad")) return (number * 180) / Math.PI;
  return angle?.endsWith("grad") ? number * 0.9 : number / 10;
}

interface Stop {
  /** Of the way from the start to the end. */
  at: number;
  color: string;
}

function stopsOf(node: OdfNode): Stop[] {
  const own = elementsOf(node, "loext:gradient-stop").slice(0, MOST_STOPS);
  if (own.length > 1)
    return own.map(({ attributes }) => ({
      at: Math.max(0, Math.min(1, Number(attributes["svg:offset"] ?? 0) || 0)),
      color: colorOf(attributes["loext:color-value"]) ?? "000000",
    }));
  const { attributes } = node;
  const color = (name: string, usual: string) =>
    dimmed(colorOf(attributes[`draw:${name}-color`]) ?? usual, percentOf(attributes[`draw:${name}-intensity`]) ?? 100);
  return [
    { at: 0, color: color("start", "000000") },
    { at: 1, color: color("end", "FFFFFF") },
  ];
}

function dimmed(color: string, intensity: number): string {
  if (intensity >= 100) return color;
  const part = (at: number) =>
    Math.round((Number.parseInt(color.slice(at, at + 2), 16) * Math.max(0, intensity)) / 100)
      .toString(16)
      .padStart(2, "0");
  return (part(0) + part(2) + part(4)).toUpperCase();
}

function gradientXml(node: OdfNode, alpha: number): string {
  const { attributes } = node;
  const border = Math.max(0, Math.min(0.99, (percentOf(attributes["draw:border"]) ?? 0) / 100));
  const style = attributes["draw:style"] ?? "linear";
  const stops = stopsOf(node).map(({ at, color }) => ({ at: border + at * (1 - border), color }));
  if (style === "linear") return gradientFill(stops, alpha, linear(attributes["draw:angle"]));
  if (style === "axial") {
    // from both sides to the middle
    const halves = [
      ...stops.map(({ at, color }) => ({ at: at / 2, color })),
      ...[...stops].reverse().map(({ at, color }) => ({ at: 1 - at / 2, color })),
    ];
    return gradientFill(halves, alpha, linear(attributes["draw:angle"]));
  }
  const center = (name: string) => Math.round((percentOf(attributes[name]) ?? 50) * 1_000);
  const [x, y] = [center("draw:cx"), center("draw:cy")];
  const inward = [...stops].reverse().map(({ at, color }) => ({ at: 1 - at, color }));
  const kind = style === "radial" || style === "ellipsoid" ? "circle" : "rect";
  const rectangle = element("a:fillToRect", { l: x, t: y, r: 100_000 - x, b: 100_000 - y });
  return gradientFill(inward, alpha, element("a:path", { path: kind }, rectangle));
}

function linear(angle: string | undefined): string {
  const degrees = (((90 - degreesOf(angle)) % 360) + 360) % 360;
  return element("a:lin", { ang: Math.round(degrees * 60_000), scaled: 0 });
}

function gradientFill(stops: readonly Stop[], alpha: number, direction: string): string {
  const transparent = alpha < 1 ? element("a:alpha", { val: Math.round(alpha * 100_000) }) : "";
  const list = stops.map(({ at, color }) =>
    element("a:gs", { pos: Math.round(at * 100_000) }, element("a:srgbClr", { val: color }, transparent)),
  );
  return element("a:gradFill", { rotWithShape: 1 }, element("a:gsLst", {}, list.join("")) + direction);
}

function hatchXml(hatch: OdfNode | undefined, said: Properties, background: string): string {
  const { attributes } = hatch ?? { attributes: {} as Properties };
  const turned = ((degreesOf(attributes["draw:rotation"]) % 180) + 180) % 180;
  const isSlanted = turned > 22 && turned < 158 && Math.abs(turned - 90) > 22;
  const isCrossed = (attributes["draw:style"] ?? "single") !== "single";
  const upright = Math.abs(turned - 90) <= 22 ? "narVert" : "narHorz";
  const preset = isCrossed
    ? isSlanted
      ? "openDmnd"
      : "smGrid"
    : isSlanted
      ? turned < 90
        ? "ltUpDiag"
        : "ltDnDiag"
      : upright;
  const color = (value: string) => element("a:srgbClr", { val: value });
  return element(
    "a:pattFill",
    { prst: preset },
    element("a:fgClr", {}, color(colorOf(attributes["draw:color"]) ?? "000000")) +
      element("a:bgClr", {}, color(said["draw:fill-hatch-solid"] === "true" ? background : "FFFFFF")),
  );
}
