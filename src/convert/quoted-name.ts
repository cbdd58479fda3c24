/** A file's name as it stands in sentences: short, without control characters. */
export function quotedName(name: string): string {
  const short = name.replace(/[\u0000-\u001f\u007f]/g, "").slice(0, 100);
  return short === "" ? "The file" : `"${short}"`;
}
