import { Checkbox, NativeSelect, NumberInput, TagsInput, TextInput } from "@mantine/core";
import { useId } from "react";
import { Autocomplete } from "../../parts/autocomplete.tsx";
import { useOfferedTags } from "../../parts/fields/field-context.ts";
import { MergeInput } from "../../parts/fields/merge-input.tsx";
import { FormatInputs } from "./format-inputs.tsx";
import type { PageShape } from "./page-shapes.ts";
import classes from "./pdf-fields.module.css";
import { type DrawnField, KINDS, type Place, within } from "./placed.ts";

interface FieldPanelProps {
  field: DrawnField;
  shape: PageShape;
  onChange: (change: Partial<DrawnField>) => void;
}

const FONTS = ["Helvetica", "Times", "Courier"] as const;
const LOOP = /^\{foreach/;

/** Everything about one field. */
export function FieldPanel({ field, shape, onChange }: FieldPanelProps) {
  const { kind } = field;
  const isButton = kind === "check" || kind === "radio";
  const isTyped = kind === "text" || kind === "multiline" || kind === "comb" || kind === "choice";
  const names = useOfferedTags().flatMap(({ name, tag }) => (LOOP.test(tag) ? [] : [name]));

  return (
    <div className={classes.grid}>
      <Autocomplete
        label="Name"
        description="The merge field that fills it"
        size="xs"
        data={[...new Set(names)]}
        value={field.name}
        error={field.name.trim() === "" && "A field needs a name"}
        onChange={(name) => onChange({ name })}
        data-field-name
      />
      <NativeSelect
        label="Kind"
        size="xs"
        value={kind}
        data={KINDS.map(({ value, label }) => ({ value, label }))}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as DrawnField["kind"] })}
      />
      {isButton && (
        <>
          <TextInput
            label="Stands for"
            size="xs"
            description="Its value when it is on"
            value={field.value ?? ""}
            onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
          />
          <div className={classes.wide}>
            <MergeInput
              label="On when"
              size="xs"
              description="A condition, such as $Age >= 18. Empty: the data of its name decide."
              value={field.condition ?? ""}
              onChange={(condition) => onChange({ condition })}
            />
          </div>
        </>
      )}
      {isTyped && (
        <div className={classes.wide}>
          <MergeInput
            label="Text in place of the name"
            size="xs"
            description="With tags, such as {$Street}, {$City}. Empty: the data of its name."
            lines={kind === "multiline" ? "several" : "one"}
            minRows={1}
            value={field.text ?? ""}
            onChange={(text) => onChange({ text })}
          />
        </div>
      )}
      {kind === "choice" && (
        <TagsInput
          className={classes.wide}
          label="Can be chosen"
          size="xs"
          description="Empty: anything can be typed"
          value={[...(field.options ?? [])]}
          splitChars={[]}
          onChange={(options) => onChange({ options })}
        />
      )}
      {kind === "text" && <FormatInputs format={field.format} onChange={(format) => onChange({ format })} />}
      {kind === "comb" && <Count label="Cells" value={field.n} onChange={(n) => onChange({ n })} />}
      {(kind === "text" || kind === "multiline") && (
        <Count label="Most characters" value={field.max_length} onChange={(max_length) => onChange({ max_length })} />
      )}
      {(isTyped || isButton) && <Look field={field} onChange={onChange} />}
      <TextInput
        label="Read aloud as"
        size="xs"
        value={field.tooltip ?? ""}
        placeholder={field.name}
        onChange={({ currentTarget }) => onChange({ tooltip: currentTarget.value })}
      />
      <Position shape={shape} box={field.box} onChange={(box) => onChange({ box })} />
      <Checkbox
        label="Must be filled"
        size="xs"
        checked={field.required}
        onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
      />
    </div>
  );
}

function Count({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) {
  return (
    <NumberInput
      label={label}
      size="xs"
      min={1}
      max={10_000}
      allowDecimal={false}
      value={value ?? ""}
      onChange={(typed) => onChange(typeof typed === "number" && typed >= 1 ? typed : undefined)}
    />
  );
}

function Look({ field, onChange }: Pick<FieldPanelProps, "field" | "onChange">) {
  const color = useId();

  return (
    <>
      <NativeSelect
        label="Font"
        size="xs"
        value={field.font ?? ""}
        data={[...(field.font === undefined && field.id ? [{ value: "", label: "The form's own" }] : []), ...FONTS]}
        onChange={({ currentTarget }) => onChange({ font: currentTarget.value || undefined })}
      />
      <NumberInput
        label="Size"
        description="In points; 0 fits"
        size="xs"
        min={0}
        max={300}
        value={field.font_size ?? 0}
        onChange={(typed) => onChange({ font_size: typeof typed === "number" ? typed : 0 })}
      />
      <NativeSelect
        label="Alignment"
        size="xs"
        value={field.align ?? "left"}
        data={[
          { value: "left", label: "Left" },
          { value: "center", label: "Center" },
          { value: "right", label: "Right" },
        ]}
        onChange={({ currentTarget }) => onChange({ align: currentTarget.value as "left" | "center" | "right" })}
      />
      <TextInput
        id={color}
        label="Color"
        size="xs"
        type="color"
        value={field.color ?? "#000000"}
        onChange={({ currentTarget }) => onChange({ color: currentTarget.value })}
      />
    </>
  );
}

const SIDES = [
  ["left", "From the left"],
  ["top", "From the top"],
  ["width", "Width"],
  ["height", "Height"],
] as const satisfies (readonly [keyof Place, string])[];

/** Where a field is, in points of the page as it is seen. */
function Position({
  shape,
  box,
  onChange,
}: {
  shape: PageShape;
  box: readonly number[];
  onChange: (box: number[]) => void;
}) {
  const place = shape.placeOf(box);

  return SIDES.map(([side, label]) => (
    <NumberInput
      key={side}
      label={label}
      size="xs"
      min={0}
      decimalScale={2}
      value={Math.round(place[side] * 100) / 100}
      onChange={(typed) => {
        if (typeof typed === "number") onChange(shape.boxOf(within({ ...place, [side]: typed }, shape)));
      }}
    />
  ));
}
