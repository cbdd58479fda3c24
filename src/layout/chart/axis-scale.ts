/** Value axes: round limits and steps as Office chooses them. */

export interface AxisScale {
  minimum: number;
  maximum: number;
  step: number;
}

const MAX_TICKS = 60;

/**
 * Limits and step for values between `low` and `high`. Zero is on the axis unless the values lie in the upper sixth;
 * above the largest value some room stays free.
 */
export function niceScale(
  low: number,
  high: number,
  fixed: { minimum?: number | undefined; maximum?: number | undefined; step?: number | undefined },
  wantedTicks: number,
): AxisScale {
  let bottom =
    fixed.minimum ?? (low > 0 && (high - low) / high > 1 / 6 ? 0 : low > 0 && low === high ? 0 : Math.min(low, high));
  let top = fixed.maximum ?? (high < 0 && (high - low) / -low > 1 / 6 ? 0 : high);
  if (fixed.minimum === undefined && low >= 0 && bottom > 0 && (high - low) / (high || 1) > 1 / 6) bottom = 0;
  if (!(top > bottom)) top = bottom + 1;
  const room = (top - bottom) * 0.05;
  if (fixed.maximum === undefined && top > 0) top += room;
  if (fixed.minimum === undefined && bottom < 0) bottom -= room;
  const step = fixed.step && fixed.step > 0 ? fixed.step : niceStep((top - bottom) / Math.max(2, wantedTicks));
  return {
    minimum: fixed.minimum ?? Math.floor(bottom / step + 1e-9) * step,
    maximum: fixed.maximum ?? Math.ceil(top / step - 1e-9) * step,
    step,
  };
}

/** The next step of 1, 2, 5 x 10^n. */
export function niceStep(raw: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const share = raw / magnitude;
  const factor = share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10;
  return factor * magnitude;
}

export function ticksOf(scale: AxisScale): number[] {
  const ticks: number[] = [];
  for (let index = 0; index < MAX_TICKS; index++) {
    const value = scale.minimum + index * scale.step;
    if (value > scale.maximum + scale.step * 1e-6) break;
    ticks.push(Number(value.toPrecision(12)));
  }
  return ticks;
}
