import { FilterSelect } from "./filter-select.tsx";

/** The outcomes to narrow a list to. */
export function StatusFilter<const Status extends string>({
  data,
  value,
  onChange,
  w,
}: {
  data: readonly { value: Status; label: string }[];
  value: Status | undefined;
  onChange: (change: { status: Status | undefined }) => void;
  w: number;
}) {
  const choose = (status: Status | undefined) => onChange({ status });

  return <FilterSelect label="Status" placeholder="Any status" data={data} value={value} onChange={choose} w={w} />;
}
