import type { SelectProps } from "@mantine/core";
import { Select } from "./select.tsx";

interface FilterSelectProps<Value extends string> extends Pick<SelectProps, "className" | "flex" | "searchable" | "w"> {
  label: string;
  /** Shown while nothing is chosen. */
  placeholder: string;
  data: readonly (Value | { value: Value; label: string })[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** What a list is narrowed to, by one of its members. */
export function FilterSelect<const Value extends string>({
  label,
  data,
  value,
  onChange,
  ...looks
}: FilterSelectProps<Value>) {
  return (
    <Select
      aria-label={label}
      data={data}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      {...looks}
    />
  );
}
