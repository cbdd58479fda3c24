import { ZipWriter } from "../office/zip-writer.ts";
import type { AddinDescription } from "./addin-description.ts";
import { jsonManifest, PACKAGE_ICONS } from "./json-manifest.ts";

/** Where the pictures of the package are, among the files that the set-up builds. */
export const PACKAGE_PICTURES = { color: "/addin/color.png", outline: "/addin/outline.png" } as const;

/** The unified manifest with its icons as one ZIP file, which Microsoft's administration takes. */
export function manifestPackage(
  addin: AddinDescription,
  pictures: Record<keyof typeof PACKAGE_PICTURES, Uint8Array>,
): Uint8Array {
  const zip = new ZipWriter();
  zip.add("manifest.json", new TextEncoder().encode(JSON.stringify(jsonManifest(addin), undefined, 2)));
  zip.add(PACKAGE_ICONS.color, pictures.color, "store");
  zip.add(PACKAGE_ICONS.outline, pictures.outline, "store");
  return zip.finish();
}
