/** Names of DrawingML's preset shapes by MSOSPT (MS-ODRAW 2.4.24; ECMA-376 part 1, 20.1.10.56). */

/** From 1 on; types without a preset of their own have the nearest one. */
const SHAPES = (
  "rect roundRect ellipse diamond triangle rtTriangle parallelogram trapezoid hexagon octagon plus star5 rightArrow " +
  "rightArrow homePlate cube wedgeRoundRectCallout star16 arc line plaque can donut rect rect rect rect rect rect rect rect " +
  "straightConnector1 bentConnector2 bentConnector3 bentConnector4 bentConnector5 curvedConnector2 curvedConnector3 " +
  "curvedConnector4 curvedConnector5 callout1 callout2 callout3 accentCallout1 accentCallout2 accentCallout3 " +
  "borderCallout1 borderCallout2 borderCallout3 accentBorderCallout1 accentBorderCallout2 accentBorderCallout3 ribbon " +
  "ribbon2 chevron pentagon noSmoking star8 star16 star32 wedgeRectCallout wedgeRoundRectCallout wedgeEllipseCallout " +
  "wave foldedCorner leftArrow downArrow upArrow leftRightArrow upDownArrow irregularSeal1 irregularSeal2 lightningBolt " +
  "heart rect quadArrow leftArrowCallout rightArrowCallout upArrowCallout downArrowCallout leftRightArrowCallout " +
  "upDownArrowCallout quadArrowCallout bevel leftBracket rightBracket leftBrace rightBrace leftUpArrow bentUpArrow " +
  "bentArrow star24 stripedRightArrow notchedRightArrow blockArc smileyFace verticalScroll horizontalScroll " +
  "circularArrow circularArrow uturnArrow curvedRightArrow curvedLeftArrow curvedUpArrow curvedDownArrow cloudCallout " +
  "ellipseRibbon ellipseRibbon2 flowChartProcess flowChartDecision flowChartInputOutput flowChartPredefinedProcess " +
  "flowChartInternalStorage flowChartDocument flowChartMultidocument flowChartTerminator flowChartPreparation " +
  "flowChartManualInput flowChartManualOperation flowChartConnector flowChartPunchedCard flowChartPunchedTape " +
  "flowChartSummingJunction flowChartOr flowChartCollate flowChartSort flowChartExtract flowChartMerge " +
  "flowChartOfflineStorage flowChartOnlineStorage flowChartMagneticTape flowChartMagneticDisk flowChartMagneticDrum " +
  "flowChartDisplay flowChartDelay"
).split(" ");

const FIRST_LATE = 176;
const LATE_SHAPES = (
  "flowChartAlternateProcess flowChartOffpageConnector callout1 accentCallout1 borderCallout1 accentBorderCallout1 " +
  "leftRightUpArrow sun moon bracketPair bracePair star4 doubleWave actionButtonBlank actionButtonHome " +
  "actionButtonHelp actionButtonInformation actionButtonForwardNext actionButtonBackPrevious actionButtonEnd " +
  "actionButtonBeginning actionButtonReturn actionButtonDocument actionButtonSound actionButtonMovie rect rect"
).split(" ");

/** The preset's name; `rect` for WordArt and for unknown types, undefined for free forms. */
export function presetName(type: number): string | undefined {
  if (type === 0) return undefined;
  if (type >= FIRST_LATE) return LATE_SHAPES[type - FIRST_LATE] ?? "rect";
  return SHAPES[type - 1] ?? "rect";
}

/** Types that are lines: they have no inside to fill. */
export function isLineType(type: number): boolean {
  return type === 20 || (type >= 32 && type <= 40);
}
