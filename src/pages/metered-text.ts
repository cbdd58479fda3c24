import type { Metered } from "../domain/work-meter.ts";
import type { EmWidthSource } from "../layout/text/measure.ts";
import type { DisplayItem } from "./display-list/display-item.ts";

/** Widths whose cost is counted: those that layout does not remember. */
export function meteredWidths(widths: EmWidthSource, meter: Metered): EmWidthSource {
  return (text, fontKey, kerning) => {
    meter.charge("character", text.length);
    return widths(text, fontKey, kerning);
  };
}

/** Counts what is drawn on a page. */
export function chargePage(items: readonly DisplayItem[], meter: Metered): void {
  for (const item of items) {
    if (item.kind === "text") meter.charge("glyph", item.glyphs.length);
    else if (item.kind === "path") meter.charge("segment", item.outline.operators.length);
    else if ("items" in item) chargePage(item.items, meter);
    else meter.charge("segment");
  }
}
