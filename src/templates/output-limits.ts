/**
 * What one merge of an Office template may make, so that it stays below 100 MB of an isolate's 128 MB: figures of
 * bench/templates-limits.ts, stated in README "Limits". Data and templates have limits of their own.
 */
export const OUTPUT_LIMITS = {
  /** Characters of the markup of all parts of a Word or PowerPoint file. */
  markupCharacters: 12 * 1024 * 1024,
  /** Sheets of a workbook, and the rows and cells of all of them; rows that the template leaves out do not count. */
  sheets: 500,
  rows: 250_000,
  cells: 500_000,
  /** Characters of the values of all merged cells. */
  cellCharacters: 8 * 1024 * 1024,
  /** Bytes of one sheet before it is packed. */
  sheetBytes: 256 * 1024 * 1024,
} as const;
