import type { SourceFile } from "./source-file.ts";

/** Field types come first, in capitals. */
const FIELD_TYPE = /^[A-Z]{2,15}$/;
/** Words of a field's instruction: quoted or not (ECMA-376 Part 1, 17.16.2). */
const WORD = /"(?:[^"\\]|\\.)*(?:"|(\\?$))|[^\s"]+/gs;

/**
 * A field's instruction, or a piece of one, with the bookmarks and styles that it names under their new names: `REF`,
 * `PAGEREF`, `HYPERLINK \l`, `STYLEREF` and all others that name one (17.16.5).
 */
export function renamedInstruction(instruction: string, file: SourceFile): string {
  const isStyle = /^\s*STYLEREF\s/i.test(instruction);
  if (!isStyle && !file.renamesBookmarks) return instruction;
  let index = 0;
  return instruction.replace(WORD, (word, open?: string) => {
    if (open !== undefined) return word;
    const place = index++;
    const isQuoted = word.startsWith('"') && word.length > 1;
    const name = isQuoted ? word.slice(1, -1) : word;
    if (place === 0 && FIELD_TYPE.test(name)) return word;
    const renamed = isStyle ? (place === 1 ? styleName(name, file) : name) : file.bookmark(name);
    if (renamed === name) return word;
    return isQuoted || /\s/.test(renamed) ? `"${renamed}"` : renamed;
  });
}

/** A number stands for the built-in heading of this level. */
function styleName(name: string, file: SourceFile): string {
  const wanted = /^[1-9]$/.test(name) ? `heading ${name}` : name;
  return file.styles.nameFor(wanted) ?? name;
}
