import { present } from "../../domain/present.ts";
import { CONTENT_TYPES_PART, ContentTypes } from "../../office/content-types.ts";
import { decodePart } from "../../office/decode-part.ts";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { relationshipsPartOf } from "../../office/part-name.ts";
import { Relationships } from "../../office/relationships.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import { ZipWriter } from "../../office/zip-writer.ts";
import { NAMESPACES } from "../namespaces.ts";

const WORDPROCESSING = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const PAGE = '<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/>';

export interface TestWordFile {
  /** Markup of the body without its last section. */
  body: string;
  /** Members of the last section; US Letter if absent. */
  section?: string;
  /**
   * Content of parts of the main part, by the last part of their type: `styles`, `header`, ...; a list if there are
   * several.
   */
  parts?: Readonly<Record<string, string | readonly string[]>>;
  /** Further relationships of the main part: id -> type, target, and whether it is outside of the package. */
  links?: Readonly<Record<string, readonly [type: string, target: string, external?: boolean]>>;
  /** Further parts with their bytes and media types. */
  media?: Readonly<Record<string, { bytes: Uint8Array; type: string }>>;
  /** Relationships of these parts, by the last part of their type. */
  partLinks?: Readonly<Record<string, string>>;
  rootAttributes?: string;
  mainType?: string;
}

const ROOTS: Readonly<Record<string, string>> = {
  header: "w:hdr",
  footer: "w:ftr",
  theme: "a:theme",
  commentsExtended: "w15:commentsEx",
};
const DECLARED = Object.entries(NAMESPACES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

/** A Word file; its parts have the relationship ids `rId-styles`, `rId-header1`, `rId-header2`, ... */
export function wordFile(file: TestWordFile): Uint8Array {
  const writer = new ZipWriter();
  const types = new ContentTypes();
  const main = new Relationships("word/document.xml");
  const texts = new Map<string, string>();
  for (const [kind, contents] of Object.entries(file.parts ?? {}))
    for (const [index, content] of (typeof contents === "string" ? [contents] : contents).entries()) {
      const number = typeof contents === "string" ? "" : String(index + 1);
      const root = ROOTS[kind] ?? `w:${kind}`;
      texts.set(`word/${kind}${number}.xml`, `<${root} ${DECLARED}>${content}</${root}>`);
      types.setOverride(
        `word/${kind}${number}.xml`,
        kind === "theme" ? "application/vnd.openxmlformats-officedocument.theme+xml" : `${WORDPROCESSING}.${kind}+xml`,
      );
      const id = `rId-${kind}${number}`;
      main.insert({ id, type: `${NAMESPACES.r}/${kind}`, target: `${kind}${number}.xml`, external: false });
    }
  for (const [id, [type, target, external = false]] of Object.entries(file.links ?? {}))
    main.insert({ id, type: `${NAMESPACES.r}/${type}`, target, external });
  for (const [name, { type }] of Object.entries(file.media ?? {})) types.setOverride(name, type);
  types.setDefault("rels", "application/vnd.openxmlformats-package.relationships+xml");
  types.setDefault("xml", "application/xml");
  types.setOverride("word/document.xml", file.mainType ?? `${WORDPROCESSING}.document.main+xml`);
  const root = new Relationships("");
  root.add(`${NAMESPACES.r}/officeDocument`, "word/document.xml");
  texts.set("_rels/.rels", root.toXml());
  const body = `${file.body}<w:sectPr>${file.section ?? PAGE}</w:sectPr>`;
  texts.set(
    "word/document.xml",
    `<w:document ${DECLARED}${file.rootAttributes ?? ""}><w:body>${body}</w:body></w:document>`,
  );
  texts.set(relationshipsPartOf("word/document.xml"), main.toXml());
  for (const [kind, links] of Object.entries(file.partLinks ?? {}))
    texts.set(
      relationshipsPartOf(`word/${kind}.xml`),
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links}</Relationships>`,
    );
  writer.add(CONTENT_TYPES_PART, new TextEncoder().encode(types.toXml()));
  for (const [name, text] of texts) writer.add(name, new TextEncoder().encode(text));
  for (const [name, { bytes }] of Object.entries(file.media ?? {})) writer.add(name, bytes);
  return writer.finish();
}

export function paragraph(text: string, properties = ""): string {
  const members = properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`;
  return `<w:p>${members}<w:r><w:t>${text}</w:t></w:r></w:p>`;
}

/** The parts of a package that are text, by name. */
export function textsOf(bytes: Uint8Array): ReadonlyMap<string, string> {
  const zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
  return new Map(zip.names().map((name) => [name, decodePart(present(zip.read(name)))]));
}
