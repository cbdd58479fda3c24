/** Value axes: round limits and steps as Office chooses them. */

export interface AxisScale {
  minimum: number;
  maximum: number;
  step: number;
}

export interface FixedScale {
  minimum?: number;
  maximum?: number;
  step?: number;
}

const MAX_TICKS = 60;
/** Values whose spread is less than this share of the largest leave zero off the axis. */
const NARROW_SPREAD = 1 / 6;
const ROOM = 0.05;

/**
 * Limits and step for values between `low` and `high`. Zero is on the axis unless the values lie in the upper sixth;
 * above the largest value some room is left free.
 */
export function niceScale(low: number, high: number, fixed: FixedScale, wantedTicks: number): AxisScale {
  const spread = high - low;
  const isNarrow = spread > 0 && spread < NARROW_SPREAD * Math.max(Math.abs(low), Math.abs(high));
  let bottom = Math.min(0, low);
  let top = Math.max(0, high);
  if (isNarrow && low > 0) bottom = low - spread / 2;
  if (isNarrow && high < 0) top = high + spread / 2;
  if (fixed.minimum !== undefined) bottom = fixed.minimum;
  if (fixed.maximum !== undefined) top = fixed.maximum;
  if (!(top > bottom)) top = bottom + 1;
  const room = (isNarrow ? spread : top - bottom) * ROOM;
  if (fixed.maximum === undefined && high > 0) top += room;
  if (fixed.minimum === undefined && low < 0) bottom -= room;
  const step = fixed.step && fixed.step > 0 ? fixed.step : niceStep((top - bottom) / Math.max(2, wantedTicks));
  return {
    minimum: fixed.minimum ?? Math.floor(bottom / step + 1e-9) * step,
    maximum: fixed.maximum ?? Math.ceil(top / step - 1e-9) * step,
    step,
  };
}

/** Whole powers around the values; `step` is the power between two ticks. */
export function logScale(low: number, high: number, fixed: FixedScale, base: number): AxisScale {
  const power = (value: number) => Math.log(value) / Math.log(base);
  const least = fixed.minimum !== undefined && fixed.minimum > 0 ? fixed.minimum : low > 0 ? low : 1;
  const most = fixed.maximum !== undefined && fixed.maximum > 0 ? fixed.maximum : Math.max(high, least * base);
  const bottom = Math.floor(power(least) + 1e-9);
  const top = Math.max(bottom + 1, Math.ceil(power(most) - 1e-9));
  return { minimum: base ** bottom, maximum: base ** top, step: Math.ceil((top - bottom) / MAX_TICKS) };
}

export function logTicksOf({ minimum, maximum, step }: AxisScale, base: number): number[] {
  const ticks: number[] = [];
  for (let value = minimum; value <= maximum * 1.000001 && ticks.length < MAX_TICKS; value *= base ** step) {
    ticks.push(Number(value.toPrecision(12)));
  }
  return ticks;
}

/** The next step of 1, 2, 5 x 10^n. */
function niceStep(raw: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const share = raw / magnitude;
  const factor = share <= 1 + 1e-9 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10;
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
