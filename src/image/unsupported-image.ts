/** Thrown inside `src/pdf/image` for images that are valid but not worth or not safe to touch; callers keep the image as it is. */
export class UnsupportedImage extends Error {
  override readonly name = "UnsupportedImage";
}
