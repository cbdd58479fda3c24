import type { Candidate } from "./field-candidates.ts";
import { ceilingAbove, footOf, freeStretches, headOf } from "./free-space.ts";
import type { Area, Rule } from "./page-marks.ts";
import type { Blank, TextRun } from "./text-rows.ts";

/** How high a line is that has nothing above it, in points. */
const USUAL_HEIGHT = 15;
const MIN_HEIGHT = 6.5;
const MIN_WIDTH = 12;

/** How far the words before a line may stand above it; those that are clearly a label. */
const [ON_RULE, LABEL_ON_RULE] = [7, 11];
const isLabel = (run: TextRun): boolean => /^\s*[$€£#]|:\s*$/u.test(run.text);

/** Fields above rules that stand alone, beside the words that share their line. */
export function fieldsOfRule(rule: Rule, runs: readonly TextRun[], obstacles: readonly Area[]): Candidate[] {
  const on = wordsOn(rule, runs);
  const fields: Candidate[] = [];
  for (const stretch of freeStretches(
    rule.from,
    rule.to,
    on.map((run) => ({ x0: run.x0 - 1.5, x1: run.x1 + 1.5 })),
  )) {
    if (stretch.to - stretch.from < MIN_WIDTH) continue;
    const field = above(rule.at, stretch, runs, obstacles, "rule");
    if (field) fields.push(field);
  }
  // what underlines a text is no line to write on
  const covered = on.reduce((sum, run) => sum + Math.min(run.x1, rule.to) - Math.max(run.x0, rule.from), 0);
  return covered > 0.7 * (rule.to - rule.from) ? [] : fields;
}

/** Words that stand on a rule: the label before it, or a text that it underlines. */
function wordsOn(rule: Rule, runs: readonly TextRun[]): TextRun[] {
  return runs.filter(
    (run) =>
      run.x1 > rule.from &&
      run.x0 < rule.to &&
      run.baseline > rule.at - 1.5 &&
      run.baseline < rule.at + (isLabel(run) ? Math.max(ON_RULE, Math.min(run.sizePoints, LABEL_ON_RULE)) : ON_RULE),
  );
}

/** Whether a rule is labeled: words that end in a colon stand at its beginning. */
export function isLabeled(rule: Rule, runs: readonly TextRun[]): boolean {
  return wordsOn(rule, runs).some((run) => run.text.trimEnd().endsWith(":") && run.x0 < rule.from + 20);
}

export function fieldOfBlank(
  blank: Blank,
  runs: readonly TextRun[],
  obstacles: readonly Area[],
): Candidate | undefined {
  const at = blank.baseline - (blank.kind === "underscores" ? 0.15 : 0.1) * blank.sizePoints;
  return above(at, blank, runs, obstacles, "blank", blank.sizePoints * 1.25);
}

function above(
  at: number,
  stretch: { from: number; to: number },
  runs: readonly TextRun[],
  obstacles: readonly Area[],
  source: Candidate["source"],
  usual = USUAL_HEIGHT,
): Candidate | undefined {
  const most = Math.min(Math.max(usual, 11), 18);
  const writing = runs.map((run) => ({ ...run, y0: footOf(run), y1: headOf(run) }));
  const ceiling = ceilingAbove(at, stretch, [...writing, ...obstacles], most);
  if (ceiling - at < MIN_HEIGHT) return undefined;
  // letters above reach down a little: a line is no lower for that
  const top = source === "blank" ? Math.max(ceiling, at + Math.min(10, usual)) : ceiling;
  return { x0: stretch.from, x1: stretch.to, y0: at, y1: top, kind: "text", source };
}
