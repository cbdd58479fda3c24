/** What of a text the fonts of the service cannot draw as the browser does. */

export type TextNeed = "emoji";

const EMOJI = /[\u{1f000}-\u{1faff}]|\u20e3/u;

export function textNeeds(text: string): TextNeed[] {
  return EMOJI.test(text) ? ["emoji"] : [];
}
