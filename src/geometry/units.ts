/** Units of length, by how many of one are in another. */

export const POINTS_PER_INCH = 72;
export const METERS_PER_INCH = 0.0254;
export const CENTIMETERS_PER_INCH = 2.54;
/** Twentieths of a point. */
export const TWIPS_PER_POINT = 20;
/** English metric units, in which DrawingML measures (ECMA-376 Part 1, 20.1.2.1). */
export const EMU_PER_INCH = 914_400;
export const EMU_PER_POINT = 12_700;
export const EMU_PER_TWIP = 635;
/** Of CSS: 96 in an inch. */
export const EMU_PER_PIXEL = 9_525;
