/** A file's name without its extension: the title of a document that has none of its own. */
export function bareName(fileName: string): string {
  return fileName.replace(/\.[^.]{1,5}$/, "") || fileName;
}
