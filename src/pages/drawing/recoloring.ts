/** How a document recolours a picture -> steps. */
import type { ColorStep } from "../../pdf/image/recolor-image.ts";

type Duotone = readonly [dark: string, light: string];

/** `filter` is a list of CSS filters, as readers of drawings write them; colors for black and white follow it. */
export function colorSteps(filter: string | undefined, duotone?: Duotone): readonly ColorStep[] | undefined {
  const steps: ColorStep[] = [];
  for (const [, kind, amount = ""] of (filter ?? "").matchAll(/(grayscale|contrast|brightness)\(([\d.-]+)\)/g)) {
    const factor = Math.max(0, Number(amount) || 0);
    if (kind === "grayscale") steps.push({ kind: "gray" });
    else if (kind === "contrast") steps.push({ kind: "linear", factor, offset: 0.5 - 0.5 * factor });
    else steps.push({ kind: "linear", factor, offset: 0 });
  }
  if (duotone) {
    const [dark, light] = duotone.map((color) =>
      [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255),
    );
    if (dark && light) steps.push({ kind: "duotone", dark, light });
  }
  return steps.length > 0 ? steps : undefined;
}
