const WINDOW_BYTES = 1 << 20;
/** Longer than what is looked for, so that nothing is missed where two windows meet. */
const OVERLAP_BYTES = 64;

/**
 * The number of pages of a PDF as Chromium prints it: the largest `/Count` of its page tree (ISO 32000-1, 7.7.3.2),
 * which it writes uncompressed. Not for PDFs from elsewhere.
 */
export function printedPages(pdf: Uint8Array): number {
  const decoder = new TextDecoder("latin1");
  let pages = 0;
  for (let start = 0; start < pdf.byteLength; start += WINDOW_BYTES) {
    const text = decoder.decode(pdf.subarray(start, start + WINDOW_BYTES + OVERLAP_BYTES));
    for (const [, count] of text.matchAll(/\/Type \/Pages\s+\/Count (\d+)/g)) pages = Math.max(pages, Number(count));
  }
  return pages;
}
