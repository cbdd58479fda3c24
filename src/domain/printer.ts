/** On which system an Office program prints: fonts and the grids of sheets are measured differently there. */
export const PRINTERS = ["windows", "mac"] as const;
export type Printer = (typeof PRINTERS)[number];
