import { deflateRawSync } from "node:zlib";
import type { DocumentType } from "../../domain/document.ts";
import { joinBytes } from "../../domain/join-bytes.ts";
import { present } from "../../domain/present.ts";
import { inflateNatively } from "../../office/inflate-native.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { buildWorkbook } from "../xlsx/testing/workbook-builder.ts";
import { docx, paragraph } from "./docx-builder.ts";
import { pptx, textBox } from "./pptx-builder.ts";

/** A file that a stranger sends to do harm, and the code of the answer; without a code it is taken, harmless. */
export interface HostileFile {
  type: Exclude<DocumentType, "html">;
  what: string;
  bytes: Uint8Array;
  code?: string;
}

type OfficeType = Exclude<HostileFile["type"], "pdf">;

const MAIN: Readonly<Record<OfficeType, string>> = {
  docx: "word/document.xml",
  xlsx: "xl/worksheets/sheet1.xml",
  pptx: "ppt/slides/slide1.xml",
};

const BUILDERS: Readonly<Record<OfficeType, () => Uint8Array>> = {
  docx: () => docx({ body: paragraph("{$name}") }),
  xlsx: () => buildWorkbook({ sheets: [{ name: "S", cells: { A1: "{$name}" } }] }),
  pptx: () => pptx([{ shapes: textBox(2, "{$name}") }]),
};

interface Entry {
  name: string;
  body: Uint8Array;
  method: number;
  size: number;
}

/** Entries of an archive of ours, as the directory declares them. */
function entriesOf(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const end = bytes.length - 22;
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const start = view.getUint32(at + 42, true) + 30 + nameLength;
    const body = bytes.slice(start, start + view.getUint32(at + 20, true));
    entries.push({ name, body, method: view.getUint16(at + 10, true), size: view.getUint32(at + 24, true) });
    at += 46 + nameLength;
  }
  return entries;
}

/** An archive with the given headers. */
function zip(entries: readonly Entry[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, body, method, size } of entries) {
    const nameBytes = new TextEncoder().encode(name);
    const common = new Uint8Array(26);
    const fields = new DataView(common.buffer);
    fields.setUint16(0, 20, true);
    fields.setUint16(4, method, true);
    fields.setUint32(14, body.length, true);
    fields.setUint32(18, size, true);
    fields.setUint16(22, nameBytes.length, true);
    const local = new Uint8Array([0x50, 0x4b, 3, 4, ...common, ...nameBytes]);
    const place = new Uint8Array(14);
    new DataView(place.buffer).setUint32(10, offset, true);
    directory.push(new Uint8Array([0x50, 0x4b, 1, 2, 20, 0, ...common, ...place, ...nameBytes]));
    pieces.push(local, body);
    offset += local.length + body.length;
  }
  const end = new Uint8Array(22);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, entries.length, true);
  view.setUint16(10, entries.length, true);
  view.setUint32(
    12,
    directory.reduce((sum, each) => sum + each.length, 0),
    true,
  );
  view.setUint32(16, offset, true);
  return joinBytes([...pieces, ...directory, end]);
}

const packed = (name: string, content: Uint8Array, size = content.length): Entry => ({
  name,
  body: deflateRawSync(content, { level: 9 }),
  method: 8,
  size,
});

function withEntries(type: OfficeType, change: (entries: Entry[]) => Entry[]): Uint8Array {
  return zip(change(entriesOf(BUILDERS[type]())));
}

/** The main part's text, changed. */
function withMain(type: OfficeType, change: (xml: string) => string): Uint8Array {
  return withEntries(type, (entries) =>
    entries.map((entry) => {
      if (entry.name !== MAIN[type]) return entry;
      const bytes = entry.method === 0 ? entry.body : inflated(entry);
      return packed(entry.name, new TextEncoder().encode(change(new TextDecoder().decode(bytes))));
    }),
  );
}

function inflated({ body, size }: Entry): Uint8Array {
  return present(inflateNatively(body, size));
}

const MEGABYTE = 1024 * 1024;
/** Packed once for all files and types. */
const NOTHING = {
  byte: packed("", new Uint8Array(1)),
  megabyte: packed("", new Uint8Array(MEGABYTE - 1)),
  bomb: packed("", new Uint8Array(30 * MEGABYTE)),
};
const ENTITIES = `<!DOCTYPE x [${Array.from({ length: 9 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`).join("")}]>`;

function officeFiles(type: OfficeType): HostileFile[] {
  const main = MAIN[type];
  const nested = (depth: number) => `${"<x>".repeat(depth)}${"</x>".repeat(depth)}`;
  const beforeEnd = (xml: string, added: string) => xml.replace(/<\/[^<]*>\s*$/, (close) => added + close);
  const file = (what: string, bytes: Uint8Array, code?: string): HostileFile => ({
    type,
    what,
    bytes,
    ...(code ? { code } : {}),
  });
  return [
    file(
      "a bomb of one part",
      withEntries(type, (entries) => [...entries, { ...NOTHING.bomb, name: "bomb.xml" }]),
      "archive_too_large",
    ),
    file(
      "a bomb of many parts below the ratio",
      withEntries(type, (entries) => [
        ...entries,
        ...Array.from({ length: 90 }, (_, index) => ({ ...NOTHING.megabyte, name: `bomb${index}.xml` })),
      ]),
      "archive_too_large",
    ),
    file(
      "a main part that is larger than it says",
      withEntries(type, (entries) =>
        entries.map((entry) => (entry.name === main ? { ...NOTHING.bomb, name: main, size: 1_000 } : entry)),
      ),
      "archive_invalid",
    ),
    file(
      "a main part that is smaller than it says",
      withEntries(type, (entries) =>
        entries.map((entry) =>
          entry.name === main ? { ...entry, method: 8, body: deflateRawSync(new Uint8Array(9)), size: 900_000 } : entry,
        ),
      ),
      "archive_invalid",
    ),
    file(
      "three thousand parts",
      withEntries(type, (entries) => [
        ...entries,
        ...Array.from({ length: 3_000 }, (_, index) => ({ ...NOTHING.byte, name: `p${index}.xml` })),
      ]),
      "archive_too_large",
    ),
    file(
      "a part outside of the package",
      withEntries(type, (entries) => [...entries, packed("../evil.xml", new Uint8Array(1))]),
      "archive_invalid",
    ),
    file(
      "entities in entities",
      withMain(type, (xml) => xml.replace(/^(?:<\?xml[^>]*>\s*)?/, ENTITIES)),
      "xml_invalid",
    ),
    file(
      "a DTD in a part that nothing is merged into",
      withEntries(type, (entries) => [
        ...entries,
        packed("docProps/x.xml", new TextEncoder().encode("<!DOCTYPE x SYSTEM 'file:///etc/passwd'><x/>")),
      ]),
      "xml_invalid",
    ),
    file(
      "elements nested ten thousand deep",
      withMain(type, (xml) => beforeEnd(xml, nested(10_000))),
      "xml_invalid",
    ),
    file(
      "a main part that is not XML",
      withMain(type, () => "{$name} <not <xml"),
      "xml_invalid",
    ),
    file("a macro", withMacro(type)),
  ];
}

/** With a project of macros, related to the main part. */
function withMacro(type: OfficeType): Uint8Array {
  const part = { docx: "word/", xlsx: "xl/", pptx: "ppt/" }[type];
  const rels = {
    docx: "word/_rels/document.xml.rels",
    xlsx: "xl/_rels/workbook.xml.rels",
    pptx: "ppt/_rels/presentation.xml.rels",
  }[type];
  const related = `<Relationship Id="rIdMacro" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>`;
  const decode = (entry: Entry) => new TextDecoder().decode(entry.method === 0 ? entry.body : inflated(entry));
  return withEntries(type, (entries) => [
    ...entries.map((entry) => {
      if (entry.name === rels)
        return packed(
          rels,
          new TextEncoder().encode(decode(entry).replace("</Relationships>", `${related}</Relationships>`)),
        );
      if (entry.name !== "[Content_Types].xml") return entry;
      const typed = `<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>`;
      return packed(entry.name, new TextEncoder().encode(decode(entry).replace(/<Types[^>]*>/, `$&${typed}`)));
    }),
    packed(`${part}vbaProject.bin`, new TextEncoder().encode("Sub AutoOpen()")),
  ]);
}

function pdfFiles(): HostileFile[] {
  const stream = (bytes: Uint8Array, entries: string) => {
    const body = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return `<<${entries}/Length ${bytes.length}>>\nstream\n${body}\nendstream`;
  };
  const form = "/AcroForm<</Fields[50 0 R]/DA(/Helv 0 Tf 0 g)>>";
  const page = () => "/Annots[50 0 R]";
  const text = "/Type/Annot/Subtype/Widget/Rect[0 0 100 20]/FT/Tx/T(name)";
  const bomb = deflateRawSync(deflateRawSync(new Uint8Array(30 * MEGABYTE)));
  return [
    {
      type: "pdf",
      what: "fields that are their own children",
      bytes: buildPages(1, { catalog: form, page, objects: { 50: "<</T(a)/Kids[50 0 R]>>" } }),
    },
    {
      type: "pdf",
      what: "a field with a script",
      bytes: buildPages(1, {
        catalog: form,
        page,
        objects: { 50: `<<${text}/AA<</K<</S/JavaScript/JS(app.alert(1))>>>>>>` },
      }),
    },
    {
      type: "pdf",
      what: "a value that unpacks without end",
      bytes: buildPages(1, {
        catalog: form,
        page,
        objects: { 50: `<<${text}/V 60 0 R>>`, 60: stream(bomb, "/Filter[/FlateDecode/FlateDecode]") },
      }),
    },
    {
      type: "pdf",
      what: "arrays nested ten thousand deep",
      bytes: buildPages(1, {
        catalog: form,
        page,
        objects: { 50: `<<${text}/X ${"[".repeat(10_000)}${"]".repeat(10_000)}>>` },
      }),
      code: "pdf_damaged",
    },
    {
      type: "pdf",
      what: "no PDF at all",
      bytes: new TextEncoder().encode("%PDF-1.7 and nothing else"),
      code: "pdf_damaged",
    },
  ];
}

/** Bombs, declarations, macros and lying headers, for each format. */
export function hostileFiles(): HostileFile[] {
  return [...officeFiles("docx"), ...officeFiles("xlsx"), ...officeFiles("pptx"), ...pdfFiles()];
}
