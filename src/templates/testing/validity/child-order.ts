import type { XmlElement } from "../../../office/xml-tree.ts";

/** Children that a schema wants in this order; names without prefix, alternatives of one place joined by `|`. */
const ORDERS: Readonly<Record<string, string>> = {
  // WordprocessingML (ECMA-376 Part 1, 17)
  "w:pPr":
    "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange",
  "w:rPr":
    "ins|del|moveFrom|moveTo rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath rPrChange",
  "w:tcPr":
    "cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark headers cellIns|cellDel|cellMerge tcPrChange",
  "w:tblPr":
    "tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription tblPrChange",
  "w:sectPr":
    "headerReference|footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid printerSettings sectPrChange",
  "w:sdt": "sdtPr sdtEndPr sdtContent",
  "w:numbering": "numPicBullet abstractNum num numIdMacAtCleanup",
  "w:num": "abstractNumId lvlOverride",
  "w:lvlOverride": "startOverride lvl",
  "w:lvl": "start numFmt lvlRestart pStyle isLgl suff lvlText lvlPicBulletId legacy lvlJc pPr rPr",
  "wp:inline": "extent effectExtent docPr cNvGraphicFramePr graphic",
  "pic:pic": "nvPicPr blipFill spPr style extLst",
  // SpreadsheetML (18)
  worksheet:
    "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst",
  workbook:
    "fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst",
  table: "autoFilter sortState tableColumns tableStyleInfo extLst",
  tableColumn: "calculatedColumnFormula totalsRowFormula xmlColumnPr extLst",
  c: "f v is extLst",
  styleSheet: "numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst",
  headerFooter: "oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter",
  "xdr:twoCellAnchor": "from to sp|grpSp|graphicFrame|cxnSp|pic|contentPart clientData",
  "xdr:oneCellAnchor": "from ext sp|grpSp|graphicFrame|cxnSp|pic|contentPart clientData",
  // PresentationML and DrawingML (19, 20, 21)
  "p:presentation":
    "sldMasterIdLst notesMasterIdLst handoutMasterIdLst sldIdLst sldSz notesSz smartTags embeddedFontLst custShowLst photoAlbum custDataLst kinsoku defaultTextStyle modifyVerifier extLst",
  "p:sld": "cSld clrMapOvr AlternateContent transition timing extLst",
  "p:cSld": "bg spTree custDataLst controls extLst",
  "p:sp": "nvSpPr spPr style txBody extLst",
  "p:pic": "nvPicPr blipFill spPr style extLst",
  "p:graphicFrame": "nvGraphicFramePr xfrm graphic extLst",
  "p:txBody": "bodyPr lstStyle p",
  "a:txBody": "bodyPr lstStyle p",
  "a:pPr":
    "lnSpc spcBef spcAft buClrTx|buClr buSzTx|buSzPct|buSzPts buFontTx|buFont buNone|buAutoNum|buChar|buBlip tabLst defRPr extLst",
  "a:rPr":
    "ln noFill|solidFill|gradFill|blipFill|pattFill|grpFill effectLst|effectDag highlight uLnTx|uLn uFillTx|uFill latin ea cs sym hlinkClick hlinkMouseOver rtl extLst",
  "a:r": "rPr t",
  "a:p": "pPr r|br|fld|AlternateContent|m endParaRPr",
  "a:tc": "txBody tcPr extLst",
  "a:tbl": "tblPr tblGrid tr",
  "c:numCache": "formatCode ptCount pt extLst",
  "c:strCache": "ptCount pt extLst",
  "c:numRef": "f numCache extLst",
  "c:strRef": "f strCache extLst",
};

const places = new Map(
  Object.entries(ORDERS).map(([name, order]) => [
    name,
    new Map(order.split(" ").flatMap((names, index) => names.split("|").map((each) => [each, index] as const))),
  ]),
);

/** Elements that may be repeated in their place; there is one of each of the others. */
const REPEATED =
  /^(?:headerReference|footerReference|lvlOverride|numPicBullet|abstractNum|num|conditionalFormatting|p|r|br|fld|AlternateContent|m|tr|pt|picture)$/;

/** Children of an element that are out of the order of its schema, occur twice, or are not in the schema. */
export function misplacedChildren(element: XmlElement): string[] {
  const order = places.get(element.name);
  if (!order) return [];
  const problems: string[] = [];
  let last = -1;
  let lastName = "";
  for (const child of element.elements()) {
    const name = child.name.slice(child.name.indexOf(":") + 1);
    const place = order.get(name);
    if (place === undefined) {
      // Extensions of later versions are among the known children.
      const isForeign = prefixOf(child.name) !== prefixOf(element.name) && child.name !== "a:graphic";
      if (!isForeign) problems.push(`<${child.name}> cannot stand in <${element.name}>`);
      continue;
    }
    if (place < last) problems.push(`<${child.name}> stands too late in <${element.name}>`);
    if (place === last && name === lastName.slice(lastName.indexOf(":") + 1) && !REPEATED.test(name))
      problems.push(`<${child.name}> stands too late in <${element.name}>`);
    last = Math.max(last, place);
    lastName = child.name;
  }
  return problems;
}

function prefixOf(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? "" : name.slice(0, colon);
}
