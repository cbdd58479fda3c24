import type { PdfStream } from "../objects.ts";
import type { InspectedDocument } from "./inspected-document.ts";
import { readXmpPacket, xmpProperty, xmpText } from "../xmp/packet.ts";
import { Failure } from "../../domain/failure.ts";
import { openPdf } from "../document.ts";

/**
 * Whether an embedded file is a PDF/A file of part 1 or 2. What it claims is believed: its own clauses are its own
 * report.
 */
export function validateEmbedded(inspected: InspectedDocument, file: PdfStream): string | undefined {
  const bytes = inspected.decoded(file);
  const part = bytes && claimedPart(inspected, bytes);
  return part === "1" || part === "2" ? undefined : "An embedded file is not a PDF/A-1 or PDF/A-2 file.";
}

function claimedPart(inspected: InspectedDocument, bytes: Uint8Array): string | undefined {
  inspected.document.work.spend(bytes.length / 4);
  try {
    const document = openPdf(bytes);
    const metadata = document.stream(document.catalog.get("Metadata"));
    const packet = metadata && readXmpPacket(metadata.bytes());
    return xmpText(xmpProperty(packet, "pdfaid", "part")?.value);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
