import type { DocumentFonts } from "./document-fonts.ts";
import { fallBack, mayLackGlyphs, SHOWN_POINTS, undrawnPoints } from "./page-glyphs.ts";
import type { SandboxedTab } from "./sandboxed-tab.ts";
import type { FilledPage } from "./template-tab.ts";

/** The family that has what others lack. */
const FAMILY = "docloom-fallback";
/** A hidden tab loads only three files at a time. */
const FEW_FILES = 16;
const MAX_NAMED = 20;
const MAX_LOOKED_AT = 200;

/**
 * Lets every family of a document that is in place fall back to the service's own fonts: whatever it names, an Arabic letter, a
 * Chinese character or a check mark is drawn, also where the machine has no such font.
 *
 * @returns the page as it is then, with a warning of the characters that no font has
 */
export async function fitFonts(
  tab: SandboxedTab,
  fonts: DocumentFonts,
  html: string,
  filled: FilledPage,
): Promise<FilledPage> {
  if (!mayLackGlyphs(html, filled.runsScripts)) return filled;
  // A script may have taken these interfaces away; that is its own document's loss.
  const shown = await tab.evaluate(SHOWN_POINTS).catch(() => []);
  const points = new Set(Array.isArray(shown) ? shown.filter((point) => Number.isInteger(point)) : []);
  if (points.size === 0) return filled;
  const { rules, files, lacking } = fonts.fallbackRules(FAMILY, points, html);
  if (files > FEW_FILES) await tab.show();
  await tab.evaluate(fallBack(FAMILY, rules, filled.runsScripts ? [] : fonts.namesIn(html)));
  const { width } = await tab.inPlace();
  if (lacking.length === 0) return { ...filled, width };
  const missing = await tab.evaluate(undrawnPoints(lacking.slice(0, MAX_LOOKED_AT))).catch(() => []);
  const named = Array.isArray(missing) ? missing.filter((point) => Number.isInteger(point)) : [];
  return { ...filled, width, warnings: [...filled.warnings, ...(named.length === 0 ? [] : [lackingWarning(named)])] };
}

function lackingWarning(points: readonly number[]): string {
  return `No font has these characters, which are printed as boxes or not at all: ${charactersInWords(points)}.`;
}

/** Characters with their numbers, the first of them if they are many. */
export function charactersInWords(points: readonly number[]): string {
  const shown = points.slice(0, MAX_NAMED).map((point) => {
    const code = `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
    return `${String.fromCodePoint(point)} (${code})`;
  });
  const more = points.length > MAX_NAMED ? `, and ${points.length - MAX_NAMED} more` : "";
  return `${shown.join(", ")}${more}`;
}
