import { Select } from "../select.tsx";

/** The choice of no data at all, to be filled in. */
export const EMPTY = "empty";

interface SampleSelectProps {
  /** What the choice is about, for people who cannot see it. */
  label?: string;
  samples: readonly { id: string; name: string }[];
  value: string | undefined;
  /** Whether nothing can be chosen, too. */
  hasEmpty?: boolean;
  onChange: (sample: string) => void;
}

/** Which data are merged. */
export function SampleSelect({
  label = "Data of the preview",
  samples,
  value,
  hasEmpty = false,
  onChange,
}: SampleSelectProps) {
  return (
    <Select
      aria-label={label}
      size="xs"
      w={230}
      data={[
        ...(hasEmpty ? [{ value: EMPTY, label: "Empty" }] : []),
        ...samples.map(({ id, name }) => ({ value: id, label: name })),
        { value: "example", label: hasEmpty ? "Example data" : "Example generated from the fields" },
      ]}
      value={value ?? "example"}
      onChange={(sample) => sample && onChange(sample)}
      allowDeselect={false}
    />
  );
}
