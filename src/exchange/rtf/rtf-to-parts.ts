/** Rich Text Format 1.9.1 -> the parts of a WordprocessingML package. */
import { MAIN_PART, PackageBuilder } from "../../binary/doc/package-builder.ts";
import { element, valued } from "../../binary/doc/xml-writer.ts";
import type { ReadParts } from "../read-parts.ts";
import { numberingXml } from "./lists.ts";
import { RtfReader } from "./rtf-reader.ts";
import { readTokens } from "./tokens.ts";

/** @throws UnreadableFile if groups are nested too deep, Failure `too_complex` */
export function rtfToParts(bytes: Uint8Array): ReadParts {
  const builder = new PackageBuilder(bytes.length);
  const reader = new RtfReader(builder);
  readTokens(bytes, reader);
  const section = reader.finish();
  const { body, tables } = reader;
  const related = (name: string, content: string) => {
    builder.add(`word/${name}.xml`, `w:${name}`, content);
    body.relationships.to(name, `word/${name}.xml`);
  };
  related("styles", stylesXml(reader));
  related(
    "settings",
    (reader.hasEvenHeaders ? "<w:evenAndOddHeaders/>" : "") + valued("w:defaultTabStop", reader.defaultTab),
  );
  const numbering = numberingXml(tables.lists, tables);
  if (numbering !== "") related("numbering", numbering);
  reader.notes.finish(body);
  builder.add(MAIN_PART, "w:document", element("w:body", {}, body.finish() + section), body.relationships);
  builder.finish();
  return { parts: builder.parts, warnings: [...reader.warnings] };
}

/** Paragraphs say all that their styles say: names remain, by which headings are known. */
function stylesXml({ tables, defaultFont }: RtfReader): string {
  const font = tables.fontName(defaultFont) ?? "Times New Roman";
  const defaults = element("w:rFonts", { "w:ascii": font, "w:hAnsi": font, "w:eastAsia": font, "w:cs": font });
  const styles = [...tables.styles].flatMap(([number, name]) =>
    number === 0
      ? []
      : [
          element(
            "w:style",
            { "w:type": "paragraph", "w:styleId": `s${number}` },
            element("w:name", { "w:val": name }),
          ),
        ],
  );
  return (
    `<w:docDefaults><w:rPrDefault><w:rPr>${defaults}<w:sz w:val="24"/><w:szCs w:val="24"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults>` +
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>' +
    styles.join("")
  );
}
