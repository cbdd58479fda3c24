/** How a document recolours a picture -> steps. */
import type { ColourStep } from "../../pictures/recolour.ts";

/** `filter` is a list of CSS filters, as readers of drawings write them. */
export function colourSteps(filter: string | undefined): readonly ColourStep[] | undefined {
  const steps: ColourStep[] = [];
  for (const [, kind, amount = ""] of (filter ?? "").matchAll(/(grayscale|contrast|brightness)\(([\d.-]+)\)/g)) {
    const factor = Math.max(0, Number(amount) || 0);
    if (kind === "grayscale") steps.push({ kind: "gray" });
    else if (kind === "contrast") steps.push({ kind: "linear", factor, offset: 0.5 - 0.5 * factor });
    else steps.push({ kind: "linear", factor, offset: 0 });
  }
  return steps.length > 0 ? steps : undefined;
}
