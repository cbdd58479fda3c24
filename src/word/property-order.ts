/** Order of the members of `w:rPr` (ECMA-376 Part 1, 17.3.2.28; the schema's EG_RPrBase). */
export const RUN_PROPERTIES = names(
  "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish " +
    "webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang " +
    "eastAsianLayout specVanish oMath",
);

/** Order of the members of `w:pPr` (ECMA-376 Part 1, 17.3.1.26). */
export const PARAGRAPH_PROPERTIES = names(
  "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs " +
    "suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd " +
    "snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment " +
    "textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange",
);

/** Order of the members of `w:sectPr` (ECMA-376 Part 1, 17.6.17). */
export const SECTION_PROPERTIES = names(
  "headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType pgNumType cols " +
    "formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid printerSettings sectPrChange",
);

/** Order of the members of `w:settings` up to those that a combination sets (ECMA-376 Part 1, 17.15.1.78). */
export const SETTINGS = names(
  "writeProtection view zoom removePersonalInformation removeDateAndTime doNotDisplayPageBoundaries " +
    "displayBackgroundShape printPostScriptOverText printFractionalCharacterWidth printFormsData embedTrueTypeFonts " +
    "embedSystemFonts saveSubsetFonts saveFormsData mirrorMargins alignBordersAndEdges bordersDoNotSurroundHeader " +
    "bordersDoNotSurroundFooter gutterAtTop hideSpellingErrors hideGrammaticalErrors activeWritingStyle proofState " +
    "formsDesign attachedTemplate linkStyles stylePaneFormatFilter stylePaneSortMethod documentType mailMerge " +
    "revisionView trackRevisions doNotTrackMoves doNotTrackFormatting documentProtection autoFormatOverride styleLockTheme " +
    "styleLockQFSet defaultTabStop autoHyphenation consecutiveHyphenLimit hyphenationZone doNotHyphenateCaps " +
    "showEnvelope summaryLength clickAndTypeStyle defaultTableStyle evenAndOddHeaders bookFoldRevPrinting " +
    "bookFoldPrinting bookFoldPrintingSheets drawingGridHorizontalSpacing drawingGridVerticalSpacing " +
    "displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery doNotUseMarginsForDrawingGridOrigin " +
    "drawingGridHorizontalOrigin drawingGridVerticalOrigin doNotShadeFormData noPunctuationKerning " +
    "characterSpacingControl printTwoOnOne strictFirstAndLastChars noLineBreaksAfter noLineBreaksBefore savePreviewPicture " +
    "doNotValidateAgainstSchema saveInvalidXml ignoreMixedContent alwaysShowPlaceholderText doNotDemarcateInvalidXml " +
    "saveXmlDataOnly useXSLTWhenSaving saveThroughXslt showXMLTags alwaysMergeEmptyNamespace updateFields hdrShapeDefaults " +
    "footnotePr endnotePr compat docVars rsids mathPr attachedSchema themeFontLang clrSchemeMapping " +
    "doNotIncludeSubdocsInStats doNotAutoCompressPictures forceUpgrade captions readModeInkLockDown smartTagType " +
    "schemaLibrary shapeDefaults doNotEmbedSmartTags decimalSymbol listSeparator",
);

/** Place of a member, by its qualified name; unknown members come last. */
export function rankIn(order: ReadonlyMap<string, number>, name: string): number {
  return order.get(name) ?? order.size;
}

function names(text: string): ReadonlyMap<string, number> {
  return new Map(text.split(" ").map((name, index) => [`w:${name}`, index]));
}

/** `w:ascii` for `w:asciiTheme`: one property in two forms. */
export function slotOf(attribute: string): string {
  return THEME_SLOTS[attribute] ?? attribute;
}

const THEME_SLOTS: Readonly<Record<string, string>> = {
  "w:asciiTheme": "w:ascii",
  "w:hAnsiTheme": "w:hAnsi",
  "w:eastAsiaTheme": "w:eastAsia",
  "w:cstheme": "w:cs",
};
