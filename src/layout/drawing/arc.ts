/** 60000ths of a degree. */
const MAX_IN_ONE = 20_000_000;

/** The `arcTo` command of DrawingML paths: an ellipse arc from the current point by start angle and sweep. */
export function arcTo(
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  /** 60000ths of a degree, clockwise. */
  startAngle: number,
  sweepAngle: number,
  /** Applied to what is written; the current point stays in the path's coordinates. */
  scale: { x: number; y: number } = { x: 1, y: 1 },
): { d: string; x: number; y: number } {
  const toRadians = Math.PI / 180 / 60_000;
  // The angles are those of the visible ray; the ellipse needs its parameter.
  const parameter = (angle: number) => Math.atan2(Math.sin(angle) * radiusX, Math.cos(angle) * radiusY);
  const start = parameter(startAngle * toRadians);
  const centerX = x - radiusX * Math.cos(start);
  const centerY = y - radiusY * Math.sin(start);
  const full = Math.abs(sweepAngle) >= 21_600_000;
  const sweep = Math.sign(sweepAngle || 1);
  const pointAt = (angle: number) => {
    const at = parameter(angle * toRadians);
    return { x: centerX + radiusX * Math.cos(at), y: centerY + radiusY * Math.sin(at) };
  };
  const segment = (to: { x: number; y: number }, large: boolean) =>
    `A${radiusX * scale.x} ${radiusY * scale.y} 0 ${large ? 1 : 0} ${sweep > 0 ? 1 : 0} ${(to.x * scale.x).toFixed(3)} ${(to.y * scale.y).toFixed(3)}`;
  if (full) {
    const half = pointAt(startAngle + sweep * 10_800_000);
    return { d: segment(half, false) + segment({ x, y }, false), x, y };
  }
  const end = pointAt(startAngle + sweepAngle);
  if (Math.abs(sweepAngle) > MAX_IN_ONE) {
    // Its ends may be one point once they are rounded, and an arc to its own start would draw nothing.
    const half = pointAt(startAngle + sweepAngle / 2);
    return { d: segment(half, false) + segment(end, false), x: end.x, y: end.y };
  }
  return { d: segment(end, Math.abs(sweepAngle) > 10_800_000), x: end.x, y: end.y };
}
