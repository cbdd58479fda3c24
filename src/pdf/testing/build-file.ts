/** An object of a test file: the text of a direct object, or a stream with the text of its dictionary's entries. */
export type FileObject = string | { entries: string; bytes: Uint8Array | string };

/** How a test file is put together. */
export interface FileOptions {
  /** Entries of the trailer besides Size; default `/Root 1 0 R`. */
  trailer?: string;
  header?: string;
}

/** A byte for each character. Inputs have millions of them, which a call for each would make slower to build than to read. */
export const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

/** Writes objects, by number, with a cross-reference table: PDF as text, so that tests see what they test. */
export function buildFile(objects: Readonly<Record<number, FileObject>>, options: FileOptions = {}): Uint8Array {
  const { trailer = "/Root 1 0 R", header = "%PDF-1.4\n" } = options;
  const parts: Uint8Array[] = [latin1(header)];
  const offsets = new Map<number, number>();
  let position = header.length;
  const push = (bytes: Uint8Array) => {
    parts.push(bytes);
    position += bytes.length;
  };
  for (const [number, object] of Object.entries(objects)) {
    offsets.set(Number(number), position);
    if (typeof object === "string") push(latin1(`${number} 0 obj\n${object}\nendobj\n`));
    else {
      const bytes = typeof object.bytes === "string" ? latin1(object.bytes) : object.bytes;
      push(latin1(`${number} 0 obj\n<<${object.entries}/Length ${bytes.length}>>\nstream\n`));
      push(bytes);
      push(latin1("\nendstream\nendobj\n"));
    }
  }
  const size = Math.max(...offsets.keys()) + 1;
  const start = position;
  let table = `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let number = 1; number < size; number++) {
    const offset = offsets.get(number);
    table += offset === undefined ? "0000000000 00000 f \n" : `${String(offset).padStart(10, "0")} 00000 n \n`;
  }
  push(latin1(`${table}trailer\n<</Size ${size}${trailer}>>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** A file whose page n says "Page n"; object 1 is the catalog, 2 the page tree, 3 the font. */
export function buildPages(
  count: number,
  more: {
    catalog?: string;
    page?: (index: number) => string;
    objects?: Record<number, FileObject>;
    trailer?: string;
  } = {},
): Uint8Array {
  const objects: Record<number, FileObject> = {};
  const pageNumber = (index: number) => 10 + 2 * index;
  const kids = Array.from({ length: count }, (_, index) => `${pageNumber(index)} 0 R`).join(" ");
  objects[1] = `<</Type/Catalog/Pages 2 0 R${more.catalog ?? ""}>>`;
  objects[2] = `<</Type/Pages/Kids[${kids}]/Count ${count}/MediaBox[0 0 200 300]/Resources<</Font<</F 3 0 R>>>>>>`;
  objects[3] = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
  for (let index = 0; index < count; index++) {
    const content = pageNumber(index) + 1;
    objects[pageNumber(index)] = `<</Type/Page/Parent 2 0 R/Contents ${content} 0 R${more.page?.(index) ?? ""}>>`;
    objects[content] = { entries: "", bytes: `BT /F 20 Tf 20 150 Td (Page ${index + 1}) Tj ET` };
  }
  return buildFile({ ...objects, ...more.objects }, more.trailer === undefined ? {} : { trailer: more.trailer });
}
