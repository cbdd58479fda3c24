/** One channel of samples, 0..255, rows of `stride` bytes. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly samples: Uint8ClampedArray;
}
