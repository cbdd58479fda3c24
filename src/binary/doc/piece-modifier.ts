/** The short modifiers of pieces (`Prm0`, MS-DOC 2.9.215): a number of seven bits instead of a full code. */
import { SPRM } from "./properties/sprm-codes.ts";

const CODES: Readonly<Record<number, number>> = {
  0x00: SPRM.sprmCLbcCRJ,
  0x04: SPRM.sprmPIncLvl,
  0x05: SPRM.sprmPJc,
  0x07: SPRM.sprmPFKeep,
  0x08: SPRM.sprmPFKeepFollow,
  0x09: SPRM.sprmPFPageBreakBefore,
  0x0c: SPRM.sprmPIlvl,
  0x0d: SPRM.sprmPFMirrorIndents,
  0x0e: SPRM.sprmPFNoLineNumb,
  0x0f: SPRM.sprmPTtwo,
  0x18: SPRM.sprmPFInTable,
  0x19: SPRM.sprmPFTtp,
  0x1d: SPRM.sprmPPc,
  0x25: SPRM.sprmPWr,
  0x2c: SPRM.sprmPFNoAutoHyph,
  0x32: SPRM.sprmPFLocked,
  0x33: SPRM.sprmPFWidowControl,
  0x35: SPRM.sprmPFKinsoku,
  0x36: SPRM.sprmPFWordWrap,
  0x37: SPRM.sprmPFOverflowPunct,
  0x38: SPRM.sprmPFTopLinePunct,
  0x39: SPRM.sprmPFAutoSpaceDE,
  0x3a: SPRM.sprmPFAutoSpaceDN,
  0x41: SPRM.sprmCFRMarkDel,
  0x42: SPRM.sprmCFRMarkIns,
  0x43: SPRM.sprmCFFldVanish,
  0x47: SPRM.sprmCFData,
  0x4b: SPRM.sprmCFOle2,
  0x4d: SPRM.sprmCHighlight,
  0x4e: SPRM.sprmCFEmboss,
  0x4f: SPRM.sprmCSfxText,
  0x50: SPRM.sprmCFWebHidden,
  0x51: SPRM.sprmCFSpecVanish,
  0x53: SPRM.sprmCPlain,
  0x55: SPRM.sprmCFBold,
  0x56: SPRM.sprmCFItalic,
  0x57: SPRM.sprmCFStrike,
  0x58: SPRM.sprmCFOutline,
  0x59: SPRM.sprmCFShadow,
  0x5a: SPRM.sprmCFSmallCaps,
  0x5b: SPRM.sprmCFCaps,
  0x5c: SPRM.sprmCFVanish,
  0x5e: SPRM.sprmCKul,
  0x62: SPRM.sprmCIco,
  0x68: SPRM.sprmCIss,
  0x73: SPRM.sprmCFDStrike,
  0x74: SPRM.sprmCFImprint,
  0x75: SPRM.sprmCFSpec,
  0x76: SPRM.sprmCFObj,
  0x78: SPRM.sprmPOutLvl,
};

/** The modifier in its long form; undefined when the piece has none. */
export function singleModifier(number: number, value: number): Uint8Array | undefined {
  const code = CODES[number];
  // Number 0 with value 0 is how a piece says that it changes nothing.
  if (code === undefined || (number === 0 && value === 0)) return undefined;
  return Uint8Array.of(code & 0xff, code >> 8, value);
}
