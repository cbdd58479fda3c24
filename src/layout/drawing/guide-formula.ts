/** Shape guides (ECMA-376 part 1, 20.1.9.11): the 17 formula operators and the built-in names. */

export interface GuideScope {
  /** A number, a guide or a built-in name such as `w`, `hc`, `ss`. Unknown names are 0. */
  value(token: string): number;
}

const DEGREE = 60_000;

export function evaluateGuides(
  guides: readonly (readonly [name: string, formula: string])[],
  width: number,
  height: number,
): GuideScope {
  const short = Math.min(width, height);
  const long = Math.max(width, height);
  const known = new Map<string, number>(
    Object.entries({
      w: width,
      h: height,
      l: 0,
      t: 0,
      r: width,
      b: height,
      hc: width / 2,
      vc: height / 2,
      ss: short,
      ls: long,
      cd2: 180 * DEGREE,
      cd4: 90 * DEGREE,
      cd8: 45 * DEGREE,
      "3cd4": 270 * DEGREE,
      "3cd8": 135 * DEGREE,
      "5cd8": 225 * DEGREE,
      "7cd8": 315 * DEGREE,
    }),
  );
  for (const divisor of [2, 3, 4, 5, 6, 8, 10, 12, 16, 32]) {
    known.set(`wd${divisor}`, width / divisor);
    known.set(`hd${divisor}`, height / divisor);
    known.set(`ssd${divisor}`, short / divisor);
  }
  const value = (token: string): number => {
    const direct = known.get(token);
    if (direct !== undefined) return direct;
    const number = Number(token);
    return Number.isFinite(number) ? number : 0;
  };
  for (const [name, formula] of guides.slice(0, 500)) {
    const [operator, ...tokens] = formula.trim().split(/\s+/);
    const [x = 0, y = 0, z = 0] = tokens.map(value);
    const result = evaluate(operator ?? "", x, y, z);
    known.set(name, Number.isFinite(result) ? result : 0);
  }
  return { value };
}

function evaluate(operator: string, x: number, y: number, z: number): number {
  const radians = (angle: number) => (angle / DEGREE) * (Math.PI / 180);
  switch (operator) {
    case "val":
      return x;
    case "*/":
      return (x * y) / z;
    case "+-":
      return x + y - z;
    case "+/":
      return (x + y) / z;
    case "?:":
      return x > 0 ? y : z;
    case "abs":
      return Math.abs(x);
    case "at2":
      return (Math.atan2(y, x) * 180 * DEGREE) / Math.PI;
    case "cat2":
      return x * Math.cos(Math.atan2(z, y));
    case "sat2":
      return x * Math.sin(Math.atan2(z, y));
    case "cos":
      return x * Math.cos(radians(y));
    case "sin":
      return x * Math.sin(radians(y));
    case "tan":
      return x * Math.tan(radians(y));
    case "max":
      return Math.max(x, y);
    case "min":
      return Math.min(x, y);
    case "mod":
      return Math.hypot(x, y, z);
    case "pin":
      return Math.min(Math.max(y, x), z);
    case "sqrt":
      return Math.sqrt(x);
    default:
      return 0;
  }
}
