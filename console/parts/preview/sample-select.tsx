import { Select } from "@mantine/core";

interface SampleSelectProps {
  samples: readonly { id: string; name: string }[];
  value: string | undefined;
  onChange: (sample: string) => void;
}

/** Which data the preview is merged with. */
export function SampleSelect({ samples, value, onChange }: SampleSelectProps) {
  return (
    <Select
      aria-label="Data of the preview"
      size="xs"
      w={190}
      data={[
        ...samples.map(({ id, name }) => ({ value: id, label: name })),
        { value: "example", label: "Example made from the fields" },
      ]}
      value={value ?? "example"}
      onChange={(sample) => sample && onChange(sample)}
      allowDeselect={false}
    />
  );
}
