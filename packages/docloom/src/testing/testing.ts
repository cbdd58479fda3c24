/** Helpers for tests of templates, in vitest or any other runner. */
export { comparePictures, type PictureComparison } from "./compare-pictures.ts";
export {
  findMergeTests,
  type MergeTest,
  type MergeTestOptions,
  type MergeTestResult,
  runMergeTest,
} from "./merge-test.ts";
export { openPdf, type PdfFile } from "./pdf-file.ts";
