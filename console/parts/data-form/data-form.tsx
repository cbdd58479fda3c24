import { Button, Fieldset, Group, NumberInput, Radio, Text, Textarea } from "@mantine/core";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type ClipboardEvent, createContext, useContext, useEffect, useRef } from "react";
import type { DataSchema } from "../../api/documents.ts";
import { IconAction } from "../icon-action.tsx";
import { Select } from "../select.tsx";
import classes from "./data-form.module.css";
import { DateText } from "./date-text.tsx";
import { asEntries, asMembers } from "./members.ts";
import { memberPath } from "./missing-members.ts";
import { cellsOf, isFromCells, withRows } from "./pasted-rows.ts";

interface FormProps {
  schema: DataSchema;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Where in the data it is: `Items.0`; empty for the whole. */
  path?: string;
}

/** What is wrong with members, by their paths. */
export const MemberErrors = createContext<ReadonlyMap<string, string>>(new Map());

/** A field for each member of an object. */
export function DataForm({ schema, value, onChange, path = "" }: FormProps) {
  const members = asMembers(value);

  return (
    <div className={classes.form}>
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <div key={name} data-member={name} className={classes.member}>
          <Member
            name={name}
            path={memberPath(path, name)}
            required={schema.required?.includes(name) ?? false}
            schema={member}
            value={members[name]}
            onChange={(next) => onChange({ ...members, [name]: next })}
          />
        </div>
      ))}
    </div>
  );
}

interface MemberProps extends FormProps {
  name: string;
  path: string;
  required: boolean;
}

const typeOf = ({ type }: DataSchema): string => (Array.isArray(type) ? (type[0] ?? "string") : (type ?? "string"));

/** A number, or what it is before its last digit was typed: `-`, `12.`. Any other text of the data is shown as the text it is. */
const isNumeric = (value: unknown): value is string | number =>
  typeof value === "number" || (typeof value === "string" && /^-?\d*\.?\d*$/.test(value));

function Member(props: MemberProps) {
  const { name, path, required, schema, value, onChange } = props;
  const type = typeOf(schema);
  const error = useContext(MemberErrors).get(path);
  const common = { label: name, description: schema.description, withAsterisk: required, error };
  const isNumber = type === "number" || type === "integer";
  // A number that the data have as another text stays a text while it is edited: an element that takes the place of the one
  // somebody types in loses the rest.
  const wasText = useRef(false);
  if (isNumber && !isNumeric(value ?? "")) wasText.current = true;

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
      <Radio.Group {...common} value={answerOf(value)} onChange={(next) => onChange(next === "yes")}>
        <Group gap="md" mt={6}>
          <Radio value="yes" label="Yes" />
          <Radio value="no" label="No" />
        </Group>
      </Radio.Group>
    );
  if (isNumber && !wasText.current)
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
  if (schema.format === "date") return <DateText {...common} value={textOf(value)} onChange={onChange} />;

  // One element for texts of any length: one that took its place while somebody types would lose the rest.
  return (
    <Textarea
      {...common}
      value={textOf(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autosize
      minRows={1}
      maxRows={8}
    />
  );
}

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");

/** Neither is chosen as long as nobody has said anything. */
function answerOf(value: unknown): "yes" | "no" | null {
  const text = String(value ?? "").toLowerCase();
  if (["true", "1", "yes"].includes(text)) return "yes";

  return ["false", "0", "no"].includes(text) ? "no" : null;
}

function ObjectGroup({ name, path, schema, value, onChange }: MemberProps) {
  return (
    <Fieldset legend={name} className={classes.group}>
      <DataForm schema={schema} value={value} onChange={onChange} path={path} />
    </Fieldset>
  );
}

/** A list: its entries can be added, removed and moved, and rows of a spreadsheet pasted into it. */
function List({ name, path, schema, value, onChange }: MemberProps) {
  const entries = asEntries(value);
  const item = schema.items ?? {};
  const isPlain = typeOf(item) !== "object";
  const error = useContext(MemberErrors).get(path);
  const place = useRef<HTMLDivElement>(null);
  const isAdding = useRef(false);
  const replace = (index: number, next: unknown) => onChange(entries.map((entry, at) => (at === index ? next : entry)));
  const move = (index: number, by: number) => {
    const moved = [...entries];
    const [entry] = moved.splice(index, 1);
    moved.splice(index + by, 0, entry);
    onChange(moved);
  };

  // Whoever adds an entry goes on typing in it.
  useEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    place.current
      ?.querySelector<HTMLElement>(`:scope > [data-entry="${entries.length - 1}"] :is(input, textarea)`)
      ?.focus();
  }, [entries.length]);

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text/plain");
    if (isPlain || !isFromCells(text)) return;
    event.preventDefault();
    event.stopPropagation();
    const target = event.target as Element;
    const entry = Number(target.closest<HTMLElement>("[data-entry]")?.dataset.entry ?? entries.length);
    const member = target.closest<HTMLElement>("[data-member]")?.dataset.member;
    onChange(withRows(entries, cellsOf(text), item, { entry, member: member === name ? undefined : member }));
  }

  return (
    <Fieldset legend={`${name} (${entries.length})`} className={classes.group} onPaste={paste}>
      <div ref={place}>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of data have no names
          <div key={index} data-entry={index} className={classes.entry}>
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
              <Textarea
                aria-label={`${name} ${index + 1}`}
                value={textOf(entry)}
                onChange={({ currentTarget }) => replace(index, currentTarget.value)}
                autosize
                minRows={1}
                maxRows={8}
              />
            ) : (
              <DataForm
                schema={item}
                value={entry}
                onChange={(next) => replace(index, next)}
                path={memberPath(path, index)}
              />
            )}
          </div>
        ))}
      </div>
      <Group gap="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Plus size={14} />}
          aria-invalid={error !== undefined || undefined}
          onClick={() => {
            isAdding.current = true;
            onChange([...entries, isPlain ? "" : {}]);
          }}
        >
          Add to {name}
        </Button>
        {!isPlain && (
          <Text size="xs" className="quiet">
            Rows copied in Excel can be pasted here.
          </Text>
        )}
      </Group>
      {error && (
        <Text size="xs" c="red" role="alert" mt={4}>
          {error}
        </Text>
      )}
    </Fieldset>
  );
}
