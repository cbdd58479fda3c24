import { Group, NumberInput, Paper, SimpleGrid, Text, Title } from "@mantine/core";
import { Select } from "../../parts/select.tsx";
import type { OpenList } from "./open-list.ts";

interface ListColumnsProps {
  list: OpenList;
  mapping: Readonly<Record<string, string>>;
  groupBy: string;
  onMapping: (mapping: Record<string, string>) => void;
  onGroupBy: (heading: string) => void;
  /** Reads the file again: another sheet, or another row of headings. */
  onPlace: (place: { sheet: string; header_row: number | undefined }) => void;
}

/** The field that a column fills when nothing else is chosen. */
const ownField = ({ targets }: OpenList, heading: string): string =>
  targets.find(({ label, path }) => label === heading || path === heading)?.path ?? heading;

/** Which column fills which field, and which rows belong together. */
export function ListColumns({ list, mapping, groupBy, onMapping, onGroupBy, onPlace }: ListColumnsProps) {
  const headings = [...new Set(list.headings.filter(Boolean))];
  const fields = new Set(headings.map((heading) => mapping[heading] ?? ownField(list, heading)));
  const empty = list.targets.filter(({ path }) => !fields.has(path));
  return (
    <Paper withBorder p="lg" component="section" aria-label="Columns">
      <Group justify="space-between" align="flex-start" mb="sm">
        <Title order={2}>Columns</Title>
        {list.file && list.sheets.length > 0 && (
          <Group gap="xs">
            <Select
              aria-label="Sheet"
              size="xs"
              data={[...list.sheets]}
              value={list.sheet}
              allowDeselect={false}
              onChange={(sheet) => sheet && onPlace({ sheet, header_row: undefined })}
            />
            <NumberInput
              aria-label="Row of the headings"
              prefix="Headings in row "
              size="xs"
              w={170}
              min={1}
              value={list.headerRow}
              onBlur={({ currentTarget }) => {
                const row = Number(/\d+/.exec(currentTarget.value)?.[0]);
                if (row > 0 && row !== list.headerRow) onPlace({ sheet: list.sheet, header_row: row });
              }}
            />
          </Group>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {headings.map((heading) => {
          const own = ownField(list, heading);
          const value = mapping[heading] ?? own;
          const known = list.targets.map(({ path, label }) => ({ value: path, label }));
          const others = [own, value].filter((each) => each !== "" && !known.some((one) => one.value === each));
          return (
            <Select
              key={heading}
              label={heading}
              size="sm"
              searchable
              allowDeselect={false}
              data={[
                { value: "", label: "Leave out" },
                ...known,
                ...[...new Set(others)].map((each) => ({ value: each, label: `${each} (not in the template)` })),
              ]}
              value={value}
              onChange={(next) => onMapping({ ...mapping, [heading]: next ?? "" })}
            />
          );
        })}
      </SimpleGrid>
      {empty.length > 0 && (
        <Text size="sm" className="quiet" mt="sm">
          No column fills {empty.map(({ label }) => label).join(", ")}.
        </Text>
      )}
      <Select
        mt="md"
        maw={420}
        label="Rows that belong together"
        description="Several rows of one order become one file with a list."
        allowDeselect={false}
        data={[
          { value: "", label: "Each row is a file of its own" },
          ...headings.map((each) => ({ value: each, label: `Rows with the same “${each}”` })),
        ]}
        value={groupBy}
        onChange={(next) => onGroupBy(next ?? "")}
      />
    </Paper>
  );
}
