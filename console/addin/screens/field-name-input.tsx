import { useMemo } from "react";
import { Autocomplete } from "../../parts/autocomplete.tsx";
import type { OfferedTag } from "../../parts/fields/offered-tags.ts";

interface FieldNameInputProps {
  label: string;
  /** Those that are offered; others may be typed. */
  fields: readonly OfferedTag[];
  value: string;
  onChange: (name: string) => void;
}

/** The name of a field, one that the document has or a new one. */
export function FieldNameInput({ label, fields, value, onChange }: FieldNameInputProps) {
  // As it is written in its place: `item.name` for one of an entry.
  const names = useMemo(() => [...new Set(fields.map(({ tag }) => tag.slice(2, -1)))], [fields]);

  return <Autocomplete label={label} placeholder="Name" data={names} value={value} onChange={onChange} limit={50} />;
}
