const DATE_LETTERS: Readonly<Record<string, string>> = {
  yyyy: "Y",
  yy: "y",
  MMMM: "F",
  MMM: "M",
  MM: "m",
  M: "n",
  dddd: "l",
  ddd: "D",
  dd: "d",
  d: "j",
  HH: "H",
  H: "G",
  hh: "h",
  h: "g",
  mm: "i",
  ss: "s",
  "AM/PM": "A",
};

/** A date picture (17.16.4.1) in the letters of `date_format`. */
export function datePicture(picture: string): string {
  return picture.replace(
    /'([^']*)'|AM\/PM|y{4}|y{2}|M{1,4}|d{1,4}|H{1,2}|h{1,2}|mm|ss|[a-zA-Z]/g,
    (part, quoted?: string) =>
      quoted === undefined ? (DATE_LETTERS[part] ?? `\\\\${part}`) : quoted.replace(/[a-zA-Z]/g, "\\\\$&"),
  );
}
