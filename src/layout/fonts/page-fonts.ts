/** Fonts of the page: loading every used face before measuring, widths by canvas, metrics by the DOM. */

import { isServedByOther, knownMetrics, type VerticalMetrics } from "../../fonts/families.ts";
import type { OpcPackage } from "../../office/package.ts";
import type { EmWidthSource } from "../text/measure.ts";
import { hasRightToLeft } from "../text/script.ts";
import { embeddedFaces } from "./embedded-fonts.ts";

const MEASURE_PX = 200;
const LOAD_TIMEOUT_MS = 8000;
/** What the metrics of a family are measured with. */
const METRICS_TEXT = "Hg";

function cssFont(fontKey: string, sizePx: number): string {
  const [prefix = "", families = "sans-serif"] = fontKey.split("|");
  return `${prefix}${sizePx}px ${families}`;
}

/** Loads the faces (with the unicode ranges that the text needs) that layout will use, and those whose metrics it asks for. */
export async function loadFonts(textByFont: ReadonlyMap<string, string>): Promise<void> {
  const upright = new Set([...textByFont.keys()].map((fontKey) => `400 |${fontKey.split("|")[1]}`));
  const loads = [...textByFont, ...[...upright].map((fontKey) => [fontKey, METRICS_TEXT] as const)].map(
    ([fontKey, text]) => document.fonts.load(cssFont(fontKey, 16), text || "a").catch(() => []),
  );
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, LOAD_TIMEOUT_MS));
  await Promise.race([Promise.all(loads), timeout]);
}

/** Adds the faces that a document carries to the page; broken ones are skipped. */
export async function loadEmbeddedFonts(pack: OpcPackage): Promise<void> {
  const loads = embeddedFaces(pack).map(({ family, bytes, ...face }) =>
    new FontFace(family, bytes.buffer, face)
      .load()
      .then((loaded) => document.fonts.add(loaded))
      .catch(() => undefined),
  );
  await Promise.all(loads);
}

/** Advance widths without kerning and ligatures, as Word sets text by default. */
export function canvasWidths(): EmWidthSource {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("the page has no canvas");
  context.textRendering = "geometricPrecision";
  let current = "";
  return (text, fontKey, kerning) => {
    const wanted = `${kerning ? "k" : ""}${fontKey}`;
    if (wanted !== current) {
      context.font = cssFont(fontKey, MEASURE_PX);
      context.fontKerning = kerning ? "normal" : "none";
      // Any letter spacing switches ligatures off; this little is not measurable.
      context.letterSpacing = "0.001px";
      current = wanted;
    }
    if (hasRightToLeft(text)) {
      context.letterSpacing = "0px";
      const { width } = context.measureText(text);
      context.letterSpacing = "0.001px";
      return width / MEASURE_PX;
    }
    return (context.measureText(text).width - 0.001 * text.length) / MEASURE_PX;
  };
}

/** Ascent and descent of a font: Word's own values if they are known, else `line-height: normal` of its substitute. */
export function pageMetrics(): (family: string, familyCss: string) => VerticalMetrics {
  const measured = new Map<string, VerticalMetrics>();
  return (family, familyCss) => {
    const known = knownMetrics(family);
    if (known) return known;
    let metrics = measured.get(familyCss);
    if (!metrics) {
      metrics = measureMetrics(familyCss);
      measured.set(familyCss, metrics);
    }
    return metrics;
  };
}

function measureMetrics(familyCss: string): VerticalMetrics {
  const probe = document.createElement("div");
  probe.style.cssText = `position:absolute;visibility:hidden;white-space:pre;line-height:normal;font-size:${MEASURE_PX}px;font-family:${familyCss.replace(/"/g, "'")}`;
  const marker = document.createElement("span");
  marker.style.cssText = "display:inline-block;width:1px;height:0;vertical-align:baseline";
  probe.append(METRICS_TEXT, marker);
  document.body.append(probe);
  const box = probe.getBoundingClientRect();
  const baseline = marker.getBoundingClientRect().bottom - box.top;
  probe.remove();
  const height = box.height / MEASURE_PX;
  const ascent = baseline / MEASURE_PX;
  return { ascent, descent: Math.max(0, height - ascent) };
}

/** Families that the page has faces for, the document's own among them. */
export function presentFamilies(): (family: string) => boolean {
  const families = new Set([...document.fonts].map((face) => face.family.replace(/["']/g, "").toLowerCase()));
  return (family) => families.has(family.toLowerCase()) && !isServedByOther(family);
}
