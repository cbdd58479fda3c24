/** What stands for the numbers of styles in binary workbooks, in those of cells and of conditions. */
export const PATTERNS = [
  ...["none", "solid", "mediumGray", "darkGray", "lightGray", "darkHorizontal", "darkVertical", "darkDown", "darkUp"],
  ...["darkGrid", "darkTrellis", "lightHorizontal", "lightVertical", "lightDown", "lightUp", "lightGrid"],
  ...["lightTrellis", "gray125", "gray0625"],
];
export const LINES = [
  ...["none", "thin", "medium", "dashed", "dotted", "thick", "double", "hair", "mediumDashed", "dashDot"],
  ...["mediumDashDot", "dashDotDot", "mediumDashDotDot", "slantDashDot"],
];
export const UNDERLINES: Readonly<Record<number, string>> = {
  1: "single",
  2: "double",
  33: "singleAccounting",
  34: "doubleAccounting",
};
/** Weights from here on are bold. */
export const BOLD = 600;
export const TWIPS_PER_POINT = 20;
