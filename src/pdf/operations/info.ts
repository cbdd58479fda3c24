import { permissionNames } from "../crypt/permissions.ts";
import { Destinations } from "../destinations.ts";
import { type OpenOptions, openPdf, type PdfDocument } from "../document.ts";
import { type PdfMetadata, readMetadata } from "../information.ts";
import { readNameTree } from "../name-tree.ts";
import { pageGeometry } from "../page-geometry.ts";
import { isSigned } from "../signature/signed-document.ts";

/** What can be said about a PDF without rendering it. */
export interface PdfInfo {
  version: string;
  pageCount: number;
  /** As shown, after rotation; consecutive pages of one size are listed once. */
  pageSizes: { firstPage: number; widthPoints: number; heightPoints: number }[];
  metadata: PdfMetadata;
  encryption: { method: string; keyBits: number; permissions: string[]; openedAsOwner: boolean } | null;
  isTagged: boolean;
  isSigned: boolean;
  hasForm: boolean;
  hasXfa: boolean;
  hasOutline: boolean;
  hasLayers: boolean;
  attachmentCount: number;
  namedDestinationCount: number;
}

/** Reads the facts about a PDF. @throws Failure those of openPdf */
export function pdfInfo(bytes: Uint8Array, options: OpenOptions = {}): PdfInfo {
  return documentInfo(openPdf(bytes, options));
}

/** {@link pdfInfo} of an open document. */
export function documentInfo(document: PdfDocument): PdfInfo {
  const { catalog, encryption } = document;
  const names = document.dict(catalog.get("Names"));
  const form = document.dict(catalog.get("AcroForm"));
  return {
    version: document.version,
    pageCount: document.pages.length,
    pageSizes: pageSizes(document),
    metadata: readMetadata(document),
    encryption: encryption
      ? {
          method: encryption.method,
          keyBits: encryption.keyBits,
          permissions: permissionNames(encryption.permissions),
          openedAsOwner: encryption.openedAsOwner,
        }
      : null,
    isTagged: document.dict(catalog.get("StructTreeRoot")) !== undefined,
    isSigned: isSigned(document),
    hasForm: (document.array(form?.get("Fields"))?.length ?? 0) > 0,
    hasXfa: form?.has("XFA") ?? false,
    hasOutline: document.dict(document.dict(catalog.get("Outlines"))?.get("First")) !== undefined,
    hasLayers: document.dict(catalog.get("OCProperties")) !== undefined,
    attachmentCount: readNameTree(document, names?.get("EmbeddedFiles")).length,
    namedDestinationCount: new Destinations(document).named.size,
  };
}

function pageSizes(document: PdfDocument): PdfInfo["pageSizes"] {
  const sizes: PdfInfo["pageSizes"] = [];
  for (const [index, page] of document.pages.entries()) {
    const { widthPoints, heightPoints } = pageGeometry(document, page);
    const last = sizes.at(-1);
    if (last?.widthPoints !== widthPoints || last.heightPoints !== heightPoints) {
      sizes.push({ firstPage: index + 1, widthPoints, heightPoints });
    }
  }
  return sizes;
}
