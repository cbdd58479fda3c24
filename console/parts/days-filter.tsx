import { TextInput } from "@mantine/core";

/** The days that a list covers, from and until. */
export function DaysFilter({
  since,
  until,
  onChange,
}: {
  since: string | undefined;
  until: string | undefined;
  onChange: (change: { since: string | undefined } | { until: string | undefined }) => void;
}) {
  return (
    <>
      <TextInput
        type="date"
        aria-label="From date"
        value={since ?? ""}
        onChange={({ currentTarget }) => onChange({ since: currentTarget.value || undefined })}
        w={150}
      />
      <TextInput
        type="date"
        aria-label="To date"
        value={until ?? ""}
        onChange={({ currentTarget }) => onChange({ until: currentTarget.value || undefined })}
        w={150}
      />
    </>
  );
}
