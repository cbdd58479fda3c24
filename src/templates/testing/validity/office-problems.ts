import type { ZipArchive } from "../../../office/zip-archive.ts";
import { CheckedPackage, checkPackage } from "./package-problems.ts";
import { checkWorkbook } from "./sheet-problems.ts";
import { checkPresentation } from "./slide-problems.ts";
import { checkWordDocument } from "./word-problems.ts";

/**
 * What would make Word, Excel or PowerPoint repair a file, as far as the rules of their formats can be checked without
 * these programs: one line for each problem, with its part.
 */
export function officeProblems(zip: ZipArchive): string[] {
  const checked = new CheckedPackage(zip);
  checkPackage(checked);
  checkWordDocument(checked);
  checkWorkbook(checked);
  checkPresentation(checked);
  return [...new Set(checked.problems)];
}
