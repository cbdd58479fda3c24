/** Text that shrinks to fit its box (`a:normAutofit`, ECMA-376 part 1, 21.1.2.1.3). */

import type { Autofit } from "../model/text.ts";
import { FULL_SIZE, type TextScale } from "./text-layout.ts";

/** Sizes that PowerPoint tries one after another. */
const STEPS: readonly TextScale[] = [
  { font: 0.925, spacingCut: 0 },
  { font: 0.925, spacingCut: 0.1 },
  { font: 0.925, spacingCut: 0.2 },
  { font: 0.85, spacingCut: 0.2 },
  { font: 0.775, spacingCut: 0.2 },
  { font: 0.7, spacingCut: 0.2 },
  { font: 0.625, spacingCut: 0.2 },
  { font: 0.55, spacingCut: 0.2 },
  { font: 0.475, spacingCut: 0.2 },
  { font: 0.4, spacingCut: 0.2 },
  { font: 0.325, spacingCut: 0.2 },
  { font: 0.25, spacingCut: 0.2 },
];

/** PowerPoint fitted the text as it is stored: only text that has clearly become longer is fitted again. */
const STORED_TOLERANCE = 1.1;
/** Room by which text that is fitted again may exceed its box: other fonts are not exactly as tall. */
const TOLERANCE = 1.03;
/** Titles never become smaller than this. */
const MIN_TITLE_SCALE = 0.9;

/**
 * The stored scale as long as the text fits with it, then the next smaller ones: text that a merge made longer is
 * fitted again. `heightAt` lays the text out at a scale.
 */
export function fittingScale(
  autofit: Autofit,
  isTitle: boolean,
  availablePt: number,
  heightAt: (scale: TextScale) => number,
): TextScale {
  if (autofit.kind !== "text") return FULL_SIZE;
  const stored: TextScale = { font: autofit.fontScale, spacingCut: autofit.spacingCut };
  const room = Math.max(1, availablePt);
  if (heightAt(stored) <= room * STORED_TOLERANCE) return stored;
  if (isTitle) return stored.font > MIN_TITLE_SCALE ? { font: MIN_TITLE_SCALE, spacingCut: 0 } : stored;
  const limit = room * TOLERANCE;
  const smaller = STEPS.filter(
    (step) => step.font < stored.font || (step.font === stored.font && step.spacingCut > stored.spacingCut),
  );
  for (const step of smaller) {
    if (heightAt(step) <= limit) return step;
  }
  return smaller.at(-1) ?? stored;
}
