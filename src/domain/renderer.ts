/** What made a PDF of a document's content: the Worker itself, from pages as data, or a browser. */
export type Renderer = "pages" | "browser";

/** For several files in one: a file that a browser drew makes the whole one that needed it. */
export function jointRenderer(renderers: readonly (Renderer | undefined)[]): Renderer | undefined {
  return renderers.includes("browser") ? "browser" : renderers.find((renderer) => renderer !== undefined);
}

/** On which system an Office program prints: fonts and the grids of sheets are measured differently there. */
export const PRINTERS = ["windows", "mac"] as const;
export type Printer = (typeof PRINTERS)[number];
