import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import { Select } from "./select.tsx";

const TIME_ZONES = Intl.supportedValuesOf("timeZone");

/** What a form holds of how values are written. */
interface LanguageValues {
  locale: string;
  timezone: string | null;
  currency: string;
}

/** How dates, numbers and amounts are written. */
export function LanguageFields({
  form,
  examples,
  whenEmpty = "",
}: {
  form: Pick<UseFormReturnType<LanguageValues>, "getInputProps">;
  examples: { locale: string; timezone: string; currency: string };
  /** A sentence that says what applies then. */
  whenEmpty?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const zone = form.getInputProps("timezone");

  return (
    <>
      <TextInput
        label="Language and country"
        description={`How months, numbers and amounts are written. ${whenEmpty}`}
        placeholder={examples.locale}
        {...form.getInputProps("locale")}
      />
      <Select
        label="Time zone"
        description={whenEmpty}
        // The library draws a closed list, too: four hundred zones with each key in the form.
        data={isOpen ? TIME_ZONES : TIME_ZONES.filter((name) => name === zone.value)}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        searchable
        clearable
        placeholder={examples.timezone}
        {...zone}
      />
      <TextInput
        label="Currency"
        description={`Three letters. ${whenEmpty}`}
        placeholder={examples.currency}
        {...form.getInputProps("currency")}
      />
    </>
  );
}
