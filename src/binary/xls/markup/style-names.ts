/** What stands for the numbers of styles in binary workbooks, xls and xlsb, in those of cells and of conditions. */

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
export const BOLD_WEIGHT = 600;
/** How a limit of a color scale, a bar or an icon is meant. */
export const THRESHOLDS: Readonly<Record<number, string>> = {
  ...{ 1: "num", 2: "min", 3: "max", 4: "percent", 5: "percentile", 7: "formula" },
};
export const ICON_SETS = [
  ...["3Arrows", "3ArrowsGray", "3Flags", "3TrafficLights1", "3TrafficLights2", "3Signs", "3Symbols", "3Symbols2"],
  ...["4Arrows", "4ArrowsGray", "4RedToBlack", "4Rating", "4TrafficLights"],
  ...["5Arrows", "5ArrowsGray", "5Rating", "5Quarters"],
];
