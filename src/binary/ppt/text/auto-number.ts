/** Number schemes (TextAutoNumberSchemeEnum, MS-PPT 2.13.32) by the names of DrawingML (ECMA-376 part 1, 20.1.10.61). */
const SCHEMES = [
  ...["alphaLcPeriod", "alphaUcPeriod", "arabicParenR", "arabicPeriod", "romanLcParenBoth", "romanLcParenR"],
  ...["romanLcPeriod", "romanUcPeriod", "alphaLcParenBoth", "alphaLcParenR", "alphaUcParenBoth", "alphaUcParenR"],
  ...["arabicParenBoth", "arabicPlain", "romanUcParenBoth", "romanUcParenR", "ea1ChsPlain", "ea1ChsPeriod"],
  ...["circleNumDbPlain", "circleNumWdWhitePlain", "circleNumWdBlackPlain", "ea1ChtPlain", "ea1ChtPeriod"],
  ...["arabic1Minus", "arabic2Minus", "hebrew2Minus", "ea1JpnKorPlain", "ea1JpnKorPeriod", "arabicDbPlain"],
  ...["arabicDbPeriod", "thaiAlphaPeriod", "thaiAlphaParenR", "thaiAlphaParenBoth", "thaiNumPeriod", "thaiNumParenR"],
  ...["thaiNumParenBoth", "hindiAlphaPeriod", "hindiNumPeriod", "ea1JpnChsDbPeriod", "hindiNumParenR"],
  "hindiAlpha1Period",
];

export function autoNumberType(scheme: number): string {
  return SCHEMES[scheme] ?? "arabicPeriod";
}
