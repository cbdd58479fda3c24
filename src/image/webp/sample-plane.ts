/** Samples of a plane with what prediction sees around it: a row above, a column to the left, some to the right. */
export interface SamplePlane {
  samples: Uint8ClampedArray;
  stride: number;
  /** Where the first sample of the picture is. */
  origin: number;
}

const ABOVE = 127;
const LEFT = 129;
/** This many samples above and to the right of the last block are looked at. */
const RIGHT = 4;

/** (RFC 6386, 12.2) */
export function samplePlane(width: number, height: number): SamplePlane {
  const stride = 1 + width + RIGHT;
  const samples = new Uint8ClampedArray(stride * (height + 1));
  samples.fill(ABOVE, 0, stride);
  for (let at = stride; at < samples.length; at += stride) samples[at] = LEFT;
  return { samples, stride, origin: stride + 1 };
}
