import { Button, Checkbox, Group, Paper, Stack, Textarea, TextInput } from "@mantine/core";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { IconAction } from "../../parts/icon-action.tsx";
import { Select } from "../../parts/select.tsx";
import { COLUMN_KINDS, type FieldValues, fieldValues, KINDS } from "./fill-in-values.ts";

interface FieldListProps {
  fields: readonly FieldValues[];
  onChange: (fields: FieldValues[]) => void;
  /** They are the columns of rows. */
  areColumns?: boolean;
}

/** What a page asks, in its order. */
export function FieldList({ fields, onChange, areColumns = false }: FieldListProps) {
  const noun = areColumns ? "column" : "field";
  return (
    <Stack gap="xs">
      {fields.map((field, index) => (
        <FieldCard
          key={field.key}
          field={field}
          areColumns={areColumns}
          onChange={(changed) => onChange(fields.with(index, changed))}
          onRemove={() => onChange(fields.toSpliced(index, 1))}
          onMove={(by) => onChange(moved(fields, index, by))}
          place={{ isFirst: index === 0, isLast: index === fields.length - 1 }}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        onClick={() => onChange([...fields, fieldValues({ name: newName(fields), kind: "text" })])}
      >
        Add a {noun}
      </Button>
    </Stack>
  );
}

function moved(fields: readonly FieldValues[], index: number, by: 1 | -1): FieldValues[] {
  const [field] = fields.slice(index, index + 1);
  return field ? fields.toSpliced(index, 1).toSpliced(index + by, 0, field) : [...fields];
}

function newName(fields: readonly FieldValues[]): string {
  for (let number = fields.length + 1; ; number++)
    if (!fields.some(({ name }) => name === `Field${number}`)) return `Field${number}`;
}

interface FieldCardProps {
  field: FieldValues;
  areColumns: boolean;
  onChange: (field: FieldValues) => void;
  onRemove: () => void;
  onMove: (by: 1 | -1) => void;
  place: { isFirst: boolean; isLast: boolean };
}

function FieldCard({ field, areColumns, onChange, onRemove, onMove, place }: FieldCardProps) {
  const set = (changed: Partial<FieldValues>) => onChange({ ...field, ...changed });
  const isPlain = !["rows", "picture", "file", "signature"].includes(field.kind);

  return (
    <Paper withBorder p="sm" role="group" aria-label={`${areColumns ? "Column" : "Field"} ${field.name}`}>
      <Stack gap="xs">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label="Name in the template"
            value={field.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            flex={1}
          />
          <Select
            label="Kind"
            data={areColumns ? COLUMN_KINDS : KINDS}
            allowDeselect={false}
            value={field.kind}
            onChange={(kind) => kind && set({ kind })}
            w={130}
          />
        </Group>
        <Group gap="xs" grow align="flex-start">
          <TextInput
            label="What people read"
            value={field.label}
            onChange={(event) => set({ label: event.currentTarget.value })}
          />
          <TextInput label="Help" value={field.help} onChange={(event) => set({ help: event.currentTarget.value })} />
        </Group>
        {field.kind === "choice" && (
          <Textarea
            label="Choices, one a line"
            autosize
            minRows={2}
            value={field.options}
            onChange={(event) => set({ options: event.currentTarget.value })}
          />
        )}
        {field.kind === "rows" && (
          <FieldList areColumns fields={field.columns} onChange={(columns) => set({ columns })} />
        )}
        {isPlain && (
          <TextInput
            label="Filled with at first"
            value={field.default}
            onChange={(event) => set({ default: event.currentTarget.value })}
          />
        )}
        <Group gap="md" justify="space-between">
          <Group gap="md">
            <Checkbox
              label="Required"
              checked={field.required}
              onChange={(event) => set({ required: event.currentTarget.checked })}
            />
            {!areColumns && isPlain && (
              <Checkbox
                label="The address may fill it"
                checked={field.prefill}
                onChange={(event) => set({ prefill: event.currentTarget.checked })}
              />
            )}
          </Group>
          <Group gap={4}>
            <IconAction
              label={`Move ${field.name} up`}
              icon={<ArrowUp size={15} />}
              disabled={place.isFirst}
              onClick={() => onMove(-1)}
            />
            <IconAction
              label={`Move ${field.name} down`}
              icon={<ArrowDown size={15} />}
              disabled={place.isLast}
              onClick={() => onMove(1)}
            />
            <IconAction label={`Remove ${field.name}`} icon={<Trash2 size={15} />} onClick={onRemove} />
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}
