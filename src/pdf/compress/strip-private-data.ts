import type { PdfDocument } from "../document.ts";
import type { PdfDict } from "../objects.ts";

/**
 * Drops what no reader shows: thumbnails (ISO 32000-2, 12.3.4), data of the program that made the file (14.5),
 * metadata of single objects (14.3.2), web capture (14.10). The document's own metadata stays.
 */
export function stripPrivateData(document: PdfDocument): (entries: PdfDict, isStream: boolean) => void {
  const { catalog } = document;
  return (entries, isStream) => {
    entries.delete("PieceInfo");
    entries.delete("Thumb");
    if (entries === catalog) entries.delete("SpiderInfo");
    else if (entries.has("Metadata")) entries.delete("Metadata");
    if (isStream) {
      entries.delete("LastModified");
      // an alternate image or proxy is for presses that fetch it from elsewhere
      if (document.name(entries.get("Subtype")) === "Image") {
        entries.delete("Alternates");
        entries.delete("OPI");
      }
    }
  };
}
