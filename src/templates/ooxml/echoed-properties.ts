import { parseTemplate } from "../../language/template.ts";
import { decodeXmlText } from "../../office/xml-text.ts";
import type { OfficePackage } from "./office-package.ts";

/** Tags of blocks without the rest of the block. */
const CUT_BLOCKS: ReadonlySet<string> = new Set(["unclosed_block", "unexpected_close", "unexpected_middle"]);

/**
 * Properties of the file without what programs put there by themselves when they save: the first line of the text, or
 * the first slide's title, which may open a block that ends somewhere in the file.
 */
export function dropEchoedProperties(source: OfficePackage): void {
  for (const part of source.contentTypes.partsOf((type) => type.endsWith("core-properties+xml"))) {
    const xml = source.zip.has(part) ? source.text(part) : undefined;
    if (!xml?.includes("{")) continue;
    const written = xml.replace(/>([^<]*)(?:(<)|$)/g, (whole, text: string, end?: string) =>
      end !== undefined && text.includes("{") && isCut(decodeXmlText(text)) ? "><" : whole,
    );
    if (written !== xml) source.rewrite(part, written);
  }
}

function isCut(text: string): boolean {
  return parseTemplate(text, { mode: "text" }).errors.some(({ code }) => CUT_BLOCKS.has(code));
}
