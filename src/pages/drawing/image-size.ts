import { Failure } from "../../domain/failure.ts";
import { FRAME_READERS } from "../../image/drawable-image.ts";
import { frameSizePt } from "../../image/image-frame.ts";
import type { ImageSource } from "../display-list/display-item.ts";

/** The size of a picture by its pixels and its resolution; undefined for one that cannot be read. */
export function imageSizePt({ format, bytes }: ImageSource): { widthPt: number; heightPt: number } | undefined {
  try {
    return frameSizePt(FRAME_READERS[format](bytes));
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
