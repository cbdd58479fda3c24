import { Failure } from "../domain/failure.ts";

/** The heading of the column that says why a row failed, in the workbook of such rows; sent again it is left out. */
export const REASON_HEADING = "Why it failed";

/** A field of the document as far as columns are concerned. */
export interface ListField {
  name: string;
  type: string;
  required?: boolean;
  options?: readonly string[];
  /** Members of an object, or of the items of a list. */
  fields?: readonly ListField[];
}

/** A field that a column can fill: a path to a value. */
export interface ListTarget {
  /** As a mapping names it: `Name`, `Customer.city`, `Items[].price`. */
  path: string;
  /** As the heading of a column: `Name`, `Customer: city`, `Items: price`. */
  label: string;
  field: ListField;
  /** Whether it is within the items of a list. */
  isItem: boolean;
}

/** The values of a document that columns can fill, in the template's order. */
export function listTargets(fields: readonly ListField[]): ListTarget[] {
  const of = (field: ListField, path: string, label: string, isItem: boolean): ListTarget[] => {
    const isList = field.type === "list";
    const here = isList ? `${path}[]` : path;
    const members = field.fields ?? [];
    if (members.length === 0) return [{ path: here, label, field, isItem }];
    return members.flatMap((member) =>
      of(member, `${here}.${member.name}`, `${label}: ${member.name}`, isItem || isList),
    );
  };
  return fields.flatMap((field) => of(field, field.name, field.name, false));
}

/** Steps of a field's path; an empty one is an item of a list. */
export type FieldPath = readonly string[];

/** The steps of `Name`, `Customer.city`, `Customer[city]`, `Items[].price` and `Items[][price]`. */
export function fieldPath(field: string): FieldPath {
  const steps = [...field.matchAll(/\[([^[\]]*)\]|([^.[\]]+)/g)].map(([, bracket, plain]) => bracket ?? plain ?? "");
  return steps.length === 0 || steps.join("").trim() === "" ? [field] : steps;
}

/** The steps of a heading that no mapping names: brackets as in form pairs, all else is the name. */
const ownPath = (heading: string): FieldPath =>
  /^[^[\]]+(\[[^\]]*\](\.[^.[\]]+)*)+$/.test(heading) ? fieldPath(heading) : [heading];

/** What is written for a path: the way that a mapping names it. */
export function pathText(path: FieldPath): string {
  return path.map((step, index) => (step === "" ? "[]" : index === 0 ? step : `.${step}`)).join("");
}

/**
 * Where the values of each column go; undefined for columns that are left out. A column is looked for in the mapping, by its
 * heading or its letter or number; then it is the field of the document whose label it has; in a grouped list the member of the only
 * list that has one of its name; else a field of its own name.
 * @param mapping heading -> field; an empty field leaves the column out
 * @throws Failure `invalid_request` for a mapping of a column that is not there
 */
export function columnPaths(
  headings: readonly string[],
  {
    mapping = {},
    targets = [],
    grouped = false,
  }: { mapping?: Readonly<Record<string, string>>; targets?: readonly ListTarget[]; grouped?: boolean },
): (FieldPath | undefined)[] {
  const known = new Set(headings);
  const unknown = Object.keys(mapping).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new Failure(
      "invalid_request",
      `The mapping names the column “${unknown}”, which the list does not have. Its columns are ${headings
        .filter(Boolean)
        .map((name) => `“${name}”`)
        .join(", ")}.`,
    );
  return headings.map((heading) => {
    if (heading === "" || heading === REASON_HEADING) return undefined;
    const mapped = Object.hasOwn(mapping, heading) ? mapping[heading] : undefined;
    if (mapped !== undefined) return mapped.trim() === "" ? undefined : fieldPath(mapped.trim());
    const target = targets.find(({ label, path }) => label === heading || path === heading);
    if (target) return fieldPath(target.path);
    const members = grouped ? targets.filter(({ isItem, field }) => isItem && field.name === heading) : [];
    const [member] = members;
    return member && members.length === 1 ? fieldPath(member.path) : ownPath(heading);
  });
}
