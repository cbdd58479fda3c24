/** One level of a list (ECMA-376 part 1, 17.9.6). */

import type { PartialCharacterFormat, PartialParagraphFormat } from "./formatting.ts";

export interface NumberingLevel {
  level: number;
  start: number;
  format: string;
  /** `w:lvlText`, e.g. `%1.%2`. */
  text: string;
  suffix: "tab" | "space" | "nothing";
  alignment: "left" | "center" | "right";
  /** Level whose use restarts this one; 0 = never; undefined = any higher level. */
  restart: number | undefined;
  legal: boolean;
  paragraphStyle: string | undefined;
  imageId: string | undefined;
  paragraph: PartialParagraphFormat;
  character: PartialCharacterFormat;
}
