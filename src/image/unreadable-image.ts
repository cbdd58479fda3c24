import { Failure } from "../domain/failure.ts";
import { inMebibytes, LIMITS } from "../domain/limits.ts";
import type { IMAGE_NAMES, ImageFormat } from "./image-format.ts";

/** A picture that is damaged or of a variant that nothing here reads. */
export function unreadableImage(kind: (typeof IMAGE_NAMES)[ImageFormat]): Failure {
  return new Failure("file_not_readable", `The ${kind} picture is damaged or of a kind that cannot be read.`);
}

/** @throws Failure `file_too_large` for a picture whose samples would not fit into memory */
export function checkSamples(bytes: number): void {
  const { most } = LIMITS.imageSampleBytes;
  if (bytes <= most) return;
  const message = `The picture has more pixels than can be converted: ${inMebibytes(most)} uncompressed.`;
  throw new Failure("file_too_large", message);
}
