/**
 * The values of an object whose names are all numbers, by order of number; anything else is given back as it is. Form
 * pairs whose numbers do not run from 0 are such an object (wire "Bodies"), and lists of the interface take them.
 */
export function numberedList(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value);
  if (members.length === 0 || !members.every(([name]) => isListNumber(name))) return value;
  return members.sort(([one], [other]) => Number(one) - Number(other)).map(([, item]) => item);
}

/** The same for every object within a value, for records of the interface that hold nobody's own names. */
export function withNumberedLists(value: unknown): unknown {
  const list = numberedList(value);
  if (Array.isArray(list)) return list.map(withNumberedLists);
  if (typeof list !== "object" || list === null || !isPlain(list)) return list;
  return Object.fromEntries(Object.entries(list).map(([name, member]) => [name, withNumberedLists(member)]));
}

/** A name that PHP reads as the number of an item: decimal digits without a zero before them. */
export function isListNumber(name: string): boolean {
  return /^(0|[1-9]\d{0,14})$/.test(name);
}

const isPlain = (value: object): boolean => [null, Object.prototype].includes(Object.getPrototypeOf(value));
