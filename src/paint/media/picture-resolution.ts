/** The resolution that PNG and JPEG files state. */

export const DEFAULT_RESOLUTION = 96;
const MAX_RESOLUTION = 5_000;
const MAX_CHUNKS = 50;

/** Horizontal pixels per inch; 96 if the file says nothing sensible. */
export function pictureResolution(bytes: Uint8Array): number {
  const stated = bytes[0] === 0x89 ? pngResolution(bytes) : bytes[0] === 0xff ? jpegResolution(bytes) : undefined;
  return stated !== undefined && stated >= 10 && stated <= MAX_RESOLUTION ? stated : DEFAULT_RESOLUTION;
}

/** `pHYs` in pixels per metre. */
function pngResolution(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 8;
  for (let chunk = 0; chunk < MAX_CHUNKS && at + 17 <= bytes.length; chunk++) {
    const type = view.getUint32(at + 4);
    if (type === 0x70485973) return bytes[at + 16] === 1 ? Math.round(view.getUint32(at + 8) * 0.0254) : undefined;
    if (type === 0x49444154) return undefined;
    at += 12 + view.getUint32(at);
  }
  return undefined;
}

/** The density of the JFIF header. */
function jpegResolution(bytes: Uint8Array): number | undefined {
  if (bytes[2] !== 0xff || bytes[3] !== 0xe0 || bytes[6] !== 0x4a || bytes[7] !== 0x46) return undefined;
  const density = ((bytes[14] ?? 0) << 8) | (bytes[15] ?? 0);
  if (bytes[13] === 1) return density;
  return bytes[13] === 2 ? Math.round(density * 2.54) : undefined;
}
