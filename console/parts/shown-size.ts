import { counted } from "./counted.ts";

/** A number of bytes, as people read it. */
export function shownSize(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, "byte");
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;

  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
