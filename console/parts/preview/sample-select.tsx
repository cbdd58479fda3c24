import { Select } from "../select.tsx";

interface SampleSelectProps {
  /** What the choice is about, for people who cannot see it. */
  label?: string;
  samples: readonly { id: string; name: string }[];
  value: string | undefined;
  onChange: (sample: string) => void;
}

/** Which data are merged. */
export function SampleSelect({ label = "Data of the preview", samples, value, onChange }: SampleSelectProps) {
  return (
    <Select
      aria-label={label}
      size="xs"
      w={230}
      data={[
        ...samples.map(({ id, name }) => ({ value: id, label: name })),
        { value: "example", label: "Example generated from the fields" },
      ]}
      value={value ?? "example"}
      onChange={(sample) => sample && onChange(sample)}
      allowDeselect={false}
    />
  );
}
