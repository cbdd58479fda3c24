/** Fields that are marked as wrong; a dialog in front comes first. */
const WRONG = '[role="dialog"] [aria-invalid="true"], main [aria-invalid="true"]';
const SAID = '[role="dialog"] [role="alert"], main form [role="alert"], main [role="alert"]';

/**
 * Moves to the first field that is wrong, else to what says why: an error above the window looks like a button that does
 * nothing. Called after the errors were set, before they are drawn.
 */
export function showFirstError(): void {
  // Errors are drawn with the next frame; the one after it has them all.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = [...document.querySelectorAll<HTMLElement>(WRONG)].find((one) => one.checkVisibility());
      const place = field ?? document.querySelector<HTMLElement>(SAID);
      const focused = field?.matches("input, textarea, select, button, [contenteditable]")
        ? field
        : field?.querySelector<HTMLElement>("input, textarea, select, button");
      focused?.focus({ preventScroll: true });
      place?.scrollIntoView({ block: "center" });
    }),
  );
}
