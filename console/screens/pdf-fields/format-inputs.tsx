import { NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { Autocomplete } from "../../parts/autocomplete.tsx";
import type { DrawnField } from "./placed.ts";

type Format = NonNullable<DrawnField["format"]>;
type NumberStyle = Extract<Format, { kind: "number" }>["style"];

const STYLES: readonly NumberStyle[] = ["1,234.56", "1234.56", "1.234,56", "1234,56", "1'234.56"];
const MASKS = ["dd.mm.yyyy", "mm/dd/yyyy", "yyyy-mm-dd", "d mmmm yyyy", "mmmm d, yyyy", "HH:MM"];

const FIRST: Readonly<Record<string, Format>> = {
  number: { kind: "number", decimals: 2, style: "1,234.56" },
  date: { kind: "date", mask: "dd.mm.yyyy" },
};

interface FormatInputsProps {
  format: Format | undefined;
  onChange: (format: Format | undefined) => void;
}

/** How a text field shows its value: as it is, as a number, or as a date. */
export function FormatInputs({ format, onChange }: FormatInputsProps) {
  return (
    <>
      <NativeSelect
        label="Shown as"
        size="xs"
        value={format?.kind ?? ""}
        data={[
          { value: "", label: "It is" },
          { value: "number", label: "Number" },
          { value: "date", label: "Date or time" },
        ]}
        onChange={({ currentTarget }) => onChange(FIRST[currentTarget.value])}
      />
      {format?.kind === "date" && (
        <Autocomplete
          label="Form of the date"
          size="xs"
          data={MASKS}
          value={format.mask}
          onChange={(mask) => onChange({ kind: "date", mask })}
        />
      )}
      {format?.kind === "number" && (
        <>
          <NativeSelect
            label="Form of the number"
            size="xs"
            value={format.style}
            data={[...STYLES]}
            onChange={({ currentTarget }) => onChange({ ...format, style: currentTarget.value as NumberStyle })}
          />
          <NumberInput
            label="Decimals"
            size="xs"
            min={0}
            max={10}
            allowDecimal={false}
            value={format.decimals}
            onChange={(typed) => onChange({ ...format, decimals: typeof typed === "number" ? typed : 0 })}
          />
          <TextInput
            label="In front of it"
            size="xs"
            placeholder="$"
            maxLength={20}
            value={format.before ?? ""}
            onChange={({ currentTarget: { value } }) => onChange(marked(format, { before: value }))}
          />
          <TextInput
            label="Behind it"
            size="xs"
            placeholder=" EUR"
            maxLength={20}
            value={format.after ?? ""}
            onChange={({ currentTarget: { value } }) => onChange(marked(format, { after: value }))}
          />
        </>
      )}
    </>
  );
}

/** A number has a mark in front of it or behind it: one that is typed takes the place of the other. */
function marked(
  { kind, decimals, style }: Extract<Format, { kind: "number" }>,
  mark: { before: string } | { after: string },
): Format {
  return { kind, decimals, style, ...(Object.values(mark).join("") === "" ? {} : mark) };
}
