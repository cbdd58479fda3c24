import { combineFilesTool, combinePdfTool } from "../combine-files.ts";
import { compressPdfTool } from "../compress-pdf.ts";
import { convertToPdfTool } from "../convert-to-pdf.ts";
import { convertToPdfaTool } from "../convert-to-pdfa.ts";
import { encryptPdfTool } from "../encrypt-pdf.ts";
import { addFieldsTool } from "../fields/add-fields.ts";
import { detectFieldsTool } from "../fields/detect-fields.ts";
import type { FileTool } from "../file-tool.ts";
import { flattenPdfTool } from "../flatten-pdf.ts";
import { insertSignatureTool } from "../insert-signature.ts";
import { mergeFileTool } from "../merge/merge-file.ts";
import { pdfInfoTool } from "../pdf-info.ts";
import { prepareSignatureTool } from "../prepare-signature.ts";
import { readInvoiceTool } from "../read-invoice.ts";
import { rotatePdfTool } from "../rotate-pdf.ts";
import { signPdfTool } from "../sign-pdf.ts";
import { splitPdfTool } from "../split-pdf.ts";
import { stampPdfTool } from "../stamp-pdf.ts";
import { validateInvoiceTool } from "../validate-invoice.ts";
import { validatePdfTool } from "../validate-pdf.ts";
import { verifyPdfTool } from "../verify-pdf.ts";

/** Every file tool, in the order of the interface (4.1). */
export const FILE_TOOLS: readonly FileTool[] = [
  mergeFileTool,
  combineFilesTool,
  combinePdfTool,
  convertToPdfTool,
  convertToPdfaTool,
  compressPdfTool,
  encryptPdfTool,
  splitPdfTool,
  rotatePdfTool,
  stampPdfTool,
  flattenPdfTool,
  pdfInfoTool,
  detectFieldsTool,
  addFieldsTool,
  validatePdfTool,
  signPdfTool,
  prepareSignatureTool,
  insertSignatureTool,
  verifyPdfTool,
  readInvoiceTool,
  validateInvoiceTool,
];
