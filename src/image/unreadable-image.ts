import { Failure } from "../domain/failure.ts";
import type { IMAGE_NAMES, ImageFormat } from "./image-format.ts";

/** A picture that is damaged or of a variant that nothing here reads. */
export function unreadableImage(kind: (typeof IMAGE_NAMES)[ImageFormat]): Failure {
  return new Failure("file_not_readable", `The ${kind} picture is damaged or of a kind that cannot be read.`);
}

/** Samples of the largest picture that is taken apart: with its rows before and after, a third of an isolate. */
const MAX_SAMPLE_BYTES = 40 * 1024 * 1024;

/** @throws Failure `file_too_large` for a picture whose samples would not fit into memory */
export function checkSamples(bytes: number): void {
  if (bytes > MAX_SAMPLE_BYTES) {
    throw new Failure("file_too_large", "The picture has more pixels than can be converted: 40 MiB uncompressed.");
  }
}
