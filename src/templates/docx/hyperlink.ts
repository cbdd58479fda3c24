/** Links in a document (ECMA-376 part 1, 17.16.22). */

import { escapeXmlText } from "../../office/xml-text.ts";
import type { RenderJob } from "../ooxml/render-job.ts";

const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A link to an address, or to a bookmark for `#name`. */
export function hyperlink(url: string, runs: string, part: string, job: RenderJob): string {
  if (url.startsWith("#")) return `<w:hyperlink w:anchor="${escapeXmlText(url.slice(1))}">${runs}</w:hyperlink>`;
  return `<w:hyperlink xmlns:r="${RELATIONSHIPS}" r:id="${job.linkId(part, url)}" w:history="1">${runs}</w:hyperlink>`;
}
