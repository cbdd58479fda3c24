/** The text of shapes on sheets is laid out like that of Word's text boxes. */
import type { Metered } from "../../../domain/work-meter.ts";
import { LayoutContext } from "../../flow/layout-context.ts";
import { DEFAULT_SETTINGS } from "../../model/document-settings.ts";
import { DEFAULT_CHARACTER_FORMAT } from "../../model/formatting.ts";
import type { Theme } from "../../model/theme.ts";
import type { TextMeasurer } from "../../text/measure.ts";
import type { TextStyles } from "../../text/text-style.ts";

export function drawingLayout(theme: Theme, styles: TextStyles, measurer: TextMeasurer, meter: Metered): LayoutContext {
  const document = {
    sections: [],
    footnotes: new Map(),
    endnotes: new Map(),
    lineNumberFormat: DEFAULT_CHARACTER_FORMAT,
    footnoteSeparators: { first: [], continuation: [] },
    endnoteSeparators: { first: [], continuation: [] },
    settings: DEFAULT_SETTINGS,
    theme,
    title: "",
    language: "en-US",
    background: undefined,
    warnings: [],
  };
  return new LayoutContext(document, styles, measurer, { meter });
}
