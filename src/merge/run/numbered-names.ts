/**
 * The names of files that are side by side, made unique: `Letter.pdf`, `Letter (2).pdf`, ... Names that differ only in
 * capital letters count as equal, as some file systems take them.
 */
export function numberedNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return names.map((name) => {
    let free = name;
    while (taken.has(free.toLowerCase())) {
      const number = (next.get(name) ?? 1) + 1;
      next.set(name, number);
      const dot = name.lastIndexOf(".");
      free = dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}
