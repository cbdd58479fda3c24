/** Types of old shapes that are WordArt (`MSOSPT`, MS-ODRAW 2.4.24; `o:spt` of VML). */

const FIRST_WORD_ART = 136;
/** `ST_TextShapeType` (ECMA-376 part 1, 20.1.10.76) from type 136 on. */
const WORD_ART = (
  "Plain Stop Triangle TriangleInverted Chevron ChevronInverted RingInside RingOutside ArchUp ArchDown Circle Button " +
  "ArchUpPour ArchDownPour CirclePour ButtonPour CurveUp CurveDown CascadeUp CascadeDown Wave1 Wave2 DoubleWave1 Wave4 " +
  "Inflate Deflate InflateBottom DeflateBottom InflateTop DeflateTop DeflateInflate DeflateInflateDeflate FadeRight " +
  "FadeLeft FadeUp FadeDown SlantUp SlantDown CanUp CanDown"
).split(" ");

/** `prst` of `a:prstTxWarp` for the types that are WordArt. */
export function textWarpName(type: number): string | undefined {
  const name = WORD_ART[type - FIRST_WORD_ART];
  return name && `text${name}`;
}
