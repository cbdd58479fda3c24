import { Failure } from "../../domain/failure.ts";
import { openPdf } from "../document.ts";
import type { PdfStream } from "../objects.ts";
import { readXmpPacket, xmpProperty, xmpText } from "../xmp/packet.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import type { ValidationProfile } from "./profiles.ts";

/** The profiles of part 2 by the level that a file claims. */
const PROFILES: Readonly<Record<string, ValidationProfile>> = { A: "2a", B: "2b", U: "2u" };

/**
 * What is wrong with a file embedded in a PDF/A-2 file, which has to be a PDF/A-1 or PDF/A-2 file itself. The claim of
 * a PDF/A-1 file is believed.
 */
export function embeddedFileProblem(inspected: InspectedDocument, file: PdfStream): string | undefined {
  const bytes = inspected.decoded(file);
  const claim = bytes && claimOf(inspected, bytes);
  if (bytes && claim?.part === "1") return undefined;
  const profile = claim?.part === "2" ? PROFILES[claim.level ?? ""] : undefined;
  if (!bytes || profile === undefined) return "An embedded file is not a PDF/A-1 or PDF/A-2 file.";
  return inspected.isValidFile(bytes, profile)
    ? undefined
    : `An embedded file claims to be PDF/A-${profile}, but is not.`;
}

function claimOf(inspected: InspectedDocument, bytes: Uint8Array) {
  inspected.document.work.charge("metadataByte", bytes.length);
  try {
    const document = openPdf(bytes, { meter: inspected.document.work });
    const metadata = document.stream(document.catalog.get("Metadata"));
    const data = metadata && inspected.decoded(metadata);
    const packet = data && readXmpPacket(data);
    const claimed = (name: string) => xmpText(xmpProperty(packet, "pdfaid", name)?.value);
    return { part: claimed("part"), level: claimed("conformance") };
  } catch (error) {
    // not a PDF, or a damaged one
    if (error instanceof Failure && error.code !== "pdf_too_complex") return undefined;
    throw error;
  }
}
