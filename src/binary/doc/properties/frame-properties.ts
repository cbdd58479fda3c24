/** Text frames (MS-DOC 2.6.2: sprmPDxaAbs and its relatives) and the `w:framePr` that says the same. Lengths in twips. */

import { element } from "../xml-writer.ts";
import type { Sprm } from "./sprm.ts";
import { applyByName, type SprmHandlers } from "./sprm-handlers.ts";

/** Everything that the modifiers do not mention is undefined. */
export interface FrameProperties {
  x?: number;
  y?: number;
  width?: number;
  /** Exact or least height, with its rule. */
  height?: number;
  heightRule?: "exact" | "atLeast" | "auto";
  horizontalAnchor?: string;
  verticalAnchor?: string;
  wrap?: string;
  horizontalSpace?: number;
  verticalSpace?: number;
  dropCap?: string;
  lines?: number;
}

const HORIZONTAL_ANCHORS = ["text", "margin", "page"];
const VERTICAL_ANCHORS = ["margin", "page", "text"];
const WRAPS = ["auto", "notBeside", "around", "none", "tight", "through"];
const DROP_CAPS = ["none", "drop", "margin"];
/** Values of a place that are not distances (`XAS_plusOne`, `YAS_plusOne`, MS-DOC 2.9.349 and 2.9.353). */
const X_ALIGNMENTS: Readonly<Record<number, string>> = {
  0: "left",
  [-4]: "center",
  [-8]: "right",
  [-12]: "inside",
  [-16]: "outside",
};
const Y_ALIGNMENTS: Readonly<Record<number, string>> = {
  [-4]: "top",
  [-8]: "center",
  [-12]: "bottom",
  [-16]: "inside",
  [-20]: "outside",
};

const HANDLERS: SprmHandlers<FrameProperties> = {
  sprmPDxaAbs: (frame, { reader, operand }) => {
    frame.x = reader.i16(operand);
  },
  sprmPDyaAbs: (frame, { reader, operand }) => {
    frame.y = reader.i16(operand);
  },
  sprmPDxaWidth: (frame, { reader, operand }) => {
    frame.width = reader.u16(operand);
  },
  sprmPPc: (frame, { reader, operand }) => {
    const { horizontal, vertical } = anchorsOf(reader.u8(operand));
    frame.horizontalAnchor = horizontal ?? frame.horizontalAnchor;
    frame.verticalAnchor = vertical ?? frame.verticalAnchor;
  },
  sprmPWr: (frame, { reader, operand }) => {
    frame.wrap = WRAPS[reader.u8(operand)] ?? "auto";
  },
  sprmPWHeightAbs: (frame, { reader, operand }) => {
    const value = reader.u16(operand);
    frame.height = value & 0x7fff;
    frame.heightRule = frame.height === 0 ? "auto" : value & 0x8000 ? "atLeast" : "exact";
  },
  sprmPDcs: (frame, { reader, operand }) => {
    const value = reader.u16(operand);
    frame.dropCap = DROP_CAPS[value & 7] ?? "none";
    frame.lines = (value >> 3) & 0x1f;
  },
  sprmPDyaFromText: (frame, { reader, operand }) => {
    frame.verticalSpace = reader.i16(operand);
  },
  sprmPDxaFromText: (frame, { reader, operand }) => {
    frame.horizontalSpace = reader.i16(operand);
  },
};

/** Applies a modifier; false when it is of another kind. */
export function applyFrameSprm(frame: FrameProperties, sprm: Sprm): boolean {
  return applyByName(HANDLERS, frame, sprm);
}

/** `PositionCodeOperand` (MS-DOC 2.9.209): what places are measured from; undefined leaves it as it is. */
export function anchorsOf(value: number): { horizontal: string | undefined; vertical: string | undefined } {
  return { horizontal: HORIZONTAL_ANCHORS[(value >> 6) & 3], vertical: VERTICAL_ANCHORS[(value >> 4) & 3] };
}

/** A distance, or a side that is named: stored distances are one too high. */
export function horizontalPlace(value: number): { twips?: number; side?: string } {
  const side = X_ALIGNMENTS[value];
  return side === undefined ? { twips: value - 1 } : { side };
}

export function verticalPlace(value: number): { twips?: number; side?: string } {
  const side = Y_ALIGNMENTS[value];
  return side === undefined ? { twips: value === 0 ? 0 : value - 1 } : { side };
}

/** A paragraph is in a frame when it has a width, a place, or a wrapping that is not the default. */
export function isFramed({
  x,
  y,
  width,
  height,
  wrap,
  dropCap,
  horizontalAnchor,
  verticalAnchor,
}: FrameProperties): boolean {
  return (
    Boolean(x || y || width || height) ||
    (wrap !== undefined && wrap !== "auto") ||
    (dropCap !== undefined && dropCap !== "none") ||
    (horizontalAnchor !== undefined && horizontalAnchor !== "text") ||
    (verticalAnchor !== undefined && verticalAnchor !== "margin")
  );
}

export function frameXml(frame: FrameProperties): string {
  if (!isFramed(frame)) return "";
  const x = horizontalPlace(frame.x ?? 0);
  const y = verticalPlace(frame.y ?? 0);
  // Without a place of its own a frame lies where its text would.
  const verticalAnchor = frame.y ? (frame.verticalAnchor ?? "margin") : "text";
  return element("w:framePr", {
    "w:w": frame.width || undefined,
    "w:h": frame.height || undefined,
    "w:hRule": frame.height ? frame.heightRule : undefined,
    "w:hSpace": frame.horizontalSpace,
    "w:vSpace": frame.verticalSpace,
    "w:wrap": frame.wrap ?? "auto",
    "w:hAnchor": frame.horizontalAnchor ?? "text",
    "w:vAnchor": verticalAnchor,
    "w:x": x.twips,
    "w:xAlign": x.side,
    "w:y": y.twips,
    "w:yAlign": y.side,
    "w:dropCap": frame.dropCap === "none" ? undefined : frame.dropCap,
    "w:lines": frame.dropCap && frame.dropCap !== "none" ? frame.lines : undefined,
  });
}
