import { SANDBOX_ORIGIN } from "./content-security-policy.ts";

/** Scripts and animations can tell whether frames are drawn; lazy images wait for one. */
const WATCHES_FRAMES = /<script|animat|lazy/i;
/** An address of another origin, wherever it is: as an attribute, in a style rule, in a script. */
const NAMES_FILES = new RegExp(`https?:(?!//${new URL(SANDBOX_ORIGIN).hostname}/)|["'(=]\\s*//`, "i");
/**
 * Fonts are declared in several styles and rarely used in all: this many for Latin text, ten times as many for Chinese.
 */
const FEW_FONTS = 16;

/**
 * Whether a document must be shown while it loads. A hidden tab draws no frames, which saves a fifth of a print, but
 * Chromium loads only three files at a time in it.
 *
 * @param html with the font rules in it
 */
export function mustBeShown(html: string): boolean {
  return WATCHES_FRAMES.test(html) || NAMES_FILES.test(html) || html.split(`${SANDBOX_ORIGIN}/`).length - 1 > FEW_FONTS;
}
