/** Formulas with defined names and references to the sheet they are on, turned into plain references. */

const PART = /("(?:[^"]|"")*")|('(?:[^']|'')+'|[A-Za-z_][\w.]*)!|([A-Za-z_\\][\w.\\]*)(?![\w.(!])/g;
const CELL = /^[A-Za-z]{1,3}\d+$/;
const MAX_NAME_DEPTH = 4;
/** Excel's limit; what is longer is no formula. */
const MAX_LENGTH = 8_192;

/** Names that lead to other sheets stay as they are. */
export function localFormula(
  formula: string,
  sheetName: string,
  names: ReadonlyMap<string, string>,
  depth = 0,
): string {
  if (formula.length > MAX_LENGTH) return formula;
  return formula.replace(PART, (whole, text?: string, sheet?: string, name?: string) => {
    if (text !== undefined) return whole;
    if (sheet !== undefined) {
      const bare = sheet.startsWith("'") ? sheet.slice(1, -1).replaceAll("''", "'") : sheet;
      return bare.toLowerCase() === sheetName.toLowerCase() ? "" : whole;
    }
    const value = name === undefined || CELL.test(name) ? undefined : names.get(name.toLowerCase());
    if (value === undefined || depth >= MAX_NAME_DEPTH) return whole;
    return `(${localFormula(value, sheetName, names, depth + 1)})`;
  });
}
