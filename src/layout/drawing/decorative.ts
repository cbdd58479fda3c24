import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";

/**
 * Marked as decoration (an extension of `cNvPr` and `wp:docPr` by Office 2019): nothing to describe to people who do
 * not see it.
 */
export function isDecorative(properties: XmlNode | undefined): boolean {
  return childrenNamed(child(properties, "a:extLst"), "a:ext").some((extension) => {
    const mark = child(extension, "adec:decorative");
    return mark !== undefined && isOn(mark.attributes.val ?? "0");
  });
}
