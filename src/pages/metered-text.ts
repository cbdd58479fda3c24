import type { Metered } from "../domain/work-meter.ts";
import type { EmWidthSource } from "../layout/text/measure.ts";
import type { Command } from "./commands/commands.ts";

/** Widths whose cost is counted: those that layout does not remember. */
export function meteredWidths(widths: EmWidthSource, meter: Metered): EmWidthSource {
  return (text, fontKey, kerning) => {
    meter.charge("character", text.length);
    return widths(text, fontKey, kerning);
  };
}

/** Counts what is drawn on a page. */
export function chargePage(commands: readonly Command[], meter: Metered): void {
  for (const command of commands) {
    if (command.kind === "text") meter.charge("glyph", command.glyphs.length);
    else if (command.kind === "path") meter.charge("segment", command.outline.operators.length);
    else if ("commands" in command) chargePage(command.commands, meter);
    else meter.charge("segment");
  }
}
