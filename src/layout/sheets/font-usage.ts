/** Which faces a workbook uses, and for which characters, so that they are loaded before anything is measured. */
import type { CellFonts } from "./cells/cell-fonts.ts";
import type { Sheet } from "./model/sheet.ts";
import type { Workbook } from "./model/workbook.ts";
import type { CellFont, TextRun } from "./styles/rich-text.ts";

const MAX_CHARACTERS = 4000;
const MAX_RUNS = 200_000;
const ALWAYS = " 0123456789.,-+%()/:#ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Font key -> its characters. */
export function fontsInUse(workbook: Workbook, sheets: readonly Sheet[], fonts: CellFonts): Map<string, string> {
  const characters = new Map<string, Set<string>>();
  const add = (font: CellFont, text: string) => {
    const key = fonts.key(font);
    let set = characters.get(key);
    if (!set) {
      set = new Set(ALWAYS);
      characters.set(key, set);
    }
    if (set.size < MAX_CHARACTERS) for (const character of text) set.add(character);
  };
  const { styles } = workbook;
  const codesAdded = new Set<number>();
  let runs = 0;
  const addRuns = (text: readonly TextRun[], font: CellFont) => {
    for (const run of text) if (runs++ < MAX_RUNS) add(run.font ?? font, run.text);
  };
  const { defaultFont } = styles;
  for (const bold of [false, true]) {
    for (const italic of [false, true]) add({ ...defaultFont, bold, italic }, "");
  }
  const family = workbook.colors.theme.minor.latin ?? defaultFont.family;
  for (const bold of [false, true]) add({ ...defaultFont, family, bold }, "");
  for (const sheet of sheets) {
    for (const row of sheet.rows.values()) {
      for (const cell of row.cells.values()) {
        const { font, numberFormat } = styles.style(cell.styleIndex);
        if (cell.value.kind === "text") addRuns(cell.value.runs, font);
        else if (cell.value.kind !== "blank" && runs++ < MAX_RUNS && !codesAdded.has(cell.styleIndex)) {
          add(font, numberFormat);
          codesAdded.add(cell.styleIndex);
        }
      }
    }
  }
  return new Map([...characters].map(([key, set]) => [key, [...set].join("")]));
}
