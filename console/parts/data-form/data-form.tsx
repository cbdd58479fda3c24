import { Button, Checkbox, Fieldset, Group, NumberInput, Text, Textarea, TextInput } from "@mantine/core";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { DataSchema } from "../../api/documents.ts";
import { IconAction } from "../icon-action.tsx";
import { Select } from "../select.tsx";
import classes from "./data-form.module.css";
import { asEntries, asMembers } from "./members.ts";

interface FormProps {
  schema: DataSchema;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** A field for each member of an object. */
export function DataForm({ schema, value, onChange }: FormProps) {
  const members = asMembers(value);

  return (
    <div className={classes.form}>
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <Member
          key={name}
          name={name}
          required={schema.required?.includes(name) ?? false}
          schema={member}
          value={members[name]}
          onChange={(next) => onChange({ ...members, [name]: next })}
        />
      ))}
    </div>
  );
}

interface MemberProps extends FormProps {
  name: string;
  required: boolean;
}

const typeOf = ({ type }: DataSchema): string => (Array.isArray(type) ? (type[0] ?? "string") : (type ?? "string"));

/** A number, or what it is before its last digit was typed: `-`, `12.`. Any other text of the data is shown as the text it is. */
const isNumeric = (value: unknown): value is string | number =>
  typeof value === "number" || (typeof value === "string" && /^-?\d*\.?\d*$/.test(value));

function Member(props: MemberProps) {
  const { name, required, schema, value, onChange } = props;
  const type = typeOf(schema);
  const common = { label: name, description: schema.description, withAsterisk: required };

  if (type === "object") return <ObjectGroup {...props} />;
  if (type === "array") return <List {...props} />;
  if (schema.enum)
    return (
      <Select
        {...common}
        data={schema.enum.map(String)}
        value={value === undefined ? null : String(value)}
        onChange={(next) => onChange(next ?? "")}
        clearable
      />
    );
  if (type === "boolean")
    return (
      <Checkbox
        label={name}
        description={schema.description}
        checked={isOn(value)}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        className={classes.checkbox}
      />
    );
  if ((type === "number" || type === "integer") && isNumeric(value ?? ""))
    return (
      <NumberInput
        {...common}
        value={isNumeric(value) ? value : ""}
        onChange={onChange}
        hideControls
        thousandSeparator={false}
        allowedDecimalSeparators={[".", ","]}
      />
    );

  // One element for texts of any length: one that took its place while somebody types would lose the rest.
  return (
    <Textarea
      {...common}
      placeholder={schema.format === "date" ? "2026-01-31" : undefined}
      value={typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "")}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autosize
      minRows={1}
      maxRows={8}
    />
  );
}

const isOn = (value: unknown): boolean => value === true || value === 1 || value === "1" || value === "true";

function ObjectGroup({ name, schema, value, onChange }: MemberProps) {
  return (
    <Fieldset legend={name} className={classes.group}>
      <DataForm schema={schema} value={value} onChange={onChange} />
    </Fieldset>
  );
}

/** A list: its entries can be added, removed and moved. */
function List({ name, schema, value, onChange }: MemberProps) {
  const entries = asEntries(value);
  const item = schema.items ?? {};
  const isPlain = typeOf(item) !== "object";
  const replace = (index: number, next: unknown) => onChange(entries.map((entry, at) => (at === index ? next : entry)));
  const move = (index: number, by: number) => {
    const moved = [...entries];
    const [entry] = moved.splice(index, 1);
    moved.splice(index + by, 0, entry);
    onChange(moved);
  };

  return (
    <Fieldset legend={`${name} (${entries.length})`} className={classes.group}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries of data have no names
        <div key={index} className={classes.entry}>
          <Group gap={2} className={classes.tools}>
            <Text size="xs" className="quiet" mr="auto">
              {index + 1}
            </Text>
            <IconAction
              size="sm"
              label={`Move entry ${index + 1} up`}
              icon={<ArrowUp size={14} />}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconAction
              size="sm"
              label={`Move entry ${index + 1} down`}
              icon={<ArrowDown size={14} />}
              disabled={index === entries.length - 1}
              onClick={() => move(index, 1)}
            />
            <IconAction
              size="sm"
              label={`Remove entry ${index + 1}`}
              icon={<Trash2 size={14} />}
              onClick={() => onChange(entries.filter((_, at) => at !== index))}
            />
          </Group>
          {isPlain ? (
            <TextInput
              aria-label={`${name} ${index + 1}`}
              value={String(entry ?? "")}
              onChange={({ currentTarget }) => replace(index, currentTarget.value)}
            />
          ) : (
            <DataForm schema={item} value={entry} onChange={(next) => replace(index, next)} />
          )}
        </div>
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Plus size={14} />}
        onClick={() => onChange([...entries, entries.length > 0 ? structuredClone(entries.at(-1)) : isPlain ? "" : {}])}
      >
        Add to {name}
      </Button>
    </Fieldset>
  );
}
