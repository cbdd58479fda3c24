/** What shapes and letters cast around them (ECMA-376 part 1, 20.1.8). */

export interface Shadow {
  color: string;
  opacity: number;
  blurPt: number;
  offsetXPt: number;
  offsetYPt: number;
  scaleX: number;
  scaleY: number;
  kind: "outer" | "inner";
}

export interface Glow {
  color: string;
  opacity: number;
  radiusPt: number;
}
